-- The counts of the owner's report.
begin;
select plan(32);

select table_privs_are('public', view, role, privileges)
from unnest(array['waitlist_totals', 'waitlist_days', 'waitlist_sources']) as view, (values
  ('anon', array[]::text[]), ('authenticated', array[]::text[]), ('service_role', array['SELECT'])
) as roles (role, privileges);
select is_empty($$
  select from pg_class
  where relkind = 'v' and relname like 'waitlist%' and not reloptions @> array['security_invoker=true']
$$, 'the views read as who asks');

-- Days are UTC's, wherever the session is.
delete from waitlist;
set local timezone = 'Pacific/Kiritimati';
insert into waitlist (email, created_at)
select 'a@' || row_number() over () || '.example', (today + moment) at time zone 'UTC'
from (select (now() at time zone 'UTC')::date as today) as clock, (values
  (interval '0'), ('-6 days'), ('-7 days 23:59:59'), ('-29 days'), ('-29 days 12:00'), ('-30 days 23:59:59'), ('-900 days')
) as moments (moment);
set local role service_role;
select results_eq(
  'select total, last_7_days, last_30_days from waitlist_totals',
  'values (7::bigint, 2::bigint, 5::bigint)'
);
select results_eq(
  'select day - (now() at time zone ''UTC'')::date, signups from waitlist_days',
  'select ago, case ago when 0 then 1 when -6 then 1 when -7 then 1 when -29 then 2 else 0 end::bigint
   from generate_series(-29, 0) as ago'
);
reset role;

-- Tags
select is(private.read_tag(tag), readable, 'reads ' || tag)
from (values
  ('plain', 'plain'), ('a+b%20c', 'a b c'), ('%E6%97%a5', U&'\65e5'), ('100%', '100%'), ('%', '%'),
  ('%ff', '%ff'), ('%00', '%00'), ('%e6%97', '%e6%97'), ('%zz%41', '%zzA'), ('a%40b.example', '(an address)'),
  ('a%2540b.example', '(an address)'), ('a@b%ff', '(an address)'), ('a%0Ab', E'a\nb'),
  ('%F0%9F%98%80', U&'\+01F600'), ('%ed%a0%80', '%ed%a0%80'), ('%c0%af', '%c0%af')
) as tags (tag, readable);
delete from waitlist;
insert into waitlist (email, referrer)
select 'a@' || row_number() over () || '.example', referrer
from (values
  (null), (''), ('https://x.example/'), ('https://x.example/?utm_source='), ('https://x.example/&utm_source=path'),
  ('https://x.example/?a=b#?utm_source=fragment'), ('https://x.example/?xutm_source=x'),
  ('https://x.example/?utm_source=s&utm_medium=m&utm_campaign=c'),
  ('https://x.example/?a&utm_campaign=%63&utm_medium=m&utm_source=s&utm_source=other#x'),
  ('https://x.example/?utm_campaign=a?b'), ('https://x.example/?utm_campaign=a?b'), ('https://x.example/?utm_campaign=a%3Fb')
) as referrers (referrer);
set local role service_role;
select results_eq('select * from waitlist_sources', $$
  values ('(no tag)', null, null, 7::bigint), (null, null, 'a?b', 3::bigint), ('s', 'm', 'c', 2::bigint)
$$);
reset role;

-- However long tags are, and however many.
select is(length(private.read_tag(repeat('a+', 4000))), 200, 'a tag is cut before it is read');
delete from waitlist;
insert into waitlist (email, referrer)
select number || '@many.example', 'https://x.example/?utm_source=' || number || '%' || repeat('a+', 3500) || '&utm_medium=%41' || number || '&utm_campaign=' || number || repeat('%C3%A9', 60)
from generate_series(1, 300) as number;
select is(proparallel, 's', 'several processes may read tags') from pg_proc where proname = 'read_tag';
-- Makes the planner use several processes here too, if the server can.
set local parallel_setup_cost = 0;
set local parallel_tuple_cost = 0;
set local min_parallel_table_scan_size = 0;
set local role service_role;
set local statement_timeout = '4s';
-- pgTAP's functions cannot run in such a query, so its result is stored first.
create temporary table counted on commit drop as select count(*), sum(signups)::bigint from waitlist_sources;
select results_eq('table counted', 'values (300::bigint, 300::bigint)');

select * from finish();
rollback;

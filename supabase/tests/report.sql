-- The counts of the owner's report.
begin;
select plan(13);

select table_privs_are('public', view, role, privileges)
from unnest(array['waitlist_totals', 'waitlist_days', 'waitlist_sources']) as view, (values
  ('anon', array[]::text[]), ('authenticated', array[]::text[]), ('service_role', array['SELECT'])
) as roles (role, privileges);
select is_empty($$
  select from pg_class
  where relkind = 'v' and relnamespace = 'public'::regnamespace and relname like 'waitlist%'
    and not coalesce('security_invoker=true' = any (reloptions), false)
$$, 'the views read with the rights of the role that asks');

-- Days are those of UTC, whatever the time zone of the session.
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

-- Sources. Each link is another signup of the source beside it; no link of another source is in between.
delete from waitlist;
create temporary table links (link text, source text, medium text, campaign text) on commit drop;
insert into links values
  (null, null, null, null), ('', null, null, null), ('https://x.example/', null, null, null),
  ('/?utm_source=', null, null, null), ('/?utm_source=+%20', null, null, null), ('/?source=x', null, null, null),
  ('/?utm_source=news&utm_medium=mail&utm_campaign=may', 'news', 'mail', 'may'),
  ('/?a&utm_campaign=m%61y&utm_medium=mail&utm_source=n%65ws&utm_source=other#x', 'news', 'mail', 'may'),
  ('/?UTM_Source=NEWS&amp;utm_medium=Mail&amp;Utm_campaign=May', 'news', 'mail', 'may'),
  ('/#utm_source=news&utm_medium=mail&utm_campaign=may', 'news', 'mail', 'may'),
  ('/#join?utm_source=news&utm_medium=mail&utm_campaign=may', 'news', 'mail', 'may'),
  ('/?utm_source=+news%20&utm_medium=%20mail+&utm_campaign=may%C2%A0?fbclid=1', 'news', 'mail', 'may'),
  ('/?utm_source=news?utm_medium=mail?utm_campaign=may#join', 'news', 'mail', 'may'),
  ('/?utm_source=%EF%BD%8E%45%77%73&utm_medium=mail&utm_campaign=may', 'news', 'mail', 'may'),
  ('/?utm_source=tomatoes+%26%20caf%C3%89%2b', E'tomatoes & caf\u00e9+', null, null),
  ('/?utm_source=Tomatoes%20%26%20cafe%CC%81%2B', E'tomatoes & caf\u00e9+', null, null),
  -- An e-mail, whatever its encoding
  ('/?utm_medium=a@x.example', null, '(an e-mail)', null), ('/?utm_medium=b%40x.example', null, '(an e-mail)', null),
  ('/?utm_medium=c%2540x.example', null, '(an e-mail)', null), ('/?utm_medium=d%252540x.example', null, '(an e-mail)', null),
  ('/?utm_medium=e%EF%BC%A0x.example', null, '(an e-mail)', null), ('/?utm_medium=f%40x.example%ff', null, '(an e-mail)', null),
  -- No valid percent-encoding, or no text
  ('/?utm_source=100%', '100%', null, null), ('/?utm_source=100%+off', '100% off', null, null),
  ('/?utm_source=a%2', 'a%2', null, null), ('/?utm_source=%ff', '%ff', null, null), ('/?utm_source=%00', '%00', null, null);
insert into waitlist (email, referrer) select 'a@' || row_number() over () || '.example', link from links;
grant select on links to service_role;
set local role service_role;
select bag_eq('select * from waitlist_sources', 'select source, medium, campaign, count(*) from links group by 1, 2, 3', 'each source is one row');
reset role;

select * from finish();
rollback;

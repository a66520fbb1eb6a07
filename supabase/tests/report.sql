-- The counts of the owner's report.
begin;
select plan(13);

select table_privs_are('public', view, role, privileges)
from unnest(array['waitlist_totals', 'waitlist_days', 'waitlist_sources']) as view, (values
  ('anon', array[]::text[]), ('authenticated', array[]::text[]), ('service_role', array['SELECT'])
) as roles (role, privileges);
select is_empty($$
  select relname from pg_class
  where relkind = 'v' and relnamespace = 'public'::regnamespace and relname like 'waitlist%'
    and 'security_invoker=true' <> all (coalesce(reloptions, '{}'))
$$, 'the views read with the rights of the role that asks');

-- Days are those of UTC, whatever the time zone of the session.
delete from waitlist;
set local timezone = 'Pacific/Kiritimati';
insert into waitlist (email, created_at)
select id || '@report.example', (today + moment) at time zone 'UTC'
from (select (now() at time zone 'UTC')::date as today) as clock, unnest(array[
  interval '0', '-6 days', '-7 days 23:59:59', '-29 days', '-29 days 12:00', '-30 days 23:59:59', '-900 days'
]) with ordinality as moments (moment, id);
set local role service_role;
select results_eq('select total::int, last_7_days::int, last_30_days::int from waitlist_totals', 'values (7, 2, 5)');
select results_eq(
  'select day - (now() at time zone ''UTC'')::date, signups from waitlist_days',
  'select ago, case ago when 0 then 1 when -6 then 1 when -7 then 1 when -29 then 2 else 0 end::bigint
   from generate_series(-29, 0) as ago'
);
reset role;

-- Sources
delete from waitlist;
insert into waitlist (email, referrer)
select id || '@report.example', referrer
from unnest(array[null, '/?utm_source=news', '/', '/?UTM_SOURCE=News#join', '/?ref=hunt'])
  with ordinality as links (referrer, id);
set local role service_role;
select bag_eq(
  'select source, signups from waitlist_sources',
  'values (null, 2::bigint), (''news'', 2), (''hunt'', 1)'
);
reset role;

select * from finish();
rollback;

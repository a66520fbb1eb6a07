-- The counts that the owner's report shows. Days are those of UTC; the last one is today.

create view public.waitlist_days with (security_invoker = true) as
  select day, coalesce(signups, 0) as signups
  from (
    select (now() at time zone 'UTC')::date - ago as day from generate_series(0, 29) as ago
  ) as days
  left join (
    select (created_at at time zone 'UTC')::date as day, count(*) as signups
    from public.waitlist
    group by 1
  ) as counted using (day)
  order by day;

create view public.waitlist_totals with (security_invoker = true) as
  select
    (select count(*) from public.waitlist) as total,
    sum(signups) filter (where day > (now() at time zone 'UTC')::date - 7)::bigint as last_7_days,
    sum(signups)::bigint as last_30_days
  from public.waitlist_days;

create view public.waitlist_sources with (security_invoker = true) as
  select source, count(*) as signups
  from public.waitlist
  group by source;

comment on view public.waitlist_totals is
  'Signups in all, in the last 7 days and in the last 30.';
comment on view public.waitlist_days is
  'Signups of each of the last 30 days.';
comment on view public.waitlist_sources is
  'Signups of each source; null counts those without a tag.';

revoke all on public.waitlist_totals, public.waitlist_days, public.waitlist_sources
  from public, anon, authenticated, service_role;
grant select on public.waitlist_totals, public.waitlist_days, public.waitlist_sources
  to service_role;

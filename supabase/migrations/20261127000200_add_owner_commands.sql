-- What `npm run report` reads and `npm run remove` calls.

-- Signups of each of the last 30 days. Days are those of UTC; the last one is today.
create view public.waitlist_days with (security_invoker = true) as
  select day, count(email) as signups
  from (
    select (now() at time zone 'UTC')::date - ago as day from generate_series(0, 29) as ago
  ) as days
  left join public.waitlist on (created_at at time zone 'UTC')::date = day
  group by day
  order by day;

create view public.waitlist_totals with (security_invoker = true) as
  select
    (select count(*) from public.waitlist) as total,
    sum(signups) filter (where day > (now() at time zone 'UTC')::date - 7) as last_7_days,
    sum(signups) as last_30_days
  from public.waitlist_days;

create view public.waitlist_sources with (security_invoker = true) as
  select source, count(*) as signups
  from public.waitlist
  group by source;

-- Removes an e-mail, whatever its case, and returns it. Unlike a delete with a filter, no call can remove more than
-- one person. The function runs as its owner, since the owner's commands may not delete rows themselves.
create function public.remove_signup(given_email text) returns table (email text)
language sql security definer set search_path = ''
as $$
  delete from public.waitlist
  where lower(waitlist.email) = lower(given_email)
  returning waitlist.email
$$;

-- Older Supabase projects grant everything on these, too.
revoke all on public.waitlist_days, public.waitlist_totals, public.waitlist_sources
  from public, anon, authenticated, service_role;
revoke all on function public.remove_signup(text) from public, anon, authenticated, service_role;

grant select on public.waitlist_days, public.waitlist_totals, public.waitlist_sources to service_role;
grant execute on function public.remove_signup(text) to service_role;

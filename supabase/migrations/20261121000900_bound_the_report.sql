-- The report, whatever stands in the list: days read the last 30 days only, and of a
-- tag no more than its first 200 characters are read.
set local lock_timeout = '5s';

-- Rows come in the order of their time, so a block range index finds a day's rows. It
-- has a few pages at ten million rows, and an insert hardly notices it.
create index waitlist_created_at_idx on public.waitlist using brin (created_at);

create or replace view public.waitlist_days with (security_invoker = true) as
  select day, coalesce(signups, 0) as signups
  from (
    select (now() at time zone 'UTC')::date - ago as day from generate_series(0, 29) as ago
  ) as days
  left join (
    select (created_at at time zone 'UTC')::date as day, count(*) as signups
    from public.waitlist
    where created_at >= (date_trunc('day', now() at time zone 'UTC') - interval '29 days') at time zone 'UTC'
    group by 1
  ) as counted using (day)
  order by day;

create or replace view public.waitlist_totals with (security_invoker = true) as
  select
    (select count(*) from public.waitlist) as total,
    sum(signups) filter (where day > (now() at time zone 'UTC')::date - 7)::bigint as last_7_days,
    sum(signups)::bigint as last_30_days
  from public.waitlist_days;

create or replace function private.read_tag(tag text) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
declare
  readable text := replace(left(tag, 200), '+', ' ');
begin
  if strpos(readable, '%') > 0 then
    begin
      select convert_from(decode(string_agg(
        coalesce(part[1], encode(convert_to(part[2], 'UTF8'), 'hex')), '' order by place
      ), 'hex'), 'UTF8')
      into readable
      from regexp_matches(readable, '%([0-9a-f]{2})|(.)', 'gi')
        with ordinality as parts (part, place);
    exception when data_exception then
      null;
    end;
  end if;
  return case when readable ~ '@|%40' then '(an address)' else readable end;
end;
$$;

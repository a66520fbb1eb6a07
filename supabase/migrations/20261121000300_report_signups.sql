-- What the owner's report shows, counted here so that only the counts travel.
-- Days are those of UTC, and the last of them is today.

create view public.waitlist_totals with (security_invoker = true) as
  select
    count(*) as total,
    count(*) filter (where day > today - 7) as last_7_days,
    count(*) filter (where day > today - 30) as last_30_days
  from
    (select (created_at at time zone 'UTC')::date as day from public.waitlist) as signup,
    (select (now() at time zone 'UTC')::date as today) as clock;

create view public.waitlist_days with (security_invoker = true) as
  select day, count(id) as signups
  from (select (now() at time zone 'UTC')::date - ago as day from generate_series(0, 29) as ago) as days
  left join public.waitlist on (created_at at time zone 'UTC')::date = day
  group by day
  order by day;

-- A tag as its author wrote it. What is not percent-encoded UTF-8 stays as it came;
-- an address, which some mailing tools put into a tag, is not shown.
create function private.read_tag(tag text) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
declare
  readable text := replace(tag, '+', ' ');
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

-- Grouped as they came, then read, and of those the 10,000 largest: however many
-- rows and tags there are, few are read. String functions, because regular
-- expressions take 20 times as long, and "offset 0" so that they run once a row.
create view public.waitlist_sources with (security_invoker = true) as
  select
    case when coalesce(source, medium, campaign) is null then 'direct'
      else private.read_tag(source) end as utm_source,
    private.read_tag(medium) as utm_medium,
    private.read_tag(campaign) as utm_campaign,
    sum(signups)::bigint as signups
  from (
    select
      nullif(split_part(split_part(query, '&utm_source=', 2), '&', 1), '') as source,
      nullif(split_part(split_part(query, '&utm_medium=', 2), '&', 1), '') as medium,
      nullif(split_part(split_part(query, '&utm_campaign=', 2), '&', 1), '') as campaign,
      count(*) as signups
    from (
      select '&' || substr(page, nullif(strpos(page, '?'), 0) + 1) as query
      from (select split_part(referrer, '#', 1) as page from public.waitlist offset 0) as pages
      offset 0
    ) as queries
    group by 1, 2, 3
    order by signups desc
    limit 10000
  ) as tagged
  group by 1, 2, 3
  order by signups desc, utm_source, utm_medium, utm_campaign;

comment on view public.waitlist_totals is
  'Signups in all, in the last 7 days and in the last 30.';
comment on view public.waitlist_days is
  'Signups of each of the last 30 days.';
comment on view public.waitlist_sources is
  'Signups by the utm tags of the page''s address, the most first.';

revoke all on public.waitlist_totals, public.waitlist_days, public.waitlist_sources
  from public, anon, authenticated, service_role;
revoke all on function private.read_tag(text)
  from public, anon, authenticated, service_role;
grant select on public.waitlist_totals, public.waitlist_days, public.waitlist_sources
  to service_role;
grant execute on function private.read_tag(text) to service_role;

-- What the owner's report shows, counted here so that only the counts travel. Days are
-- those of UTC, and the last of them is today.
--
-- Supabase ends a request after 8 seconds
-- (https://supabase.com/docs/guides/database/postgres/timeouts). Of ten million recent
-- signups, each from an address of its own, totals and days take less than half of that on
-- two processors. The sources take 6 seconds, but 11 if the processors have other work: with
-- more than some five million signups they may fail. `npm run bench:db` measures it.

-- Days and totals are counted from the index alone.
create index waitlist_created_at_idx on public.waitlist (created_at);

create view public.waitlist_days with (security_invoker = true) as
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

create view public.waitlist_totals with (security_invoker = true) as
  select
    (select count(*) from public.waitlist) as total,
    sum(signups) filter (where day > (now() at time zone 'UTC')::date - 7)::bigint as last_7_days,
    sum(signups)::bigint as last_30_days
  from public.waitlist_days;

-- A tag as its author wrote it, cut to 200 characters. What is not percent-encoded
-- UTF-8 stays as it came; an address, which some mailing tools put into a tag, is not
-- shown. Several processes may share the reading, which allows no exception handler, so
-- what a tag holds is looked at before it is read
-- (https://www.postgresql.org/docs/15/parallel-safety.html).
create function private.read_tag(tag text) returns text
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
declare
  readable text := replace(left(tag, 200), '+', ' ');
  bytes text;
begin
  if strpos(readable, '%') > 0 then
    select lower(string_agg(
      coalesce(part[1], encode(convert_to(part[2], 'UTF8'), 'hex')), '' order by place
    ))
    into bytes
    from regexp_matches(readable, '%([0-9a-f]{2})|(.)', 'gi')
      with ordinality as parts (part, place);
    -- Well-formed UTF-8 but for NUL, which Postgres takes in no text
    -- (https://www.rfc-editor.org/rfc/rfc3629#section-4).
    if bytes ~ (
      '^(0[1-9a-f]|[1-7].|(c[2-9a-f]|d.)[89ab].|e0[ab].[89ab].|ed[89].[89ab].'
      '|e[1-9a-cef]([89ab].){2}|f0[9ab].([89ab].){2}|f[1-3]([89ab].){3}|f48.([89ab].){2})*$'
    ) then
      readable := convert_from(decode(bytes, 'hex'), 'UTF8');
    end if;
  end if;
  return case when readable ~ '@|%40' then '(an address)' else readable end;
end;
$$;

-- Counted by the tags as they came, of which the 10,000 largest are read. String functions,
-- because regular expressions take 20 times as long. An "offset" keeps the planner from
-- repeating what stands under it for each tag; as '0', unlike 0, it is known early enough
-- to let several processes share the work.
create view public.waitlist_sources with (security_invoker = true) as
  select
    case when coalesce(source, medium, campaign) is null then '(no tag)'
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
      select '&' || right(page, -strpos(page, '?')) as query
      from (
        select split_part(referrer, '#', 1) as page
        from public.waitlist
        offset '0'
      ) as pages
      offset '0'
    ) as queries
    group by source, medium, campaign
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
  'Signups by the utm tags of the page''s own address (referrer), the most first.';

revoke all on public.waitlist_totals, public.waitlist_days, public.waitlist_sources
  from public, anon, authenticated, service_role;
revoke all on function private.read_tag(text)
  from public, anon, authenticated, service_role;
grant select on public.waitlist_totals, public.waitlist_days, public.waitlist_sources
  to service_role;
grant execute on function private.read_tag(text) to service_role;

-- The report's sources within Supabase's time limit of 8 seconds, also of ten million
-- signups (https://supabase.com/docs/guides/database/postgres/timeouts): each address of
-- the page is read once, however many came by it, and Postgres may share the reading
-- among several processes. Those allow no exception handler, so what a tag holds is now
-- looked at before it is read
-- (https://www.postgresql.org/docs/15/parallel-safety.html).
set local lock_timeout = '5s';

-- A tag as its author wrote it, cut to 200 characters. What is not percent-encoded
-- UTF-8 stays as it came; an address, which some mailing tools put into a tag, is not
-- shown.
create or replace function private.read_tag(tag text) returns text
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

-- Grouped by their addresses, then by the tags as they came, and of those the 10,000
-- largest are read.
create or replace view public.waitlist_sources with (security_invoker = true) as
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
      sum(signups) as signups
    from (
      select '&' || substr(page, nullif(strpos(page, '?'), 0) + 1) as query, signups
      from (
        select split_part(referrer, '#', 1) as page, count(*) as signups
        from public.waitlist
        group by page
      ) as pages
      -- So that it is made once an address, not once a tag.
      offset 0
    ) as queries
    group by source, medium, campaign
    order by signups desc
    limit 10000
  ) as tagged
  group by 1, 2, 3
  order by signups desc, utm_source, utm_medium, utm_campaign;

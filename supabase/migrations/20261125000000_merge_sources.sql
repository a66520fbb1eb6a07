-- A source of signups is one row of waitlist_sources, however the utm tags of its links were
-- written. This view replaces the one in 20261122000300_report_signups.sql.

-- A tag as the report shows it: percent-decoded, in small letters, and without spaces around it.
-- NFKC makes one text of all ways to encode a character (https://unicode.org/reports/tr15/).
-- Some mailing tools put the reader's e-mail into a tag. The report hides such a tag. For an
-- empty tag the function returns null.
create function private.read_tag(tag text) returns text
language plpgsql immutable strict set search_path = pg_catalog, pg_temp
as $$
declare
  decoded text := replace(tag, '+', ' ');
  parts text[];
  bytes bytea;
  part text;
begin
  if strpos(decoded, '%') > 0 then
    begin
      parts := string_to_array(decoded, '%');
      bytes := convert_to(parts[1], 'UTF8');
      -- Each further part begins with the two hexadecimal digits of a byte, as in 'caf%c3%a9'.
      -- Where they are missing, as in '100%', decode() fails.
      foreach part in array parts[2:] loop
        bytes := bytes || decode(rpad(left(part, 2), 2, 'x'), 'hex')
          || convert_to(substr(part, 3), 'UTF8');
      end loop;
      decoded := normalize(convert_from(bytes, 'UTF8'), nfkc);
    exception when data_exception then
      -- A tag that is not valid percent-encoding is not decoded.
    end;
  end if;
  decoded := btrim(lower(decoded), E' \t\r\n');
  -- An e-mail that was encoded twice still has %40, or %2540.
  return case when decoded ~ '@|%(25)*40' then '(an e-mail)' else nullif(decoded, '') end;
end;
$$;

-- A tag begins after its name and =, in capitals or small letters, wherever these stand: behind
-- ?, &, #, or &amp;, as some programs write &. It ends before the next &, ? or #. Facebook adds
-- its own tag with a second ?.
--
-- Supabase ends a request after 8 seconds
-- (https://supabase.com/docs/guides/database/postgres/timeouts), and the view takes 2 to 3 for
-- a million signups. So no regular expression reads every signup: three of them would take 16
-- seconds. lower() with the collation "C" changes only ASCII, and is the fastest. The inner
-- group counts the signups that have the same tags before decoding, or any e-mail in a tag.
-- So read_tag() runs once for each group, not for each signup, and only for a tag with another
-- sign than letters, digits, `-`, `_` and `.`: a million different plain tags take 5 seconds, not 18.
create or replace view public.waitlist_sources with (security_invoker = true) as
  select
    case when source ~ '[^-a-z0-9_.]' then private.read_tag(source) else nullif(source, '') end as utm_source,
    case when medium ~ '[^-a-z0-9_.]' then private.read_tag(medium) else nullif(medium, '') end as utm_medium,
    case when campaign ~ '[^-a-z0-9_.]' then private.read_tag(campaign) else nullif(campaign, '') end as utm_campaign,
    sum(signups)::bigint as signups
  from (
    select
      case when replace(source, '%40', '@') like '%@%' then '@' else source end as source,
      case when replace(medium, '%40', '@') like '%@%' then '@' else medium end as medium,
      case when replace(campaign, '%40', '@') like '%@%' then '@' else campaign end as campaign,
      count(*) as signups
    from (
      select
        split_part(split_part(split_part(split_part(
          url, 'utm_source=', 2), '&', 1), '?', 1), '#', 1) as source,
        split_part(split_part(split_part(split_part(
          url, 'utm_medium=', 2), '&', 1), '?', 1), '#', 1) as medium,
        split_part(split_part(split_part(split_part(
          url, 'utm_campaign=', 2), '&', 1), '?', 1), '#', 1) as campaign
      from (
        select lower(referrer collate "C") collate "default" as url
        from public.waitlist
        -- `offset 0` keeps Postgres from computing an expression anew wherever it is used.
        offset 0
      ) as urls
      offset 0
    ) as tags
    group by 1, 2, 3
  ) as counted
  group by 1, 2, 3;

comment on function private.read_tag(text) is
  'A utm tag, decoded, in small letters; (an e-mail) for one that contains an e-mail.';
comment on view public.waitlist_sources is
  'Signups by the utm tags of the page''s own address (referrer), decoded. Tags that differ '
  'only in how they were written are one row.';

-- The view runs with the rights of the role that asks, so that role may run the function. It
-- may not use the schema private, so it can reach the function through the view alone.
revoke all on function private.read_tag(text) from public, anon, authenticated, service_role;
grant execute on function private.read_tag(text) to service_role;
revoke all on public.waitlist_sources from public, anon, authenticated, service_role;
grant select on public.waitlist_sources to service_role;

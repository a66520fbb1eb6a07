-- The waitlist: anyone may add a row, and only the owner may read rows.

-- This schema is for what only the database itself uses. The REST API exposes only the schema public.
create schema private;
revoke all on schema private from public, anon, authenticated, service_role;

-- A text of a URL as a person reads it: decoded as often as it was encoded, in small letters, and
-- without invisible characters and surrounding spaces. Every text can be read.
create function private.read_text(encoded text) returns text
language plpgsql immutable strict set search_path = pg_catalog, pg_temp
as $$
declare
  readable text := replace(encoded, '+', ' ');
  octets bytea;
begin
  if strpos(readable, '%') > 0 then
    -- é is %C3%A9, and %25C3%25A9 if it was encoded twice, since %25 is the code of %. A text of
    -- Postgres cannot contain the octet 00, so %00 is not decoded.
    octets := (
      select string_agg(coalesce(decode(piece[1], 'hex'), convert_to(piece[2], 'UTF8')), '' order by place)
      from regexp_matches(readable, '%(?:25)*(?!00)([0-9a-f]{2})|([^%]+|%)', 'gi')
        with ordinality as pieces (piece, place)
    );
    begin
      readable := convert_from(octets, 'UTF8');
    exception when data_exception then
      -- Old programs write é as %E9. Each octet is a character of Latin-1, so this cannot fail.
      readable := convert_from(octets, 'LATIN1');
    end;
  end if;
  -- NFKC makes one text of all ways to write a character (https://unicode.org/reports/tr15/). The
  -- invisible characters are the control characters and those of
  -- https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
  return btrim(lower(regexp_replace(
    normalize(readable, nfkc),
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f'
    '\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb'
    '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'
  )));
end;
$$;

-- The source of a signup, as in `newsletter / email / november`: the tags utm_source (or ref or source,
-- if there is none), utm_medium and utm_campaign of the page's URL. `-` stands for a missing tag before
-- another tag. Without any tag the source is null. The function runs as its owner, since visitors may not use the schema private.
create function private.read_source(referrer text) returns text
language plpgsql immutable strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- The characters around a link that somebody copies out of a sentence.
  marks constant text := E' \u1680"''`‘’‚‛“”„‟′″«»‹›「」『』()[]{}<>〈〉《》【】/\\|.,:;!?。、*_~-–—';
  parts text[];
  part text;
  pair text;
  name text;
  tag text;
  source text;
  other_source text;
  medium text;
  campaign text;
begin
  -- A tag begins after ?, &, # or ; (as in &amp;) and ends before the next. The table refuses a longer
  -- referrer, but only after this function has read the beginning.
  parts := string_to_array(translate(left(referrer, 2048), '?#;', '&&&'), '&');
  foreach part in array parts[2:] loop
    -- Some programs encode `=` and the `&` after it, too: ?utm_source%3Dnewsletter%26utm_medium%3Demail
    name := split_part(part, '=', 1);
    part := private.read_text(name) || substr(part, length(name) + 1);
    foreach pair in array string_to_array(translate(part, '?#;', '&&&'), '&') loop
      name := split_part(pair, '=', 1);
      continue when name not in ('utm_source', 'utm_medium', 'utm_campaign', 'ref', 'source');
      tag := nullif(btrim(private.read_text(substr(pair, length(name) + 2)), marks), '');
      -- Some mailing tools put the reader's e-mail into a tag.
      if tag ~ '@|%40' then
        tag := '(an e-mail)';
      end if;
      -- Of several tags with the same name, the first counts.
      case name
        when 'utm_source' then source := coalesce(source, tag);
        when 'utm_medium' then medium := coalesce(medium, tag);
        when 'utm_campaign' then campaign := coalesce(campaign, tag);
        else other_source := coalesce(other_source, tag);
      end case;
    end loop;
  end loop;

  source := coalesce(source, other_source);
  return case
    when campaign is not null then concat_ws(' / ', coalesce(source, '-'), coalesce(medium, '-'), campaign)
    when medium is not null then concat_ws(' / ', coalesce(source, '-'), medium)
    else source
  end;
end;
$$;

-- Postgres computes the table's column with the rights of the role that inserts.
revoke all on function private.read_text(text), private.read_source(text)
  from public, anon, authenticated, service_role;
grant execute on function private.read_source(text) to anon, service_role;

create table public.waitlist (
  id bigint generated always as identity primary key,
  email text not null,
  referrer text,
  source text generated always as (private.read_source(referrer)) stored,
  created_at timestamptz not null default now(),

  -- The HTML standard's pattern for an e-mail field
  -- (https://html.spec.whatwg.org/#valid-e-mail-address): a name, a label, more labels.
  -- SMTP allows at most 254 octets (https://www.rfc-editor.org/errata/eid1690).
  constraint waitlist_email_check check (
    octet_length(email) <= 254
    and email ~ (
      '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@'
      '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
      '(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
    )
  ),

  -- Advertisers' tools have the same limit
  -- (https://learn.microsoft.com/en-us/advertising/guides/entity-hierarchy-limits). The page
  -- cuts a longer referrer. A terminal or a spreadsheet could obey control characters.
  constraint waitlist_referrer_check check (
    octet_length(referrer) <= 2048
    and referrer !~ '[\u0001-\u001f\u007f-\u009f]'
  )
);

create unique index waitlist_email_key on public.waitlist (lower(email));

comment on table public.waitlist is
  'Signups of the waitlist. The public role may add rows and do nothing else.';
comment on column public.waitlist.email is
  'The e-mail that the visitor gave, its domain in ASCII; unique regardless of case.';
comment on column public.waitlist.referrer is
  'The page''s own URL at the moment of submission. It is not the browser''s Referer header.';
comment on column public.waitlist.source is
  'Where the visitor came from, as the tags in the referrer say: source / medium / campaign.';
comment on column public.waitlist.created_at is
  'The database gives the time. Rows that the owner imports keep their own time.';

-- Older Supabase projects grant everything on a new table to these roles.
revoke all on table public.waitlist from public, anon, authenticated, service_role;
revoke all on sequence public.waitlist_id_seq from public, anon, authenticated, service_role;

grant usage on schema public to anon, service_role;
grant insert (email, referrer) on table public.waitlist to anon;
grant select, insert (email, referrer, created_at) on table public.waitlist to service_role;

alter table public.waitlist enable row level security;

create policy "Anyone can join the waitlist" on public.waitlist
  for insert to anon
  with check (true);

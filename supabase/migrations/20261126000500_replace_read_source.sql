-- Replaces the two functions that read the source of a signup. The new ones differ in two points: only
-- something@something.tld is an e-mail, so that a handle such as @janedoe is a source, and a tag keeps a
-- bracket whose partner is in the tag, too, as in `Launch (01ABC)`. `create or replace` keeps the grants.

-- A text of a URL as a person reads it: decoded as often as it was encoded, in small letters, and
-- without invisible characters and surrounding spaces. Every text can be read.
create or replace function private.read_text(encoded text) returns text
language plpgsql immutable strict set search_path = pg_catalog, pg_temp
as $$
declare
  -- The code of one octet. é is %C3%A9, and %25C3%25A9 if it was encoded twice, since %25 is the code
  -- of %. A text of Postgres cannot contain the octet 00, so %00 is not decoded.
  code constant text := '%(?:25)*(?!00)([0-9a-f]{2})';
  -- The control characters, and https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
  invisible constant text :=
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f'
    '\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb'
    '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
  readable text := replace(encoded, '+', ' ');
  octets bytea;
begin
  if strpos(readable, '%') > 0 then
    octets := (
      select string_agg(coalesce(decode(piece[1], 'hex'), convert_to(piece[2], 'UTF8')), '' order by place)
      from regexp_matches(readable, code || '|([^%]+|%)', 'gi') with ordinality as pieces (piece, place)
    );
    begin
      readable := convert_from(octets, 'UTF8');
    exception when data_exception then
      -- Old programs write é as %E9. Each octet is a character of Latin-1, so this cannot fail.
      readable := convert_from(octets, 'LATIN1');
    end;
  end if;
  -- NFKC makes one text of all ways to write a character (https://unicode.org/reports/tr15/).
  return btrim(lower(regexp_replace(normalize(readable, nfkc), invisible, '', 'g')));
end;
$$;

-- The source of a signup, as in `newsletter / email / november`: the tags utm_source (or ref or source,
-- if there is none), utm_medium and utm_campaign of the page's URL. `-` stands for a missing tag before
-- another tag. Without any tag the source is null. The function runs as its owner, since visitors may
-- not use the schema private.
create or replace function private.read_source(referrer text) returns text
language plpgsql immutable strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- Around a link that somebody copies out of a sentence are marks and brackets: (see “…?ref=news”).
  marks constant text := ' \u1680"''`‘’‚‛“”„‟′″«»‹›/\\|.,:;!?。、*_~\-–—';
  brackets constant text := '()\[\]{}<>「」『』〈〉《》【】';
  -- This function removes them from the ends of a value. The rest begins and ends with a plain character
  -- or with a bracketed part: `Launch (01ABC)`. It is never a bracketed part alone: of `(news)` it is `news`.
  plain constant text := '[^' || marks || brackets || ']';
  bracketed constant text := '[(\[{<「『〈《【][^' || brackets || ']*[)\]}>」』〉》】]';
  edge constant text := '(?:' || plain || '|' || bracketed || ')';
  trimmed constant text := edge || '.*' || edge || '|' || plain;
  -- Some mailing tools put the reader's e-mail into a tag. In its domain a letter follows a dot, so
  -- typescript@5.4.2 is no e-mail, nor is the handle in threads.net/@jane.doe. read_text decodes @ unless its
  -- code was written with codes, as in %4%30.
  with_email constant text := '.*[^\s@/](?:@|%(?:25)*40)[^\s@/]+\.[a-z\u0080-\U0010ffff].*';
  tags text;
begin
  -- First read the names of all tags. A tag begins after ?, &, # or ; (as in &amp;) and ends before the
  -- next; tag[1] is its name, and tag[2] the rest. Some programs encode `=` and the `&` after it, too, and
  -- so make one name of several tags: ?utm_source%3Dnewsletter%26utm_medium%3Demail. The table refuses a
  -- referrer of more than 2,048 octets, but only after this function has run.
  tags := (
    select string_agg('&' || private.read_text(tag[1]) || tag[2], '' order by place)
    from regexp_matches(left(referrer, 2048), '[?&#;]([^?&#;=]+)([^?&#;]*)', 'g')
      with ordinality as found (tag, place)
  );

  -- Then read the value, tag[2], of each tag that has one of five names. If several tags have the same
  -- name, the first of them that is not empty counts.
  return (
    with first_values as (
      select
        (array_agg(value order by place) filter (where tag[1] = 'utm_source'))[1] as source,
        (array_agg(value order by place) filter (where tag[1] in ('ref', 'source')))[1] as other_source,
        (array_agg(value order by place) filter (where tag[1] = 'utm_medium'))[1] as medium,
        (array_agg(value order by place) filter (where tag[1] = 'utm_campaign'))[1] as campaign
      from
        regexp_matches(tags, '[?&#;]([^?&#;=]+)=([^?&#;]*)', 'g') with ordinality as found (tag, place),
        substring(private.read_text(tag[2]) from trimmed) as readable,
        regexp_replace(readable, with_email, '(an e-mail)') as value
      where tag[1] in ('utm_source', 'utm_medium', 'utm_campaign', 'ref', 'source')
        and value is not null
    )
    -- No value ends with a character that rtrim removes.
    select nullif(rtrim(concat_ws(' / ',
      coalesce(source, other_source, '-'), coalesce(medium, '-'), coalesce(campaign, '-')
    ), ' /-'), '')
    from first_values
  );
end;
$$;

-- The waitlist. Visitors have the role `anon`: they may add a row, and nothing else. The owner's commands
-- have the role `service_role`: they may also read the rows.

create table public.waitlist (
  id bigint generated always as identity primary key,

  -- The page and the owner's commands write the domain in ASCII.
  email text not null,

  -- The page's own URL at the moment of the submit. It is not the browser's Referer header.
  referrer text,

  -- The tags of that URL in small letters, as in `newsletter / email / november`. A tag begins after ?, &, # or ;
  -- (as in &amp;) and ends before the next of these. `-` stands for a missing tag before another one. Without any
  -- tag the source is null.
  source text generated always as (nullif(regexp_replace(
    coalesce(
      substring(lower(referrer) from '[?&#;]utm_source=([^?&#;]+)'),
      substring(lower(referrer) from '[?&#;](?:ref|source)=([^?&#;]+)'),
      '-'
    )
    || ' / ' || coalesce(substring(lower(referrer) from '[?&#;]utm_medium=([^?&#;]+)'), '-')
    || ' / ' || coalesce(substring(lower(referrer) from '[?&#;]utm_campaign=([^?&#;]+)'), '-'),
    '( / -)+$', ''
  ), '-')) stored,

  -- The time of the signup. The owner's import writes the times of a backup.
  created_at timestamptz not null default now(),

  -- The HTML standard's pattern for an e-mail field (https://html.spec.whatwg.org/#valid-e-mail-address): a name,
  -- a label, more labels. SMTP allows at most 254 octets (https://www.rfc-editor.org/errata/eid1690).
  constraint waitlist_email_check check (
    octet_length(email) <= 254
    and email ~ (
      '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@'
      '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
      '(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
    )
  ),

  -- The page cuts a longer URL. Advertisers' tools have the same limit
  -- (https://learn.microsoft.com/en-us/advertising/guides/entity-hierarchy-limits). A terminal or a spreadsheet
  -- could obey control characters.
  constraint waitlist_referrer_check check (
    octet_length(referrer) <= 2048
    and referrer !~ '[\u0001-\u001f\u007f-\u009f]'
  )
);

create unique index waitlist_email_key on public.waitlist (lower(email));

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

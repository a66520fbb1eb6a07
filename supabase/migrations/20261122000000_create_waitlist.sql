-- The waitlist: anyone may add a row, and only the owner may read rows.

-- For what only the database itself uses: the REST API exposes only the schema public.
create schema private;
revoke all on schema private from public, anon, authenticated, service_role;

create table public.waitlist (
  id bigint generated always as identity primary key,
  email text not null,
  referrer text,
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

  -- The limit of advertisers' tools
  -- (https://learn.microsoft.com/en-us/advertising/guides/entity-hierarchy-limits); the page
  -- cuts a longer one. A terminal or a spreadsheet could obey control characters.
  constraint waitlist_referrer_check check (
    octet_length(referrer) <= 2048
    and referrer !~ '[\u0001-\u001f\u007f-\u009f]'
  )
);

create unique index waitlist_email_key on public.waitlist (lower(email));

comment on table public.waitlist is
  'Signups of the waitlist. The public role may add rows and do nothing else.';
comment on column public.waitlist.email is
  'The address that the visitor gave, its domain in ASCII; unique regardless of case.';
comment on column public.waitlist.referrer is
  'The page''s own address at the moment of submission. Its utm tags tell where the '
  'visitor came from. It is not the browser''s Referer header.';
comment on column public.waitlist.created_at is
  'Given by the database; rows that the owner imports keep their own.';

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

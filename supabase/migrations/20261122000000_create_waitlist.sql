-- The waitlist: anyone may add a row, and only the owner may read them.

-- What only the database itself uses: the REST API exposes the schema public alone.
create schema private;
revoke all on schema private from public, anon, authenticated, service_role;

create table public.waitlist (
  -- The default is never stored: a trigger gives every row the next number.
  id bigint primary key default 0,
  email text not null,
  referrer text,
  created_at timestamptz not null default now(),

  -- The HTML standard's pattern for an e-mail field
  -- (https://html.spec.whatwg.org/#valid-e-mail-address): a name, a label, more labels.
  -- Mail takes no longer address (https://www.rfc-editor.org/errata/eid1690).
  constraint waitlist_email_check check (
    octet_length(email) <= 254
    and email ~ (
      '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@'
      '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
      '(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
    )
  ),

  -- Advertisers' tools take no longer address
  -- (https://learn.microsoft.com/en-us/advertising/guides/entity-hierarchy-limits), and the
  -- page cuts one. A terminal or a spreadsheet could obey control characters.
  constraint waitlist_referrer_check check (
    octet_length(referrer) <= 2048
    and referrer !~ '[\u0001-\u001f\u007f-\u009f]'
  )
);

create unique index waitlist_email_key on public.waitlist (lower(email));

comment on table public.waitlist is
  'Signups of the waitlist. The public role may add rows and do nothing else.';
comment on column public.waitlist.id is
  'Given by the database, whatever an insert names.';
comment on column public.waitlist.email is
  'The address that the visitor gave, its domain in ASCII; unique regardless of case.';
comment on column public.waitlist.referrer is
  'The address of the page itself at the moment of submission, whose utm tags tell '
  'where the visitor came from. It is not the Referer header of the browser.';
comment on column public.waitlist.created_at is
  'Given by the database; rows that the owner imports keep their own.';

-- Not an identity column, into which \copy writes a file's ids
-- (https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-NOTES): a visitor who
-- was given the same id later would be told that they are on the list already.
create sequence public.waitlist_id_seq owned by public.waitlist.id;

-- Triggers that read or write what a visitor may not run as their owner. They name pg_temp
-- last, or what a visitor has made there would be found first
-- (https://www.postgresql.org/docs/current/sql-createfunction.html#SQL-CREATEFUNCTION-SECURITY).
-- They use indexes only: a session that began with a short list would keep the plan to
-- read all of it (https://www.postgresql.org/docs/current/plpgsql-implementation.html#PLPGSQL-PLAN-CACHING).
create function private.number_signup() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off
as $$
begin
  -- Repeats only if the sequence was set back, as by a restored backup.
  loop
    new.id := nextval('public.waitlist_id_seq');
    exit when not exists (select from public.waitlist where id = new.id);
  end loop;
  return new;
end;
$$;

create trigger number_signup
  before insert on public.waitlist
  for each row execute function private.number_signup();

-- Older Supabase projects grant everything on a new table to these roles, and Postgres
-- lets everybody run a new function.
revoke all on table public.waitlist from public, anon, authenticated, service_role;
revoke all on sequence public.waitlist_id_seq from public, anon, authenticated, service_role;
revoke all on function private.number_signup() from public, anon, authenticated, service_role;

grant usage on schema public to anon, service_role;
grant insert (email, referrer) on table public.waitlist to anon;
grant select, insert on table public.waitlist to service_role;

alter table public.waitlist enable row level security;

create policy "Anyone can join the waitlist" on public.waitlist
  for insert to anon
  with check (true);

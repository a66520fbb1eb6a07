-- The waitlist: anyone may add a row, and only the owner may read them.

-- For what only the database itself uses: the REST API exposes the schema public alone.
create schema private;
revoke all on schema private from public, anon, authenticated, service_role;

-- An address without its case, in every script: "und-x-icu" folds alike wherever this
-- runs. Two addresses that fold alike are one person. It sets no search_path, with which
-- Postgres would not inline it: each signup would take some 10 % longer.
create function private.folded(address text) returns text
language sql immutable parallel safe
return lower(address collate "und-x-icu");

create table public.waitlist (
  -- The default is never stored: a trigger gives every row the next number.
  id bigint primary key default 0,
  -- "C" orders the index below the same for ever.
  email text collate "C" not null,
  referrer text,
  created_at timestamptz not null default now(),

  -- The HTML standard's rule for an e-mail field, with domains in any script as
  -- browsers take them (https://html.spec.whatwg.org/#valid-e-mail-address).
  -- The length comes first, so a huge text reaches neither pattern nor index.
  constraint waitlist_email_check check (
    case
      when octet_length(email) > 254 then false
      else
        email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9.\u0080-\U0010ffff-]+$'
        -- No label is empty, begins or ends with a hyphen, or is longer than 63.
        and '.' || split_part(email, '@', 2) || '.' !~ '\.\.|\.-|-\.|[^.]{64}'
        -- The rest is what domains in other scripts may not hold
        -- (https://www.unicode.org/reports/tr46/#Table_IDNA_Mapping). First white space,
        -- controls, format characters such as joiners, and unassigned ones. "und-x-icu"
        -- makes this class the same in every locale.
        and email collate "und-x-icu" ~ '^[[:graph:]]+$'
        -- Characters that stand for others, such as full-width letters.
        and email is nfkc normalized
        and email !~ (
          -- Letters and marks that are not seen, such as variation selectors
          '[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef'
          -- The ideographic full stop and description marks, replacements, private use
          '\u3002\u2ff0-\u2fff\ufffc\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff]'
        )
    end
  ),

  -- 8 KiB is more than any server takes in an address. A terminal or a spreadsheet
  -- could obey control characters.
  constraint waitlist_referrer_check check (
    case
      when octet_length(referrer) > 8192 then false
      else referrer !~ '[\u0001-\u001f\u007f-\u009f]'
    end
  )
);

create unique index waitlist_email_key on public.waitlist (private.folded(email));

comment on table public.waitlist is
  'Signups of the waitlist. The public role may add rows and do nothing else.';
comment on column public.waitlist.id is
  'Given by the database, whatever an insert names.';
comment on column public.waitlist.email is
  'The address that the visitor gave, which the page sends with its domain in ASCII; '
  'unique regardless of case.';
comment on column public.waitlist.referrer is
  'The address of the page itself at the moment of submission, whose utm tags tell '
  'where the visitor came from. It is not the Referer header of the browser.';
comment on column public.waitlist.created_at is
  'Given by the database; rows that the owner imports keep their own.';

-- An identity column is not enough, not even one "generated always": \copy writes ids
-- into it without asking (https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-NOTES).
-- Rows that were imported with ids would take those of the visitors to come, who would
-- then be told that they are on the list already.
create sequence public.waitlist_id_seq owned by public.waitlist.id;

-- Trigger functions that read or write what a visitor may not run as their owner. Unless
-- pg_temp is named last it is searched first, and a type that a visitor has made there
-- could be taken for one of the server's
-- (https://www.postgresql.org/docs/current/sql-createfunction.html#SQL-CREATEFUNCTION-SECURITY).
--
-- A session keeps the first plans that it makes, and for a short table the cheapest plan is
-- to read all of it. Sessions that began with an empty list would later read the whole
-- list for every signup, so these functions use indexes only
-- (https://www.postgresql.org/docs/current/plpgsql-implementation.html#PLPGSQL-PLAN-CACHING).
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
revoke all on table public.waitlist
  from public, anon, authenticated, service_role;
revoke all on sequence public.waitlist_id_seq
  from public, anon, authenticated, service_role;
revoke all on function private.folded(text), private.number_signup()
  from public, anon, authenticated, service_role;

grant usage on schema public to anon, service_role;
grant insert (email, referrer) on table public.waitlist to anon;
grant select, insert on table public.waitlist to service_role;
-- The index calls it as the inserting role, which still cannot call it by name: it has no
-- right to the schema.
grant execute on function private.folded(text) to anon, service_role;

alter table public.waitlist enable row level security;

create policy "Anyone can join the waitlist" on public.waitlist
  for insert to anon
  with check (true);

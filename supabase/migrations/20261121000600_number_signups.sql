-- An id is given by the database and by nobody else. An identity column is not enough,
-- not even one "generated always": \copy writes ids into it without asking
-- (https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-NOTES). Rows that were
-- imported with ids took those of the visitors to come, who were then told that
-- they are on the list already.
--
-- Rows that the owner imports get new ids, and keep the created_at they come with.
set local lock_timeout = '5s';

alter table public.waitlist
  alter column id drop identity,
  -- Never stored: the trigger puts the next number in its place.
  alter column id set default 0;
create sequence public.waitlist_id_seq owned by public.waitlist.id;
revoke all on sequence public.waitlist_id_seq
  from public, anon, authenticated, service_role;
select setval('public.waitlist_id_seq', max(id)) from public.waitlist;

comment on column public.waitlist.id is
  'Given by the database, whatever an insert names.';
comment on column public.waitlist.created_at is
  'Given by the database; rows that the owner imports keep their own.';

create function private.number_signup() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- More than once only if the sequence was set back, as a restored backup may do.
  loop
    new.id := nextval('public.waitlist_id_seq');
    exit when not exists (select from public.waitlist where id = new.id);
  end loop;
  return new;
end;
$$;
revoke all on function private.number_signup()
  from public, anon, authenticated, service_role;

-- Triggers run in the order of their names: a held signup takes no number.
create trigger number_signup
  before insert on public.waitlist
  for each row execute function private.number_signup();

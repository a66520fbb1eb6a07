-- How the owner takes one person off the waitlist: by inserting the address here.
-- Unlike a delete with a filter, no request can name more than one person, and
-- the address is compared as the list's unique index compares it.

create view public.waitlist_removals with (security_invoker = true) as
  select email from public.waitlist where false;

comment on view public.waitlist_removals is
  'Always empty: an address inserted here is taken off the waitlist.';

create function private.remove_signup() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.waitlist
  where lower(email collate "und-x-icu") collate "C"
    = lower(new.email collate "und-x-icu") collate "C"
  returning email into new.email;
  -- The answer holds who was taken off, and nobody if that is nobody.
  return case when found then new end;
end;
$$;

create trigger remove_signup
  instead of insert on public.waitlist_removals
  for each row execute function private.remove_signup();

revoke all on public.waitlist_removals
  from public, anon, authenticated, service_role;
revoke all on function private.remove_signup()
  from public, anon, authenticated, service_role;
grant select, insert on public.waitlist_removals to service_role;

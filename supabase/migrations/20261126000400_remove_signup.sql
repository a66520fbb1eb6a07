-- The owner removes one person with this function, in the SQL editor or by `npm run remove`. Unlike
-- a delete with a filter, no call can remove more than one person.

create function public.remove_signup(given_email text) returns table (email text)
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  delete from public.waitlist
  where lower(waitlist.email) = lower(given_email)
  returning waitlist.email
$$;
comment on function public.remove_signup(text) is
  'Removes an e-mail from the waitlist, whatever its case. Returns the removed e-mail.';

revoke all on function public.remove_signup(text)
  from public, anon, authenticated, service_role;
grant execute on function public.remove_signup(text) to service_role;

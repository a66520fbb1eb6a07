-- One request takes one person off, also where its body is a list. What the first
-- row sets lasts until the transaction ends, and PostgREST makes one of each request.
create or replace function private.remove_signup() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if current_setting('waitlist.removed', true) <> '' then
    raise sqlstate 'PT400' using message = 'One person a request';
  end if;
  perform set_config('waitlist.removed', 'true', true);

  delete from public.waitlist
  where lower(email collate "und-x-icu") collate "C"
    = lower(new.email collate "und-x-icu") collate "C"
  returning email into new.email;
  -- The answer holds who was taken off, and nobody if that is nobody.
  return case when found then new end;
end;
$$;

-- What a signup looks up is found by index, from a list's first signup on. A session
-- keeps the plans that it has made first, and while a table is short, reading all of it
-- is the cheapest plan: sessions that met an empty list went on to read the whole of it,
-- twice for every signup, until Postgres counted its rows anew
-- (https://www.postgresql.org/docs/current/plpgsql-implementation.html#PLPGSQL-PLAN-CACHING).
alter function private.number_signup() set enable_seqscan = off;

-- That holds for the functions that are called from here too. Without "only_row" their
-- tables have no index to use, and a plan without one is then rated so costly that
-- Postgres compiles it first, which takes 30 ms
-- (https://www.postgresql.org/docs/current/jit-decision.html).
create or replace function private.visitor_hash() returns bytea
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select sha256(salt || convert_to(private.visitor_address(), 'UTF8'))
    from private.signup_salt where only_row
  );
end;
$$;

create or replace function private.visitor_address() returns text
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  headers json;
  address inet;
begin
  headers := current_setting('request.headers', true);
  address := trim(coalesce(
    case when exists (select from private.signing_secret where only_row) then
      headers ->> 'x-nf-client-connection-ip'
    end,
    split_part(headers ->> 'x-forwarded-for', ',', 1)
  ))::inet;
  if family(address) = 6 and not address <<= '::ffff:0:0/96' then
    address := network(set_masklen(address, 64));
  end if;
  return coalesce(host(address), 'unknown');
exception when data_exception then
  return 'unknown';
end;
$$;

-- The visitor's hash is kept for count_signup, which comes last in the same insert.
create or replace function private.admit_signup() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off
as $$
declare
  hash constant bytea := private.visitor_hash();
  address text;
begin
  perform set_config('waitlist.visitor', hash::text, true);
  perform pg_advisory_xact_lock(hashtextextended(hash::text, 1));
  if exists (
    select from private.signup_counter
    where visitor = hash and private.is_recent(signed_up_at[private.signups_allowed()])
  ) then
    raise sqlstate 'PT429' using
      message = 'Too many signups from this address',
      hint = 'Try again in 10 minutes.';
  end if;

  -- What is longer is no address, and is left to the check.
  if octet_length(new.email) <= 254 then
    address := lower(new.email collate "und-x-icu");
    perform pg_advisory_xact_lock(hashtextextended(address collate "C", 2));
    if exists (
      select from public.waitlist
      where lower(email collate "und-x-icu") collate "C" = address collate "C"
    ) then
      raise unique_violation using
        message = 'duplicate key value violates unique constraint "waitlist_email_key"',
        constraint = 'waitlist_email_key';
    end if;
  end if;
  return new;
end;
$$;

create or replace function private.count_signup() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off
as $$
begin
  insert into private.signup_counter as counter (visitor, signed_up_at)
  values (current_setting('waitlist.visitor')::bytea, array[now()])
  on conflict (visitor) do update set signed_up_at = array(
    select moment from unnest(counter.signed_up_at || now()) as moment
    where private.is_recent(moment)
    order by moment desc limit private.signups_allowed()
  );

  -- A few at a time, never waiting: faster than counters can be added.
  delete from private.signup_counter
  where visitor = any (array(
    select visitor from private.signup_counter
    where signed_up_at[1] <= now() - interval '10 minutes'
    order by signed_up_at[1]
    limit 10
    for update skip locked
  ));
  return null;
end;
$$;

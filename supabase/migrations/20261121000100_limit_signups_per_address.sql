-- At most 30 signups stand from one visitor address in any 10 minutes. A row
-- trigger counts, because PostgREST's db-pre-request would see a bulk insert once.

create schema if not exists private;
revoke all on schema private from public, anon, authenticated, service_role;

create table private.signup_salt (
  salt bytea not null,
  only_row boolean primary key default true check (only_row)
);
insert into private.signup_salt (salt)
values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

create table private.signup_counter (
  visitor bytea primary key,
  -- Its newest signups, newest first, never more than the limit.
  signed_up_at timestamptz[] not null
);
create index signup_counter_newest_idx
  on private.signup_counter ((signed_up_at[1]));

comment on table private.signup_salt is
  'Keeps visitor addresses from being read back out of signup_counter.';
comment on table private.signup_counter is
  'When each visitor address, salted and hashed, signed up in the last 10 minutes.';

revoke all on table private.signup_salt, private.signup_counter
  from public, anon, authenticated, service_role;

-- The visitor's address: the first of x-forwarded-for in what PostgREST hands on
-- (https://docs.postgrest.org/en/v14/references/transactions.html#request-headers-cookies-and-jwt-claims).
-- An IPv6 visitor owns a whole /64 and is counted by it. Whatever cannot be read
-- as an address is counted as one visitor together.
--
-- Both functions run as their owner. Unless pg_temp is named last it is searched
-- first, and a visitor's temporary type could stand in for one of the server's
-- (https://www.postgresql.org/docs/current/sql-createfunction.html#SQL-CREATEFUNCTION-SECURITY).
create function private.visitor_address() returns text
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  address inet;
begin
  address := trim(split_part(
    current_setting('request.headers', true)::json ->> 'x-forwarded-for', ',', 1
  ))::inet;
  if family(address) = 6 and not address <<= '::ffff:0:0/96' then
    address := network(set_masklen(address, 64));
  end if;
  return coalesce(host(address), 'unknown');
exception when data_exception then
  return 'unknown';
end;
$$;

create function private.limit_signups() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  signups_allowed constant integer := 30;
  window_length constant interval := interval '10 minutes';
  hash constant bytea := (
    select sha256(salt || convert_to(private.visitor_address(), 'UTF8'))
    from private.signup_salt
  );
begin
  -- The row lock makes parallel requests of one visitor wait for each other. Once
  -- the 30th newest signup is inside the window, nothing is updated.
  insert into private.signup_counter as counter (visitor, signed_up_at)
  values (hash, array[now()])
  on conflict (visitor) do update
    set signed_up_at = (
      array(
        select moment from unnest(counter.signed_up_at || now()) as moment
        order by moment desc limit signups_allowed
      )
    )
    where coalesce(
      counter.signed_up_at[signups_allowed] <= now() - window_length, true
    );

  if not found then
    -- PostgREST answers PTxyz as HTTP xyz
    -- (https://docs.postgrest.org/en/v14/references/errors.html#raise-errors-with-http-status-codes).
    raise sqlstate 'PT429' using
      message = 'Too many signups from this address',
      hint = 'Try again in 10 minutes.';
  end if;

  -- A few at a time, never waiting: faster than counters can be added.
  delete from private.signup_counter
  where visitor in (
    select visitor from private.signup_counter
    where signed_up_at[1] <= now() - window_length
    order by signed_up_at[1]
    limit 10
    for update skip locked
  );

  return new;
end;
$$;

revoke all on function private.visitor_address(), private.limit_signups()
  from public, anon, authenticated, service_role;

create trigger limit_signups
  before insert on public.waitlist
  for each row when (current_user = 'anon')
  execute function private.limit_signups();

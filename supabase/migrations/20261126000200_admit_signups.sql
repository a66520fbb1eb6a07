-- Checks a visitor's signup, in this order: it is signed if that is required, it is the only
-- one of its request, its visitor is within the limit, and its e-mail is not on the list yet.

-- At most one row, as in private.signing_secret.
create table private.signup_salt (
  salt bytea not null,
  only_row boolean primary key default true check (only_row)
);
comment on table private.signup_salt is
  'Random bytes that are hashed with each IP address. Without these bytes nobody can find out by '
  'trying which IP address a hash in recent_signup stands for.';
insert into private.signup_salt (salt) values (extensions.gen_random_bytes(32));

create table private.recent_signup (
  visitor bytea not null,
  signed_up_at timestamptz not null default now()
);
create index recent_signup_visitor_idx on private.recent_signup (visitor, signed_up_at);
create index recent_signup_time_idx on private.recent_signup (signed_up_at);
comment on table private.recent_signup is
  'Recent signups by the visitor''s IP address, salted and hashed. After 10 minutes they no '
  'longer count, and the next signup deletes them.';

-- For an event, the owner may replace this function by one with a larger number (docs/owner.md).
create function private.signups_allowed() returns integer
language sql immutable set search_path = pg_catalog, pg_temp
return 30;
comment on function private.signups_allowed() is
  'How many signups one IP address may make in 10 minutes.';

-- The visitor's IP address, salted and hashed. Where a signature is required, Netlify's own header
-- has the IP address. Otherwise, or without that header, the function takes the first IP address of
-- x-forwarded-for, which the sender may have written. All IP addresses of one IPv6 /64 network count
-- as one visitor. An IPv4 address that is written as IPv6, such as ::ffff:192.0.2.1, counts by itself.
-- All visitors without a readable IP address count as one visitor.
-- https://docs.postgrest.org/en/v14/references/transactions.html#request-headers-cookies-and-jwt-claims
create function private.visitor_hash() returns bytea
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  headers json;
  ip inet;
begin
  begin
    headers := current_setting('request.headers', true);
    ip := trim(coalesce(
      case when exists (select from private.signing_secret) then
        headers ->> 'x-nf-client-connection-ip'
      end,
      split_part(headers ->> 'x-forwarded-for', ',', 1)
    ))::inet;
    if family(ip) = 6 and not ip <<= '::ffff:0:0/96' then
      ip := network(set_masklen(ip, 64));
    end if;
  exception when data_exception then
    ip := null;
  end;
  return (
    select sha256(salt || convert_to(coalesce(host(ip), 'unknown'), 'UTF8'))
    from private.signup_salt
  );
end;
$$;

-- Runs as its owner, since visitors may neither read nor write these tables. The search path
-- names pg_temp last: otherwise Postgres would look there first, where a visitor may create
-- a table or a function
-- (https://www.postgresql.org/docs/current/sql-createfunction.html#SQL-CREATEFUNCTION-SECURITY).
-- PostgREST answers an error PTxyz with the HTTP status xyz
-- (https://docs.postgrest.org/en/v14/references/errors.html#raise-errors-with-http-status-codes).
create function private.admit_signup() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  hash constant bytea := private.visitor_hash();
begin
  -- This check comes first, so that an unsigned request learns nothing else.
  if not private.is_signed_as_required() then
    raise insufficient_privilege using message = 'Signups are taken through the site only';
  end if;

  -- The setting lasts as long as the transaction, which is one request of PostgREST
  -- (https://docs.postgrest.org/en/v14/references/transactions.html).
  if current_setting('waitlist.has_signup', true) = 'true' then
    raise sqlstate 'PT400' using message = 'A request may add only one signup';
  end if;
  perform set_config('waitlist.has_signup', 'true', true);

  -- Parallel requests of one visitor wait for each other here, so that each counts the
  -- signups of those before it.
  perform pg_advisory_xact_lock(hashtextextended(hash::text, 0));
  if private.signups_allowed() <= (
    select count(*) from private.recent_signup
    where visitor = hash and signed_up_at > now() - interval '10 minutes'
  ) then
    raise sqlstate 'PT429' using
      message = 'Too many signups from this IP address',
      hint = 'Try again in 10 minutes.';
  end if;

  -- The unique index would refuse a known e-mail, too, but only once the row is written, and
  -- such a row stays on disk until vacuum.
  if exists (select from public.waitlist where lower(email) = lower(new.email)) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "waitlist_email_key"',
      constraint = 'waitlist_email_key';
  end if;

  insert into private.recent_signup (visitor) values (hash);
  -- Skips rows that another request is deleting, so that no request waits for another
  -- (https://www.postgresql.org/docs/current/sql-select.html#SQL-FOR-UPDATE-SHARE).
  delete from private.recent_signup
  where ctid = any (array(
    select ctid from private.recent_signup
    where signed_up_at <= now() - interval '10 minutes'
    for update skip locked
  ));
  return new;
end;
$$;

revoke all on table private.signup_salt, private.recent_signup
  from public, anon, authenticated, service_role;
revoke all on function
  private.signups_allowed(), private.visitor_hash(), private.admit_signup()
  from public, anon, authenticated, service_role;

create trigger admit_signup
  before insert on public.waitlist
  for each row when (current_user = 'anon')
  execute function private.admit_signup();

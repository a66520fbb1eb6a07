-- One signup a request, at most 30 from one visitor address in any 10 minutes, and a
-- refused request writes next to nothing.
--
-- Postgres writes the rows of a statement one by one, keeps their room on disk when a
-- later one is refused, and tells no trigger how many are to come. So admit_signup holds
-- the first row back and refuses a second, and add_held_signup inserts it once the
-- statement has ended, still as the public role. A trigger that only counted the rows
-- would be shorter, but each refused request of two would leave the first one behind.

create table private.signup_salt (
  salt bytea not null,
  only_row boolean primary key default true check (only_row)
);
comment on table private.signup_salt is
  'Keeps visitor addresses from being read back out of recent_signup.';
insert into private.signup_salt (salt)
values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

create table private.recent_signup (
  visitor bytea not null,
  signed_up_at timestamptz not null default now()
);
create index recent_signup_visitor_idx on private.recent_signup (visitor, signed_up_at);
create index recent_signup_time_idx on private.recent_signup (signed_up_at);
comment on table private.recent_signup is
  'The signups of the last 10 minutes, by the visitor''s address, salted and hashed.';

-- For an event, the owner may replace this function by one with a larger number.
create function private.signups_allowed() returns integer
language sql immutable
return 30;
comment on function private.signups_allowed() is
  'How many signups one visitor address may make in 10 minutes.';

-- The visitor's address, salted and hashed. PostgREST hands the headers on
-- (https://docs.postgrest.org/en/v14/references/transactions.html#request-headers-cookies-and-jwt-claims).
-- Where a signature is required, Netlify's header names the visitor; else it is the first
-- of x-forwarded-for. An IPv6 visitor owns a whole /64 and is counted by it. Whatever
-- cannot be read as an address is counted as one visitor together.
--
-- "only_row" gives the planner an index to use. Without it a plan in the functions below
-- is rated so costly that Postgres compiles it first, which takes 30 ms
-- (https://www.postgresql.org/docs/current/jit-decision.html).
create function private.visitor_hash() returns bytea
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  headers json;
  address inet;
begin
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
  exception when data_exception then
    address := null;
  end;
  return (
    select sha256(salt || convert_to(coalesce(host(address), 'unknown'), 'UTF8'))
    from private.signup_salt where only_row
  );
end;
$$;

-- Parallel requests wait here for each other: first those of one visitor, then those
-- with one address. So neither can slip past what is read next. The unique index has
-- the last word all the same, since the owner's own inserts do not come by here.
create function private.admit_signup() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off
as $$
declare
  hash constant bytea := private.visitor_hash();
  address text;
begin
  -- What one row sets lasts until the transaction ends, and PostgREST makes one of each
  -- request. It answers PTxyz as HTTP xyz
  -- (https://docs.postgrest.org/en/v14/references/errors.html#raise-errors-with-http-status-codes).
  if current_setting('waitlist.held', true) <> '' then
    raise sqlstate 'PT400' using message = 'One signup a request';
  end if;
  -- PostgREST counts no row of a held one, and would take it back for this
  -- (https://docs.postgrest.org/en/v14/references/api/resource_representation.html#singular-or-plural).
  if current_setting('request.headers', true) ~* 'vnd\.pgrst\.object' then
    raise sqlstate 'PT406' using message = 'A signup is not sent back';
  end if;

  -- A moment of the future was written by a clock that has been set back since.
  perform pg_advisory_xact_lock(hashtextextended(hash::text, 1));
  if private.signups_allowed() <= (
    select count(*) from private.recent_signup
    where visitor = hash
      and signed_up_at > now() - interval '10 minutes'
      and signed_up_at < now() + interval '10 minutes'
  ) then
    raise sqlstate 'PT429' using
      message = 'Too many signups from this address',
      hint = 'Try again in 10 minutes.';
  end if;

  -- What is longer is no address, and is left to the check.
  if octet_length(new.email) <= 254 then
    address := private.folded(new.email);
    perform pg_advisory_xact_lock(hashtextextended(address, 2));
    if exists (select from public.waitlist where private.folded(email) = address) then
      raise unique_violation using
        message = 'duplicate key value violates unique constraint "waitlist_email_key"',
        constraint = 'waitlist_email_key';
    end if;
  end if;

  perform set_config('waitlist.held', new::text, true);
  return null;
end;
$$;

create function private.add_held_signup() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  held constant text := current_setting('waitlist.held', true);
begin
  if held <> '' then
    perform set_config('waitlist.held', '', true);
    -- Only these two, whatever the public role may have been granted besides.
    insert into public.waitlist (email, referrer)
    select (held::public.waitlist).email, (held::public.waitlist).referrer;
  end if;
  return null;
end;
$$;

create function private.count_signup() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off
as $$
begin
  insert into private.recent_signup (visitor) values (private.visitor_hash());
  -- A few at a time, never waiting: faster than they are added.
  delete from private.recent_signup
  where ctid = any (array(
    select ctid from private.recent_signup
    where signed_up_at <= now() - interval '10 minutes'
    order by signed_up_at
    limit 10
    for update skip locked
  ));
  return null;
end;
$$;

revoke all on table private.signup_salt, private.recent_signup
  from public, anon, authenticated, service_role;
revoke all on function
  private.signups_allowed(), private.visitor_hash(), private.admit_signup(),
  private.add_held_signup(), private.count_signup()
  from public, anon, authenticated, service_role;

-- Triggers run in the order of their names: a held signup takes no number. Who comes
-- without the signature that is asked for is refused by the policy, and learns nothing
-- of the limit or of the list.
create trigger admit_signup
  before insert on public.waitlist
  for each row when (
    current_user = 'anon' and pg_trigger_depth() = 0 and private.is_signed() is not false
  )
  execute function private.admit_signup();

create trigger add_held_signup
  after insert on public.waitlist
  for each statement when (current_user = 'anon' and pg_trigger_depth() = 0)
  execute function private.add_held_signup();

create trigger count_signup
  after insert on public.waitlist
  for each row when (current_user = 'anon')
  execute function private.count_signup();

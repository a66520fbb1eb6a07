-- A refused request writes next to nothing. Postgres writes the rows of a statement
-- one by one and keeps their room on disk when a later one is refused, so the public
-- role adds one row a request, and nothing is written before that row is accepted:
-- 1. hold_signup keeps the row back until the statement ends, and refuses a second;
-- 2. add_held_signup inserts it, still as the public role. Then come, in this order:
-- 3. admit_signup, which refuses by the limit and a known address, and only reads,
-- 4. the policy and the checks of the table, 5. the row itself, 6. count_signup.

-- Rather fail than let signups queue behind a migration that waits for its locks.
set local lock_timeout = '5s';

drop trigger limit_signups on public.waitlist;
drop function private.limit_signups();

-- For an event, the owner may replace this function by one with a larger number.
create function private.signups_allowed() returns integer
language sql immutable
as $$ select 30 $$;
comment on function private.signups_allowed() is
  'How many signups one visitor address may make in 10 minutes.';

create function private.hold_signup() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if current_setting('waitlist.held', true) <> '' then
    -- PostgREST answers PTxyz as HTTP xyz
    -- (https://docs.postgrest.org/en/v14/references/errors.html#raise-errors-with-http-status-codes).
    raise sqlstate 'PT400' using message = 'One signup a request';
  end if;
  -- PostgREST counts no row of a held one, and would take it back for this
  -- (https://docs.postgrest.org/en/v14/references/api/resource_representation.html#singular-or-plural).
  if current_setting('request.headers', true) ~* 'vnd\.pgrst\.object' then
    raise sqlstate 'PT406' using message = 'A signup is not sent back';
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

create function private.visitor_hash() returns bytea
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select sha256(salt || convert_to(private.visitor_address(), 'UTF8'))
  from private.signup_salt
$$;

-- A moment of the future was written by a clock that has been set back since: it
-- must not keep a visitor out until then.
create function private.is_recent(moment timestamptz) returns boolean
language sql stable
as $$
  select moment > now() - interval '10 minutes' and moment < now() + interval '10 minutes'
$$;

-- Parallel requests wait here for each other: first those of one visitor, then those
-- with one address. So neither can slip past what is read next. The unique index has
-- the last word all the same, since the owner's own inserts do not come by here.
create function private.admit_signup() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  hash constant bytea := private.visitor_hash();
  address text;
begin
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

create function private.count_signup() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into private.signup_counter as counter (visitor, signed_up_at)
  values (private.visitor_hash(), array[now()])
  on conflict (visitor) do update set signed_up_at = array(
    select moment from unnest(counter.signed_up_at || now()) as moment
    where private.is_recent(moment)
    order by moment desc limit private.signups_allowed()
  );

  -- A few at a time, never waiting: faster than counters can be added.
  delete from private.signup_counter
  where visitor in (
    select visitor from private.signup_counter
    where signed_up_at[1] <= now() - interval '10 minutes'
    order by signed_up_at[1]
    limit 10
    for update skip locked
  );
  return null;
end;
$$;

revoke all on function
  private.signups_allowed(), private.hold_signup(), private.add_held_signup(),
  private.visitor_hash(), private.is_recent(timestamptz), private.admit_signup(),
  private.count_signup()
  from public, anon, authenticated, service_role;

create trigger hold_signup
  before insert on public.waitlist
  for each row when (current_user = 'anon' and pg_trigger_depth() = 0)
  execute function private.hold_signup();

create trigger add_held_signup
  after insert on public.waitlist
  for each statement when (current_user = 'anon' and pg_trigger_depth() = 0)
  execute function private.add_held_signup();

-- Who comes without the signature that is asked for is refused by the policy, and
-- learns nothing of the limit or of the list.
create trigger admit_signup
  before insert on public.waitlist
  for each row when (
    current_user = 'anon' and pg_trigger_depth() > 0 and private.is_signed() is not false
  )
  execute function private.admit_signup();

create trigger count_signup
  after insert on public.waitlist
  for each row when (current_user = 'anon')
  execute function private.count_signup();

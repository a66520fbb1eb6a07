-- One signup a request, a limited number from one visitor address in any 10 minutes, and a
-- refused request writes nothing.
--
-- Postgres writes the rows of a statement one by one, and a row that is taken back when a
-- later one is refused still takes room on disk. No trigger knows how many are to come. So
-- admit_signup keeps the first row in a setting instead of inserting it, and refuses a
-- second; add_held_signup inserts the kept row after the statement, as the public role.

-- It is never changed. With a new salt every visitor would be counted from zero, and
-- requests that wait for each other would slip past the limit. It would hide nothing more:
-- old hashes are deleted, and those of the last 10 minutes need their salt.
create table private.signup_salt (
  salt bytea not null,
  only_row boolean primary key default true check (only_row)
);
comment on table private.signup_salt is
  'Makes the hashes in recent_signup useless without this database.';
insert into private.signup_salt (salt)
values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

create table private.recent_signup (
  visitor bytea not null,
  signed_up_at timestamptz not null default now()
);
create index recent_signup_visitor_idx on private.recent_signup (visitor, signed_up_at);
create index recent_signup_time_idx on private.recent_signup (signed_up_at);
comment on table private.recent_signup is
  'Recent signups by the visitor''s address, salted and hashed. Those older than 10 '
  'minutes are not counted any more, and later signups delete them.';

-- For an event, the owner may replace this function by one with a larger number.
create function private.signups_allowed() returns integer
language sql immutable set search_path = pg_catalog, pg_temp
return 30;
comment on function private.signups_allowed() is
  'How many signups one visitor address may make in 10 minutes.';

-- The visitor's address, salted and hashed. PostgREST passes the request's headers on
-- (https://docs.postgrest.org/en/v14/references/transactions.html#request-headers-cookies-and-jwt-claims).
-- Where a signature is required, Netlify's header names the visitor; else it is the first
-- address of x-forwarded-for. An IPv6 visitor has a whole /64 network and is counted by
-- it. All visitors without a readable address are counted as one.
--
-- "where only_row" lets the planner use an index. Without one, in the functions below that
-- may use nothing else, it rates the query as so costly that Postgres compiles it first,
-- which takes 30 ms (https://www.postgresql.org/docs/current/jit-decision.html).
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

-- Parallel requests of one visitor wait here for each other, and then those with the same
-- email, so that each sees the signups of the ones before it. The unique index is still
-- needed, since the owner's own inserts do not pass through this function.
create function private.admit_signup() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off
as $$
declare
  hash constant bytea := private.visitor_hash();
begin
  -- The setting lasts until the end of the transaction, which is one request of PostgREST.
  -- PostgREST answers an error PTxyz with the HTTP status xyz
  -- (https://docs.postgrest.org/en/v14/references/errors.html#raise-errors-with-http-status-codes).
  if current_setting('waitlist.held', true) <> '' then
    raise sqlstate 'PT400' using message = 'One signup a request';
  end if;
  -- Such a request demands exactly one row. PostgREST does not see the held row, so it
  -- would roll the signup back
  -- (https://docs.postgrest.org/en/v14/references/api/resource_representation.html#singular-or-plural).
  if current_setting('request.headers', true) ~* 'vnd\.pgrst\.object' then
    raise sqlstate 'PT406' using message = 'A signup is not sent back';
  end if;

  -- A time further ahead was written by a clock that has been corrected since.
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

  perform pg_advisory_xact_lock(hashtextextended(lower(new.email), 2));
  if exists (select from public.waitlist where lower(email) = lower(new.email)) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "waitlist_email_key"',
      constraint = 'waitlist_email_key';
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
    -- All columns that the public role may insert, by name: the database gives the others,
    -- even if a project's automatic grants let the role name them.
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
  -- Ten at a time, which is more than are added, and none that another request deletes.
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

-- Triggers of one kind run in the order of their names, so a held signup gets no number
-- from number_signup. Without a required signature a signup is not held: the policy refuses
-- it, before anything could tell whether the limit is reached or the address is known.
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

-- One signup a request, a limited number from one visitor address in any 10 minutes; a refused
-- row is not written, and no signup reads a table from end to end.
begin;
select plan(23);
-- As for an empty list, for which the planner would rather read the whole table than use an index.
analyze public.waitlist, private.recent_signup;

create function pg_temp.allowed() returns integer language sql security definer as 'select private.signups_allowed()';
-- As PostgREST begins a request, each of which is a transaction of its own.
create function pg_temp.begin_request(headers text) returns void language sql as $$
  select set_config('request.headers', headers, true), set_config('waitlist.has_signup', '', true);
$$;
create function pg_temp.sign_up_with(headers text) returns void language sql as $$
  select pg_temp.begin_request(headers);
  insert into public.waitlist (email) values (gen_random_uuid() || '@limit.example');
$$;
create function pg_temp.sign_up(forwarded text, times integer) returns void language sql as $$
  select pg_temp.sign_up_with(json_build_object('x-forwarded-for', forwarded)::text) from generate_series(1, times);
$$;

select is(pg_temp.allowed(), 30, 'the default');
set local role anon;
select lives_ok($$ select pg_temp.sign_up('192.0.2.1', pg_temp.allowed()) $$, 'as many signups as are allowed');
select throws_ok($$ select pg_temp.sign_up('192.0.2.1', 1) $$, 'PT429', 'Too many signups from this address');
select throws_ok(
  $$ select pg_temp.sign_up('192.0.2.1, 198.51.100.1', 1) $$, 'PT429', null, 'a proxy that follows does not matter'
);
select lives_ok($$ select pg_temp.sign_up('192.0.2.2', 1) $$, 'another address is free');
select lives_ok(format('select pg_temp.sign_up_with(%L)', headers), 'headers do not break a signup: ' || coalesce(headers, 'none'))
from (values (null), (''), ('{'), ('[]'), ('{"x-forwarded-for": "::1%25;"}')) as odd (headers);
reset role;
select results_eq(
  'select count(*) from private.recent_signup group by visitor order by 1', 'values (1::bigint), (5), (pg_temp.allowed())',
  'visitors without a readable address are counted together, and nothing refused is counted'
);

-- What is refused is found before it is written. Of two rows the first is, and taken back.
create function pg_temp.rows_written() returns bigint language sql as $$
  select sum(pg_stat_get_xact_tuples_inserted(name) + pg_stat_get_xact_tuples_updated(name))::bigint
  from unnest(array['public.waitlist', 'private.recent_signup']::regclass[]) as name
$$;
create function pg_temp.tables_scanned() returns bigint language sql as $$
  select sum(pg_stat_get_xact_numscans(name))::bigint
  from unnest(array['public.waitlist', 'private.recent_signup', 'private.signup_salt']::regclass[]) as name
$$;
create function pg_temp.answer_to(visitor text, signups text) returns text language plpgsql as $$
declare
  written constant bigint := pg_temp.rows_written();
  scanned constant bigint := pg_temp.tables_scanned();
  answer text := 'accepted';
begin
  perform pg_temp.begin_request(json_build_object('x-forwarded-for', visitor)::text);
  set local role anon;
  begin
    execute 'insert into public.waitlist (email, referrer) values ' || signups;
  exception when others then
    answer := sqlstate;
  end;
  reset role;
  return format('%s, %s written, %s scanned', answer, pg_temp.rows_written() - written, pg_temp.tables_scanned() - scanned);
end;
$$;
select is(pg_temp.answer_to(visitor, signups), answer || ', 0 scanned', signups)
from (values
  ('192.0.2.2', $$('known@limit.example', '')$$, 'accepted, 2 written'),
  ('192.0.2.2', $$('one@limit.example', ''), ('two@limit.example', '')$$, 'PT400, 1 written'),
  ('192.0.2.2', $$('one@limit.example', ''), ('two@limit.example', ''), ('three@limit.example', '')$$, 'PT400, 1 written'),
  ('192.0.2.2', $$('KNOWN@limit.example', '')$$, '23505, 0 written'),
  ('192.0.2.2', $$('nobody', '')$$, '23514, 0 written'),
  ('192.0.2.2', $$(null, '')$$, '23502, 0 written'),
  ('192.0.2.2', $$('a@limit.example', E'\n')$$, '23514, 0 written'),
  ('192.0.2.1', $$('a@limit.example', '')$$, 'PT429, 0 written'),
  ('192.0.2.1', $$('known@limit.example', '')$$, 'PT429, 0 written')
) as request (visitor, signups, answer);

-- Time
update private.recent_signup set signed_up_at = signed_up_at - interval '10 minutes';
set local role anon;
select lives_ok($$ select pg_temp.sign_up('192.0.2.1', pg_temp.allowed()) $$, 'ten minutes later all are free');
reset role;
select is((select count(*)::integer from private.recent_signup), pg_temp.allowed(), 'what no longer counts is removed');
create or replace function private.signups_allowed() returns integer language sql immutable as 'select 1000000';
set local role anon;
select lives_ok($$ select pg_temp.sign_up('192.0.2.1', 1) $$, 'the owner may raise the limit');

select * from finish();
rollback;

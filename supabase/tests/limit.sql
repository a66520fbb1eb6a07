-- One signup a request, a limited number from one visitor address in any 10 minutes; a refused
-- request writes nothing, and none reads a table from end to end.
begin;
select plan(25);
-- As for an empty list, for which the planner would rather read the whole table than use an index.
analyze public.waitlist, private.recent_signup;

create function pg_temp.allowed() returns integer language sql security definer as 'select private.signups_allowed()';
create function pg_temp.sign_up(forwarded text, times integer) returns void language plpgsql as $$
begin
  perform set_config('request.headers', json_build_object('x-forwarded-for', forwarded)::text, true);
  for number in 1..times loop
    insert into public.waitlist (email) values (gen_random_uuid() || '@limit.example');
  end loop;
end;
$$;
create function pg_temp.sign_up_with(headers text) returns void language sql as $$
  select set_config('request.headers', headers, true);
  insert into public.waitlist (email) values (gen_random_uuid() || '@limit.example');
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

-- What is refused is found before anything is written, the first of two rows too.
create function pg_temp.rows_written() returns bigint language sql as $$
  select sum(pg_stat_get_xact_tuples_inserted(name) + pg_stat_get_xact_tuples_updated(name))::bigint
  from unnest(array['public.waitlist', 'private.recent_signup']::regclass[]) as name
$$;
create function pg_temp.tables_scanned() returns bigint language sql as $$
  select sum(pg_stat_get_xact_numscans(name))::bigint
  from unnest(array['public.waitlist', 'private.recent_signup', 'private.signup_salt']::regclass[]) as name
$$;
create function pg_temp.answer_to(visitor text, accept text, signups text) returns text language plpgsql as $$
declare
  written constant bigint := pg_temp.rows_written();
  scanned constant bigint := pg_temp.tables_scanned();
  answer text := 'accepted';
begin
  perform set_config('request.headers', json_build_object('x-forwarded-for', visitor, 'accept', accept)::text, true);
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
select is(pg_temp.answer_to('192.0.2.2', '*/*', $$('known@limit.example', '')$$), 'accepted, 2 written, 0 scanned', 'a row and its count');
select is(pg_temp.answer_to(visitor, accept, signups), answer || ', 0 written, 0 scanned', answer || ' for ' || signups)
from (values
  ('192.0.2.2', '*/*', $$('one@limit.example', ''), ('two@limit.example', '')$$, 'PT400'),
  ('192.0.2.2', 'application/vnd.pgrst.object+json', $$('singular@limit.example', '')$$, 'PT406'),
  ('192.0.2.2', '*/*', $$('KNOWN@limit.example', '')$$, '23505'),
  ('192.0.2.2', '*/*', $$('nobody', '')$$, '23514'),
  ('192.0.2.2', '*/*', $$(null, '')$$, '23502'),
  ('192.0.2.2', '*/*', $$('a@limit.example', E'\n')$$, '23514'),
  ('192.0.2.1', '*/*', $$('a@limit.example', '')$$, 'PT429'),
  ('192.0.2.1', '*/*', $$('known@limit.example', '')$$, 'PT429')
) as refused (visitor, accept, signups, answer);

-- Time
create function pg_temp.move_clock(step interval) returns void language sql as $$
  update private.recent_signup set signed_up_at = signed_up_at - step
$$;
select pg_temp.move_clock('10 minutes');
set local role anon;
select lives_ok($$ select pg_temp.sign_up('192.0.2.1', pg_temp.allowed()) $$, 'ten minutes later all are free');
reset role;
select is((select count(*)::integer from private.recent_signup), pg_temp.allowed(), 'what no longer counts is removed');
select pg_temp.move_clock('-1 year');
set local role anon;
select lives_ok($$ select pg_temp.sign_up('192.0.2.1', pg_temp.allowed()) $$, 'a clock that was a year ahead locks nobody out');
select throws_ok($$ select pg_temp.sign_up('192.0.2.1', 1) $$, 'PT429');
reset role;
create or replace function private.signups_allowed() returns integer language sql immutable as 'select 1000000';
set local role anon;
select lives_ok($$ select pg_temp.sign_up('192.0.2.1', 1) $$, 'the owner may raise the limit');

select * from finish();
rollback;

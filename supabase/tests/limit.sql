-- At most 30 signups from one visitor address in any 10 minutes.
begin;
select plan(15);

create function pg_temp.sign_up(forwarded text, rows integer) returns void
language sql as $$
  select set_config(
    'request.headers', json_build_object('x-forwarded-for', forwarded)::text, true
  );
  insert into public.waitlist (email)
  select gen_random_uuid() || '@limit.example' from generate_series(1, rows);
$$;
create function pg_temp.sign_up_with(headers text) returns void
language sql as $$
  select set_config('request.headers', headers, true);
  insert into public.waitlist (email) values (gen_random_uuid() || '@limit.example');
$$;

set local role anon;
-- Before the first signup of this session, when the functions' types are looked up.
create domain pg_temp.inet as pg_catalog.inet check (current_user = 'anon');
create domain pg_temp.json as pg_catalog.json check (current_user = 'anon');
select lives_ok(
  $$ select pg_temp.sign_up('192.0.2.4', 1) $$,
  'the owner''s functions run nothing of a visitor''s temporary schema'
);
select lives_ok($$ select pg_temp.sign_up('192.0.2.1', 30) $$, '30 signups are taken');
select throws_ok(
  $$ select pg_temp.sign_up('192.0.2.1', 1) $$,
  'PT429', 'Too many signups from this address'
);
select throws_ok(
  $$ select pg_temp.sign_up('192.0.2.1, 198.51.100.1', 1) $$,
  'PT429', null, 'a proxy that follows does not matter'
);
select lives_ok($$ select pg_temp.sign_up('192.0.2.2', 1) $$, 'another address is free');
select throws_ok(
  $$ select pg_temp.sign_up('192.0.2.3', 31) $$,
  'PT429', null, 'the rows of one statement count one by one'
);
select lives_ok($$ select pg_temp.sign_up('192.0.2.3', 30) $$, 'a refused statement counts nothing');
select lives_ok(
  format('select pg_temp.sign_up_with(%L)', headers),
  'headers do not break a signup: ' || coalesce(headers, 'none')
)
from (values (null), (''), ('{'), ('[]'), ('{"x-forwarded-for": "::1%25;"}')) as odd (headers);

reset role;
select is(
  (select count(*)::integer from private.signup_counter where cardinality(signed_up_at) = 5),
  1,
  'visitors without a readable address are counted together'
);
update private.signup_counter set signed_up_at = (
  select array_agg(moment - interval '10 minutes') from unnest(signed_up_at) as moment
);
set local role anon;
select lives_ok($$ select pg_temp.sign_up('192.0.2.1', 30) $$, 'ten minutes later all are free');
reset role;
select is(
  (select count(*)::integer from private.signup_counter), 1,
  'counters that no longer count are removed'
);

select * from finish();
rollback;

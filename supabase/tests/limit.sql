-- A limited number of signups from one IP address in any 10 minutes.
begin;
select plan(20);

create function pg_temp.allowed() returns integer language sql security definer as 'select private.signups_allowed()';
-- PostgREST begins a transaction for each request, with these settings.
create function pg_temp.sign_up_with(headers text, email text default gen_random_uuid() || '@limit.example') returns void language sql as $$
  select set_config('request.headers', headers, true), set_config('waitlist.has_signup', '', true);
  insert into public.waitlist (email) values (email);
$$;
create function pg_temp.sign_up(forwarded text, times integer default 1) returns void language sql as $$
  select pg_temp.sign_up_with(json_build_object('x-forwarded-for', forwarded)::text) from generate_series(1, times);
$$;

select is(pg_temp.allowed(), 30, 'the default');
insert into waitlist (email) values ('known@limit.example');
set local role anon;
select lives_ok($$ select pg_temp.sign_up('192.0.2.1', pg_temp.allowed()) $$, 'as many signups as are allowed');
reset role;
select results_eq(
  $$ select distinct octet_length(visitor), visitor <> sha256('192.0.2.1') from private.recent_signup $$, 'values (32, true)',
  'of a visitor''s IP address the table has only a salted hash'
);
select results_eq(
  $$ select octet_length(salt), count(distinct get_byte(salt, place)) > 16 from private.signup_salt, generate_series(0, 31) as place group by salt $$,
  'values (32, true)', 'the salt has 32 random bytes'
);
select has_index('private', 'recent_signup', 'recent_signup_visitor_idx', array['visitor', 'signed_up_at']);
select has_index('private', 'recent_signup', 'recent_signup_time_idx', 'signed_up_at'::name);
set local role anon;
select throws_ok($$ select pg_temp.sign_up('192.0.2.1') $$, 'PT429');
select throws_ok(
  $$ select pg_temp.sign_up('192.0.2.1, 198.51.100.1') $$, 'PT429', null, 'only the first IP address of x-forwarded-for counts'
);
select throws_ok(
  $$ select pg_temp.sign_up_with('{"x-forwarded-for": "192.0.2.1"}', 'known@limit.example') $$, 'PT429', null,
  'above the limit a visitor does not learn that an e-mail is known'
);
select lives_ok(format('select pg_temp.sign_up_with(%L)', headers), 'a signup is accepted with the headers ' || coalesce(headers, 'none'))
from (values (null), (''), ('{'), ('[]'), ('{"x-forwarded-for": "::1%25;"}')) as unreadable (headers);
-- One network of IPv6, then two IP addresses of IPv4 in the form of IPv6.
select pg_temp.sign_up(ip)
from unnest(array['2001:db8::1', '2001:db8::2:0:0:1', '::ffff:192.0.2.3', '::ffff:192.0.2.4']) as ip;
reset role;
select results_eq(
  'select count(*) from private.recent_signup group by visitor order by 1', 'values (1::bigint), (1), (2), (5), (pg_temp.allowed())',
  'visitors without a readable IP address are counted together, and refused signups not at all'
);

-- Time
update private.recent_signup set signed_up_at = signed_up_at - interval '9 minutes 59 seconds';
set local role anon;
select throws_ok($$ select pg_temp.sign_up('192.0.2.1') $$, 'PT429', null, 'one second before the ten minutes end, the limit still holds');
select lives_ok($$ select pg_temp.sign_up('192.0.2.9') $$, 'another visitor may sign up');
reset role;
delete from private.recent_signup where signed_up_at = now();
update private.recent_signup set signed_up_at = signed_up_at - interval '1 second';
set local role anon;
select lives_ok($$ select pg_temp.sign_up('192.0.2.1', pg_temp.allowed()) $$, 'ten minutes later the visitor may sign up again');
reset role;
select is((select count(*)::integer from private.recent_signup), pg_temp.allowed(), 'rows that no longer count are deleted');
create or replace function private.signups_allowed() returns integer language sql immutable as 'select 1000000';
set local role anon;
select lives_ok($$ select pg_temp.sign_up('192.0.2.1') $$, 'the owner may raise the limit');

select * from finish();
rollback;

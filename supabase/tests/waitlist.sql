-- Who may do what with the waitlist, and what counts as a signup.
begin;
select plan(86);

-- Grants: here every one of them, so that an automatic one would be seen.
select table_privs_are('public', 'waitlist', 'service_role', array['SELECT', 'INSERT']);
select table_privs_are('public', 'waitlist', role, array[]::text[])
from unnest(array['anon', 'authenticated']) as role;
select column_privs_are('public', 'waitlist', name, 'anon', privileges)
from (values
  ('email', array['INSERT']), ('referrer', array['INSERT']), ('id', array[]::text[]), ('created_at', array[]::text[])
) as columns (name, privileges);
select sequence_privs_are('public', 'waitlist_id_seq', role, array[]::text[])
from unnest(array['anon', 'authenticated', 'service_role']) as role;
select schema_privs_are('private', role, array[]::text[])
from unnest(array['anon', 'authenticated', 'service_role']) as role;
select is_empty($$
  select role, relname from pg_class, unnest(array['anon', 'authenticated', 'service_role']) as role
  where relnamespace = 'private'::regnamespace and relkind = 'r'
    and has_table_privilege(role, pg_class.oid, 'select, insert, update, delete, truncate')
$$);
select is_empty($$
  select role, proname from pg_proc, unnest(array['anon', 'authenticated', 'service_role']) as role
  where pronamespace = 'private'::regnamespace and has_function_privilege(role, pg_proc.oid, 'execute')
$$, 'nobody but the owner runs what is private');
select is_empty($$
  select proname from pg_proc
  where (pronamespace = 'private'::regnamespace or pronamespace = 'public'::regnamespace and prosecdef)
    and not coalesce('search_path=pg_catalog, pg_temp' = any (proconfig), false)
$$, 'no function takes anything from a visitor''s temporary schema');

-- Row-level security
select ok(relrowsecurity, 'row-level security is on') from pg_class where oid = 'public.waitlist'::regclass;
select policies_are('public', 'waitlist', array['Anyone can join the waitlist']);
select policy_cmd_is('public'::name, 'waitlist'::name, polname, 'insert') from pg_policy;
select policy_roles_are('public', 'waitlist', polname, array['anon']) from pg_policy;

-- As a visitor
set local role anon;
select lives_ok($$ insert into waitlist (email, referrer) values ('visitor@pgtap.example', 'https://x.example/') $$);
select throws_ok(statement, '42501', 'permission denied for table waitlist')
from (values
  ('select email from waitlist'), ('select count(*) from waitlist'),
  ('insert into waitlist (email) values (''r@pgtap.example'') returning email'),
  ('insert into waitlist (id, email) values (1, ''i@pgtap.example'')'),
  ('insert into waitlist (email, created_at) values (''c@pgtap.example'', now())'),
  ('insert into waitlist (email) values (''visitor@pgtap.example'') on conflict (id) do nothing'),
  ('update waitlist set referrer = '''''), ('delete from waitlist'), ('truncate waitlist')
) as denied (statement);
select throws_ok($$ select nextval('waitlist_id_seq') $$, '42501', 'permission denied for sequence waitlist_id_seq');
-- As a signed-in user: the site has no sign-in, so this role may do nothing.
set local role authenticated;
select throws_ok($$ insert into waitlist (email) values ('u@pgtap.example') $$, '42501', 'permission denied for table waitlist');

-- As the owner
set local role service_role;
select results_eq(
  $$ select email, referrer from waitlist where email = 'visitor@pgtap.example' $$,
  $$ values ('visitor@pgtap.example', 'https://x.example/') $$
);
select throws_ok(statement, '42501', 'permission denied for table waitlist')
from unnest(array['update waitlist set referrer = ''''', 'delete from waitlist']) as statement;

-- What the database gives, whoever is allowed to name it
select lives_ok($$
  insert into waitlist (id, email, created_at)
  select 1 + max(id) + number, 'imported-' || number || '@pgtap.example', '2020-01-01'
  from waitlist, generate_series(0, 3) as number group by number
$$);
reset role;
select is((select count(*)::integer from waitlist where created_at = '2020-01-01'), 4, 'imported rows keep their time');
select isnt(setval('waitlist_id_seq', min(id), false), null, 'a sequence that was set back') from waitlist;
set local role service_role;
select lives_ok($$ insert into waitlist (id, email) values (1, 'named@pgtap.example') $$);
select ok(id > 1, 'an id that an insert names is not taken') from waitlist where email = 'named@pgtap.example';

-- Uniqueness
select throws_ok($$ insert into waitlist (email) values ('VISITOR@pgtap.example') $$, '23505', 'duplicate key value violates unique constraint "waitlist_email_key"');

-- Addresses that a browser lets through, with the domain in ASCII
select lives_ok(format('insert into waitlist (email) values (%L)', email), 'takes ' || left(email, 40))
from (values
  ('a@b'), ('first.last+tag@sub.pgtap.example'), ('!#$%&''*+/=?^_`{|}~-@pgtap.example'), ('a@xn--mller-kva.de'), ('A@9.B-C'),
  ('a@' || repeat('b', 63) || '.' || repeat('c', 63) || '.' || repeat('d', 63) || '.' || repeat('e', 60))
) as accepted (email);
-- And those that it refuses, or that no mail could reach
select throws_ok(format('insert into waitlist (email) values (%L)', email), '23514', null, 'refuses ' || left(to_json(email)::text, 40))
from (values
  (''), ('a'), ('@'), ('a@'), ('@b'), ('a@b@c'), ('a b@c'), (' a@b'), ('a@b '), (E'a@b\n'), (E'a\t@b'), (E'a\u0001@b'), (E'a@\u007f'), (E'\u00e9@b'),
  ('a@.b'), ('a@b.'), ('a@b..c'), ('a@-b'), ('a@b-'), ('a@b-.c'), ('a@b_c'), ('a@[127.0.0.1]'), ('"a"@b'), ('a@' || repeat('b', 64)),
  ('a@' || repeat('b', 63) || '.' || repeat('c', 63) || '.' || repeat('d', 63) || '.' || repeat('e', 61)),
  ('a@müller.de'), ('a@例え.テスト'), (E'a@b\u200b'), (E'a@b\u3002c')
) as refused (email);
select throws_ok($$ insert into waitlist (email) values (null) $$, '23502');
select throws_ok($$ insert into waitlist (email) values ('a@' || repeat('b', 10000000)) $$, '23514');

-- Referrers
select lives_ok(format('insert into waitlist (email, referrer) values (''long@pgtap.example'', %L)', repeat('x', 2046) || U&'\00e9'));
select throws_ok(format('insert into waitlist (email, referrer) values (''no@pgtap.example'', %L)', referrer), '23514', null, 'refuses ' || left(to_json(referrer)::text, 40))
from (values (repeat('x', 2049)), (repeat('x', 2047) || U&'\00e9'), (E'a\nb'), (E'\u0001'), (E'\u001b[2J'), (E'\u007f'), (U&'\009b')) as refused (referrer);

select * from finish();
rollback;

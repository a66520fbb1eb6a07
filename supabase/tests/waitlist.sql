-- Who may do what with the waitlist, and what counts as a signup.
begin;
select plan(81);

-- Grants
select table_privs_are('public', 'waitlist', 'anon', array[]::text[]);
select table_privs_are('public', 'waitlist', 'authenticated', array[]::text[]);
select table_privs_are(
  'public', 'waitlist', 'service_role', array['SELECT', 'INSERT', 'DELETE']
);
select column_privs_are('public', 'waitlist', 'email', 'anon', array['INSERT']);
select column_privs_are('public', 'waitlist', 'referrer', 'anon', array['INSERT']);
select column_privs_are('public', 'waitlist', 'id', 'anon', array[]::text[]);
select column_privs_are('public', 'waitlist', 'created_at', 'anon', array[]::text[]);
select sequence_privs_are('public', 'waitlist_id_seq', 'anon', array[]::text[]);
select sequence_privs_are('public', 'waitlist_id_seq', 'authenticated', array[]::text[]);
select sequence_privs_are('public', 'waitlist_id_seq', 'service_role', array[]::text[]);
select schema_privs_are('private', 'anon', array[]::text[]);
select schema_privs_are('private', 'authenticated', array[]::text[]);
select schema_privs_are('private', 'service_role', array[]::text[]);
select table_privs_are('private', 'signup_counter', 'anon', array[]::text[]);
select table_privs_are('private', 'signup_salt', 'anon', array[]::text[]);
select table_privs_are('private', 'signup_counter', 'service_role', array[]::text[]);
select table_privs_are('private', 'signup_salt', 'service_role', array[]::text[]);
select function_privs_are('private', 'limit_signups', array[]::text[], 'anon', array[]::text[]);
select function_privs_are('private', 'visitor_address', array[]::text[], 'anon', array[]::text[]);
select is(
  array(
    select format('%I.%I', table_schema, table_name)
    from information_schema.role_table_grants
    where grantee in ('anon', 'PUBLIC')
      and table_schema not in ('pg_catalog', 'information_schema')
      and table_name in ('waitlist', 'signup_counter', 'signup_salt')
  ),
  array[]::text[],
  'neither the public role nor PUBLIC has a whole table of ours'
);

-- Row-level security
select ok(
  (select relrowsecurity from pg_class where oid = 'public.waitlist'::regclass),
  'row-level security is on'
);
select policies_are('public', 'waitlist', array['Anyone can join the waitlist, if need be through the site']);
select policy_cmd_is('public'::name, 'waitlist'::name, 'Anyone can join the waitlist, if need be through the site'::name, 'insert');
select policy_roles_are('public', 'waitlist', 'Anyone can join the waitlist, if need be through the site', array['anon']);

-- As a visitor
set local role anon;
select lives_ok($$ insert into waitlist (email, referrer) values ('visitor@pgtap.example', 'https://x.example/') $$);
select throws_ok($$ select email from waitlist $$, '42501', 'permission denied for table waitlist');
select throws_ok($$ select count(*) from waitlist $$, '42501', 'permission denied for table waitlist');
select throws_ok($$ insert into waitlist (email) values ('r@pgtap.example') returning email $$, '42501', 'permission denied for table waitlist');
select throws_ok($$ insert into waitlist (id, email) values (1, 'i@pgtap.example') $$, '42501', 'permission denied for table waitlist');
select throws_ok($$ insert into waitlist (email, created_at) values ('c@pgtap.example', now()) $$, '42501', 'permission denied for table waitlist');
select throws_ok($$ insert into waitlist (email) values ('visitor@pgtap.example') on conflict (id) do nothing $$, '42501', 'permission denied for table waitlist');
select throws_ok($$ update waitlist set referrer = '' $$, '42501', 'permission denied for table waitlist');
select throws_ok($$ delete from waitlist $$, '42501', 'permission denied for table waitlist');
select throws_ok($$ truncate waitlist $$, '42501', 'permission denied for table waitlist');
select throws_ok($$ select nextval('waitlist_id_seq') $$, '42501', 'permission denied for sequence waitlist_id_seq');
select throws_ok($$ select * from private.signup_counter $$, '42501', 'permission denied for schema private');

-- As a visitor who is signed in, whom the site does not know
set local role authenticated;
select throws_ok($$ insert into waitlist (email) values ('u@pgtap.example') $$, '42501', 'permission denied for table waitlist');

-- As the owner
set local role service_role;
select results_eq(
  $$ select email, referrer from waitlist where email = 'visitor@pgtap.example' $$,
  $$ values ('visitor@pgtap.example', 'https://x.example/') $$
);
select throws_ok($$ update waitlist set referrer = '' $$, '42501', 'permission denied for table waitlist');

-- Uniqueness
select throws_ok($$ insert into waitlist (email) values ('VISITOR@pgtap.example') $$, '23505', 'duplicate key value violates unique constraint "waitlist_email_key"');
select lives_ok($$ insert into waitlist (email) values (U&'a@\00e9.example') $$);
select throws_ok($$ insert into waitlist (email) values (U&'A@\00c9.example') $$, '23505', 'duplicate key value violates unique constraint "waitlist_email_key"');

-- Addresses that a browser lets through
select lives_ok(
  format('insert into waitlist (email) values (%L)', email),
  'takes ' || left(email, 40)
)
from (values
  ('a@b'),
  ('first.last+tag@sub.pgtap.example'),
  ('!#$%&''*+/=?^_`{|}~-@pgtap.example'),
  ('a@' || repeat('b', 63) || '.' || repeat('c', 63) || '.' || repeat('d', 63) || '.' || repeat('e', 60))
) as accepted (email);

-- And those that no mail could reach
select throws_ok(
  format('insert into waitlist (email) values (%L)', email),
  '23514',
  null,
  'refuses ' || left(to_json(email)::text, 40)
)
from (values
  (''), ('a'), ('@'), ('a@'), ('@b'), ('a@b@c'), ('a b@c'), (' a@b'), ('a@b '),
  (E'a@b\n'), (E'a\t@b'), (E'a\u0001@b'), (E'a@\u007f'), (E'a@b\u0085c'),
  (E'a@b\u00a0c'), (E'a@b\u3000c'), (E'\u00e9@b'), ('a@.b'), ('a@b.'),
  ('a@b..c'), ('a@-b'), ('a@b-'), ('a@b-.c'), ('a@b_c'), ('a@[127.0.0.1]'),
  ('"a"@b'), ('a@' || repeat('b', 64)),
  ('a@' || repeat('b', 63) || '.' || repeat('c', 63) || '.' || repeat('d', 63) || '.' || repeat('e', 61))
) as refused (email);
select throws_ok($$ insert into waitlist (email) values (null) $$, '23502');
select throws_ok($$ insert into waitlist (email) values ('nobody') $$, '23514');
select throws_ok($$ insert into waitlist (email) values ('a@' || repeat('b', 10000000)) $$, '23514');
select lives_ok($$ insert into waitlist (email, referrer) values ('long@pgtap.example', repeat('x', 32768)) $$);
select throws_ok($$ insert into waitlist (email, referrer) values ('longer@pgtap.example', repeat('x', 32769)) $$, '23514');

-- Comments
reset role;
select isnt(obj_description('public.waitlist'::regclass), null, 'the table is described');
select is(
  array(
    select attname::text from pg_attribute
    where attrelid = 'public.waitlist'::regclass and attnum > 0
      and not attisdropped and col_description(attrelid, attnum) is null
  ),
  array[]::text[],
  'every column is described'
);

select * from finish();
rollback;

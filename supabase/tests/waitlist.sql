-- Who may do what with the waitlist, and which e-mails and referrers it takes.
begin;
select plan(58);

-- All grants, so that the test fails for an automatic one.
select table_privs_are('public', 'waitlist', role, privileges)
from (values
  ('anon', array[]::text[]), ('authenticated', array[]::text[]), ('service_role', array['SELECT'])
) as roles (role, privileges);
select is(array(
  select format('%s %s %s', grantee, privilege_type, column_name) collate "C"
  from information_schema.column_privileges
  where table_name = 'waitlist' and grantee in ('PUBLIC', 'anon', 'authenticated', 'service_role') order by 1
), array[
  'anon INSERT email', 'anon INSERT referrer',
  'service_role INSERT created_at', 'service_role INSERT email', 'service_role INSERT referrer',
  'service_role SELECT created_at', 'service_role SELECT email', 'service_role SELECT id',
  'service_role SELECT referrer', 'service_role SELECT source'
], 'the columns that each role may use');
select sequence_privs_are('public', 'waitlist_id_seq', role, array[]::text[])
from unnest(array['anon', 'authenticated', 'service_role']) as role;
select schema_privs_are('private', role, array[]::text[])
from unnest(array['anon', 'authenticated', 'service_role']) as role;

-- Row-level security
select ok(relrowsecurity, 'row-level security is on') from pg_class where oid = 'public.waitlist'::regclass;
select bag_eq(
  'select permissive, cmd, roles from pg_policies where tablename = ''waitlist''',
  $$ values ('PERMISSIVE', 'INSERT', array['anon'::name]), ('RESTRICTIVE', 'INSERT', array['anon']) $$,
  'the policies are about inserts of visitors only'
);
select is_empty(
  $$ select proname from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef
       and 'search_path=""' <> all (coalesce(proconfig, '{}')) $$,
  'no function that runs as its owner looks up names in a schema that others may write to'
);

-- E-mails that a browser lets through, with the domain in ASCII
select lives_ok(format('insert into waitlist (email) values (%L)', email), 'takes ' || left(email, 40))
from (values
  ('a@b'), ('first.last+tag@sub.pgtap.example'), ('!#$%&''*+/=?^_`{|}~-@pgtap.example'),
  ('a@xn--mller-kva.de'), ('A@9.B-C'),
  ('a@' || repeat('b', 63) || '.' || repeat('c', 63) || '.' || repeat('d', 63) || '.' || repeat('e', 60))
) as accepted (email);
-- E-mails that a browser refuses, or that no mail can reach
select throws_ok(
  format('insert into waitlist (email) values (%L)', email), '23514', null,
  'refuses ' || left(to_json(email)::text, 40)
)
from (values
  (''), ('a'), ('@'), ('a@'), ('@b'), ('a@b@c'), ('a b@c'), (' a@b'), ('a@b '), (E'a@b\n'), (E'a\t@b'),
  (E'a\u0001@b'), (E'a@\u007f'), (E'\u00e9@b'), ('a@.b'), ('a@b.'), ('a@b..c'), ('a@-b'), ('a@b-'), ('a@b-.c'),
  ('a@b_c'), ('a@[127.0.0.1]'), ('"a"@b'), ('a@' || repeat('b', 64)),
  ('a@' || repeat('b', 63) || '.' || repeat('c', 63) || '.' || repeat('d', 63) || '.' || repeat('e', 61)),
  ('a@müller.de'), ('a@例え.テスト'), (E'a@b\u200b'), (E'a@b\u3002c')
) as refused (email);

select throws_ok('insert into waitlist (email) values (null)', '23502', null, 'refuses no e-mail');
select throws_ok(
  'insert into waitlist (email, created_at) values (''no@pgtap.example'', null)', '23502', null, 'refuses no time'
);

-- Referrers: é has two octets.
select lives_ok(format(
  'insert into waitlist (email, referrer) values (''long@pgtap.example'', %L)', repeat('x', 2046) || 'é'
));
select throws_ok(
  format('insert into waitlist (email, referrer) values (''no@pgtap.example'', %L)', referrer), '23514', null,
  'refuses ' || left(to_json(referrer)::text, 40)
)
from (values
  (repeat('x', 2049)), (repeat('x', 2047) || 'é'), (E'a\nb'), (E'\u0001'), (E'\u001b[2J'), (E'\u007f'), (E'\u009b')
) as refused (referrer);

select * from finish();
rollback;

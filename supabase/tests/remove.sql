-- Taking one person off: that one, whatever the case, and never another.
begin;
select plan(16);

create temporary table person (email, given) on commit drop as values
  ('Capital@Remove.Example', 'cAPITAL@rEMOVE.eXAMPLE'), ('%@remove.example', '%@REMOVE.example'),
  ('a_b@remove.example', 'A_B@remove.example'), ('axb@remove.example', 'AXB@remove.example'),
  ('o''brien@remove.example', 'O''BRIEN@remove.example'), ('i@remove.example', 'I@REMOVE.EXAMPLE');
insert into waitlist (email) select email from person;

-- Who was removed; null if the answer names others.
create function pg_temp.remove(given text) returns text[] language plpgsql as $$
declare
  before constant text[] := array(select email from public.waitlist);
  answered text[];
  gone text[];
begin
  set local role service_role;
  answered := array(select public.remove_signup(given));
  reset role;
  gone := array(select unnest(before) except select email from public.waitlist);
  return case when answered = gone then gone end;
end;
$$;

select is(pg_temp.remove(given), array[]::text[], 'takes nobody off for ' || coalesce(given, 'null'))
from (values
  (null), (''), ('%'), ('%@%'), ('a_b@remove.exampl_'), ('axb@remove.example ')
) as nobody (given);

-- Everybody is still there.
select is(pg_temp.remove(given), array[email], 'takes off ' || email) from person;

select function_privs_are('public', 'remove_signup', array['text'], role, privileges)
from (values
  ('anon', array[]::text[]), ('authenticated', array[]::text[]), ('service_role', array['EXECUTE'])
) as roles (role, privileges);
set local role anon;
select throws_ok('select remove_signup(''axb@remove.example'')', '42501');
reset role;

select * from finish();
rollback;

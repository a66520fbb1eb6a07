-- Taking one person off: that one, whatever the case, and never another.
begin;
select plan(21);

create temporary table person (email, given) on commit drop as values
  ('Capital@Remove.Example', 'cAPITAL@rEMOVE.eXAMPLE'), ('%@remove.example', '%@REMOVE.example'),
  ('a_b@remove.example', 'A_B@remove.example'), ('axb@remove.example', 'AXB@remove.example'),
  ('o''brien@remove.example', 'O''BRIEN@remove.example'), ('dotless@i.example', 'DOTLESS@I.example'),
  (U&'dotted@\0130.example', U&'DOTTED@i\0307.example'), (U&'sigma@\03c3\03b1\03c3.example', U&'SIGMA@\03a3\0391\03a3.example'),
  (U&'accent@\00e9.example', U&'ACCENT@\00c9.example');
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
  (null), (''), ('%'), ('%@%'), ('a_b@remove.exampl_'), ('axb@remove.example '),
  (U&'ACCENT@e\0301.example'), (U&'dotless@\0131.example')
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

-- Removes one person, whatever the case of the e-mail, and never another.
begin;
select plan(11);

select function_privs_are('public', 'remove_signup', array['text'], role, privileges)
from (values
  ('anon', array[]::text[]), ('authenticated', array[]::text[]), ('service_role', array['EXECUTE'])
) as roles (role, privileges);

delete from waitlist;
insert into waitlist (email)
values ('Capital@remove.example'), ('a_b@remove.example'), ('axb@remove.example');
set local role service_role;
select is_empty(format('select remove_signup(%L)', email), 'removes nobody for ' || coalesce(email, 'null'))
from (values (null), (''), ('%'), ('%@%'), ('axb@remove.example ')) as unknown (email);
select results_eq('select remove_signup(''cAPITAL@Remove.Example'')', array['Capital@remove.example']);
select results_eq('select remove_signup(''A_B@remove.example'')', array['a_b@remove.example']);
select bag_eq('select email from waitlist', array['axb@remove.example'], 'the other is still there');

select * from finish();
rollback;

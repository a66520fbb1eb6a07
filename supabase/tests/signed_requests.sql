-- With a secret, a signup is refused unless the site's production deploy has signed it.
begin;
select plan(42);

create function pg_temp.allowed() returns integer language sql security definer as 'select private.signups_allowed()';
create function pg_temp.secret() returns text language sql as $$ select repeat('s', 32) $$;
create function pg_temp.base64url(bytes bytea) returns text language sql as $$
  select rtrim(translate(encode(bytes, 'base64'), E'+/\n', '-_'), '=')
$$;
create function pg_temp.sign(content text, secret text, algorithm text) returns text language sql as $$
  select content || '.' || pg_temp.base64url(extensions.hmac(content, secret, algorithm))
$$;
create function pg_temp.token(
  claims text, header text default '{"alg":"HS256","typ":"JWT"}', secret text default pg_temp.secret(),
  algorithm text default 'sha256'
) returns text language sql as $$
  select pg_temp.sign(
    pg_temp.base64url(convert_to(header, 'UTF8')) || '.' || pg_temp.base64url(convert_to(claims, 'UTF8')),
    secret, algorithm
  )
$$;
create function pg_temp.claims(changes text default '{}', lifetime integer default 300) returns text language sql as $$
  select (jsonb_build_object(
    'deploy_context', 'production', 'netlify_id', '0', 'site_url', 'https://x.example',
    'exp', floor(extract(epoch from now())) + lifetime
  ) || changes::jsonb)::text
$$;
create function pg_temp.sign_up(headers jsonb, times integer default 1, email text default null) returns void language plpgsql as $$
begin
  perform set_config('request.headers', headers::text, true);
  for number in 1..times loop
    perform set_config('waitlist.has_signup', '', true);
    insert into public.waitlist (email) values (coalesce(email, gen_random_uuid() || '@signed.example'));
  end loop;
end;
$$;
-- The answer to a signup with this token, from an IP address that may not sign up again.
create function pg_temp.answer_to(token text, email text default null) returns text language plpgsql as $$
declare
  answer text := 'accepted';
begin
  set local role anon;
  begin
    perform pg_temp.sign_up(jsonb_build_object('x-forwarded-for', '192.0.2.1', 'x-nf-sign', token), email => email);
  exception when others then
    answer := sqlstate;
  end;
  reset role;
  return answer;
end;
$$;

-- The secret
select throws_ok(format('select private.require_signature(%L)', secret), '22023')
from unnest(array['', repeat('s', 31), repeat('s', 32) || ' ', repeat(U&'\00e9', 32)]) as secret;
select is(pg_temp.answer_to(null), 'accepted', 'without a secret a signup needs no signature');
set local role anon;
select lives_ok($$ select pg_temp.sign_up('{"x-forwarded-for": "192.0.2.1", "x-nf-client-connection-ip": "192.0.2.9"}', pg_temp.allowed() - 1) $$);
reset role;
select is(pg_temp.answer_to(null), 'PT429', 'without a secret Netlify''s header with the IP address is not read');
select private.require_signature(repeat('o', 40));
select private.require_signature(pg_temp.secret());
select is((select count(*)::integer from private.signing_secret), 1, 'a new secret replaces the old');

-- Attacks: all are refused with the same code, and not counted.
create temporary table counted on commit drop as table private.recent_signup;
create function pg_temp.is_refused(token text, attack text) returns text language sql as $$
  select is(pg_temp.answer_to(token), '42501', attack)
$$;
select pg_temp.is_refused(token, attack)
from (values
  ('no header', null), ('empty', ''), ('junk', 'junk'), ('many dots', repeat('.', 1000)),
  ('another secret', pg_temp.token(pg_temp.claims(), secret => repeat('S', 32))),
  ('the secret before', pg_temp.token(pg_temp.claims(), secret => repeat('o', 40))),
  ('alg none unsigned', regexp_replace(pg_temp.token(pg_temp.claims(), '{"alg":"none"}'), '[^.]*$', '')),
  ('alg HS512', pg_temp.token(pg_temp.claims(), '{"alg":"HS512"}', algorithm => 'sha512')),
  ('claims that are no text', pg_temp.sign('eyJhbGciOiJIUzI1NiJ9.____', pg_temp.secret(), 'sha256')),
  ('claims that are no base64', pg_temp.sign('eyJhbGciOiJIUzI1NiJ9.a', pg_temp.secret(), 'sha256'))
) as attacks (attack, token);
select pg_temp.is_refused(token, 'a changed token: ' || number)
from pg_temp.token(pg_temp.claims()) as good, pg_temp.token(pg_temp.claims('{"site_url":"https://y.example"}')) as other, unnest(array[
  regexp_replace(good, '[^.]*$', ''), good || '.', left(good, -1), replace(good, split_part(good, '.', 2), split_part(other, '.', 2))
]) with ordinality as changed (token, number);
select pg_temp.is_refused(pg_temp.token(claims), 'the claims ' || claims)
from unnest(array[
  pg_temp.claims(lifetime => 0), pg_temp.claims('{"exp":null}'), pg_temp.claims('{"exp":"99999999999"}'), pg_temp.claims('{"exp":"NaN"}'),
  pg_temp.claims('{"deploy_context":"deploy-preview"}'), pg_temp.claims('{"deploy_context":null}'), pg_temp.claims('{"deploy_context":["production"]}'),
  (pg_temp.claims()::jsonb - 'exp')::text, (pg_temp.claims()::jsonb - 'deploy_context')::text, '["deploy_context","production"]', '{',
  '{"deploy_context":"production","exp":1e999999}', '{"deploy_context":"production","exp":9e9,"x":"\u0000"}'
]) as claims;
insert into waitlist (email) values ('known@signed.example');
select is(pg_temp.answer_to(null, 'known@signed.example'), '42501', 'an unsigned request does not learn that an e-mail is known');
select results_eq('table private.recent_signup', 'table counted', 'no attack is counted');

-- Through the site
select is(pg_temp.answer_to(pg_temp.token(pg_temp.claims())), 'PT429', 'a signed signup is limited, too');
set local role anon;
select lives_ok(format(
  $$ select pg_temp.sign_up(%L, pg_temp.allowed()) $$,
  jsonb_build_object('x-nf-sign', pg_temp.token(pg_temp.claims()), 'x-nf-client-connection-ip', '192.0.2.9', 'x-forwarded-for', '192.0.2.1')
), 'the limit is for the IP address in Netlify''s header');
select throws_ok(format(
  $$ select pg_temp.sign_up(%L) $$,
  jsonb_build_object('x-nf-sign', pg_temp.token(pg_temp.claims()), 'x-nf-client-connection-ip', '192.0.2.9')
), 'PT429');
set local role service_role;
select lives_ok($$ insert into waitlist (email) values ('owner@signed.example') $$, 'the owner needs no signature');
reset role;

select private.require_signature(null);
truncate private.recent_signup;
select is(pg_temp.answer_to('junk'), 'accepted', 'then a signup needs no signature again');

select * from finish();
rollback;

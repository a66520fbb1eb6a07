-- Once there is a secret, a signup is refused unless the site's production deploy has signed it.
begin;
select plan(31);

create function pg_temp.base64url(bytes bytea) returns text language sql as $$
  select rtrim(translate(encode(bytes, 'base64'), E'+/\n', '-_'), '=')
$$;
create function pg_temp.claims(changes jsonb default '{}') returns jsonb language sql as $$
  select jsonb_build_object(
    'deploy_context', 'production', 'netlify_id', '0', 'site_url', 'https://x.example',
    'exp', floor(extract(epoch from now())) + 300
  ) || changes
$$;
-- A token as Netlify makes it, or with changes.
create function pg_temp.token(
  claims jsonb default pg_temp.claims(), secret text default repeat('s', 32), header text default '{"alg":"HS256"}',
  algorithm text default 'sha256'
) returns text language sql as $$
  select content || '.' || pg_temp.base64url(extensions.hmac(content, secret, algorithm))
  from (select
    pg_temp.base64url(convert_to(header, 'UTF8')) || '.' || pg_temp.base64url(convert_to(claims::text, 'UTF8'))
  ) as token (content)
$$;
-- The answer to a visitor's signup with this token: `accepted`, or the code of the error.
create function pg_temp.answer_to(token text, email text default gen_random_uuid() || '@signed.example')
returns text language plpgsql as $$
declare
  answer text := 'accepted';
begin
  perform set_config('request.headers', json_build_object('x-nf-sign', token)::text, true);
  perform set_config('waitlist.has_signup', '', true);
  set local role anon;
  begin
    insert into public.waitlist (email) values (answer_to.email);
  exception when others then
    answer := sqlstate;
  end;
  reset role;
  return answer;
end;
$$;

select is(pg_temp.answer_to(null), 'accepted', 'without a secret a signup needs no signature');
select throws_ok(format('select private.require_signature(%L)', secret), '23514')
from unnest(array['', repeat('s', 31), repeat('s', 32) || ' ', repeat('é', 32)]) as secret;
select private.require_signature(repeat('o', 40));
select private.require_signature(repeat('s', 32));
select is(pg_temp.answer_to(pg_temp.token()), 'accepted', 'the site''s signups are accepted');

select is(pg_temp.answer_to(token), '42501', 'refused: ' || attack)
from (values
  ('no token', null), ('an empty token', ''), ('junk', 'junk'), ('many dots', repeat('.', 1000)),
  ('another secret', pg_temp.token(secret => repeat('S', 32))),
  ('the secret before', pg_temp.token(secret => repeat('o', 40))),
  ('no algorithm', regexp_replace(pg_temp.token(header => '{"alg":"none"}'), '[^.]*$', '')),
  ('another algorithm', pg_temp.token(header => '{"alg":"HS512"}', algorithm => 'sha512')),
  ('no signature', regexp_replace(pg_temp.token(), '[^.]*$', '')),
  ('a shorter signature', left(pg_temp.token(), -1)),
  ('a longer signature', pg_temp.token() || '='),
  ('a fourth part', pg_temp.token() || '.'),
  ('the claims of another token', replace(
    pg_temp.token(), split_part(pg_temp.token(), '.', 2),
    split_part(pg_temp.token(pg_temp.claims('{"site_url":"https://y.example"}')), '.', 2)
  )),
  ('an expired token', pg_temp.token(pg_temp.claims(jsonb_build_object('exp', floor(extract(epoch from now())))))),
  ('no time of expiry', pg_temp.token(pg_temp.claims() - 'exp')),
  ('an empty time of expiry', pg_temp.token(pg_temp.claims('{"exp":null}'))),
  ('a preview', pg_temp.token(pg_temp.claims('{"deploy_context":"deploy-preview"}'))),
  ('no deploy', pg_temp.token(pg_temp.claims() - 'deploy_context')),
  ('an empty deploy', pg_temp.token(pg_temp.claims('{"deploy_context":null}'))),
  ('several deploys', pg_temp.token(pg_temp.claims('{"deploy_context":["production"]}')))
) as attacks (attack, token);

insert into waitlist (email) values ('known@signed.example');
select is(pg_temp.answer_to(null, 'known@signed.example'), '42501', 'the sender does not learn that an e-mail is known');
select is(pg_temp.answer_to(null, 'probe'), '42501', 'nor that an e-mail is none');
select is(pg_temp.answer_to(pg_temp.token(), 'known@signed.example'), '23505', 'a visitor of the site does');
set local role service_role;
select lives_ok($$ insert into waitlist (email) values ('owner@signed.example') $$, 'the owner needs no signature');
reset role;

select private.require_signature(null);
select is(pg_temp.answer_to('junk'), 'accepted', 'then a signup needs no signature again');

select * from finish();
rollback;

-- Signed requests must come from the site's production deploy: a deploy preview
-- signs with the same secret. Which deploy has signed stands in deploy_context; what
-- else Netlify may write into a token is in no document of theirs, and not asked for
-- (https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/#signed-proxy-redirects).
set local lock_timeout = '5s';

do $$ begin
  if 'extensions' <> (
    select extnamespace::regnamespace::text from pg_extension where extname = 'pgcrypto'
  ) then
    raise 'pgcrypto is not in the schema "extensions": run "alter extension pgcrypto set schema extensions", then apply the migrations again';
  end if;
end $$;

comment on table private.signing_secret is
  'What Netlify signs its rewrites with; without a row signups are taken from anywhere.';
alter table private.signing_secret
  add column deploy_context text not null default 'production';

drop function private.require_signature(text);
-- Some early databases have it.
drop function if exists private.read_token_part(text);

-- For the owner, in the SQL editor. HS256 wants 256 bits or more
-- (https://www.rfc-editor.org/rfc/rfc7518#section-3.2); a space would be a slip.
-- Another context is for a list that is not production's.
create function private.require_signature(new_secret text, context text default 'production')
returns text
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if new_secret !~ '^[!-~]{32,}$' then
    raise invalid_parameter_value using
      message = 'The secret must be at least 32 letters, digits or signs, without spaces',
      hint = 'Make one with: openssl rand -hex 32';
  end if;
  delete from private.signing_secret where only_row;
  insert into private.signing_secret (secret, deploy_context)
  select new_secret, context where new_secret is not null;
  return case
    when new_secret is null then 'Open: signups are taken from anywhere'
    else 'Closed: signups are taken through the site only'
  end;
end;
$$;
revoke all on function private.require_signature(text, text)
  from public, anon, authenticated, service_role;

-- Whether the request is signed: null while nobody asks for a signature, false if it
-- is missing or wrong in whatever way. Nothing of a token is read before its signature
-- is found right, and what is compared is a hash of the signatures: how long that
-- takes tells nobody how much of theirs was right.
create or replace function private.is_signed() returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  key text;
  context text;
  token text;
  parts text[];
  signature text;
  part text;
  contents jsonb[];
begin
  select secret, deploy_context into key, context from private.signing_secret;
  if key is null then
    return null;
  end if;

  token := current_setting('request.headers', true)::json ->> 'x-nf-sign';
  parts := string_to_array(token, '.');
  -- Netlify's have some 300 characters.
  if token is null or length(token) > 2000 or cardinality(parts) <> 3 then
    return false;
  end if;

  signature := rtrim(translate(encode(
    extensions.hmac(parts[1] || '.' || parts[2], key, 'sha256'), 'base64'
  ), '+/', '-_'), '=');
  if extensions.hmac(parts[3], key, 'sha256') <> extensions.hmac(signature, key, 'sha256') then
    return false;
  end if;

  foreach part in array parts[1:2] loop
    contents := contents || convert_from(decode(rpad(
      translate(part, '-_', '+/'), (length(part) + 3) / 4 * 4, '='
    ), 'base64'), 'UTF8')::jsonb;
  end loop;
  return coalesce(
    contents[1] @> '{"alg": "HS256"}'
    and contents[2] @> jsonb_build_object('deploy_context', context)
    and (contents[2] -> 'exp')::numeric > extract(epoch from now()),
    false
  );
exception when data_exception then
  return false;
end;
$$;

-- In a subquery it is asked once a statement, not once a row
-- (https://supabase.com/docs/guides/database/postgres/row-level-security#call-functions-with-select).
alter policy "Anyone can join the waitlist, if need be through the site"
  on public.waitlist
  with check ((select private.is_signed()) is not false);

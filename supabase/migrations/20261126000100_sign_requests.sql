-- Signed requests: once the owner has given a secret, only the site's production deploy
-- may add signups. Netlify signs each rewrite with an HS256 token in x-nf-sign. A preview
-- may have the same secret, so the function below also checks the claim deploy_context
-- (https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/#signed-proxy-redirects).

create extension if not exists pgcrypto with schema extensions;

-- At most one row: only_row must be true, and it is the primary key.
create table private.signing_secret (
  secret text not null,
  only_row boolean primary key default true check (only_row)
);
comment on table private.signing_secret is
  'The secret with which Netlify signs its rewrites. Without it, signups need no signature.';

-- The owner runs this function in the SQL editor. HS256 needs a key of at least 256 bits
-- (https://www.rfc-editor.org/rfc/rfc7518#section-3.2). The function refuses a space, because a
-- space comes from careless copying.
create function private.require_signature(new_secret text) returns text
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if new_secret !~ '^[!-~]{32,}$' then
    raise invalid_parameter_value using
      message = 'The secret must be at least 32 letters, digits or signs, without spaces',
      hint = 'Make one with: node -e "console.log(crypto.randomBytes(32).toString(''hex''))"';
  end if;
  delete from private.signing_secret;
  insert into private.signing_secret (secret)
  select new_secret where new_secret is not null;
  return case
    when new_secret is null then 'Signed requests are off: signups are taken from anywhere'
    else 'Signed requests are on: signups are taken through the site only'
  end;
end;
$$;

-- The body is no string, so Postgres looks up `extensions.hmac` now. If pgcrypto is in another
-- schema, this migration fails, and not the first signup.
create function private.hmac(content text, key text) returns bytea
language sql immutable set search_path = pg_catalog, pg_temp
return extensions.hmac(content, key, 'sha256');

-- Whether the request has the signature that it needs; without a secret it needs none.
-- The token's header, which names an algorithm, is not read: only HS256 is accepted.
create function private.is_signed_as_required() returns boolean
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  key constant text := (select secret from private.signing_secret);
  token text;
  parts text[];
  signature text;
  claims jsonb;
begin
  if key is null then
    return true;
  end if;

  token := current_setting('request.headers', true)::json ->> 'x-nf-sign';
  parts := string_to_array(token, '.');
  if token is null or cardinality(parts) <> 3 then
    return false;
  end if;

  -- Compares hashes, so that the time of the comparison does not tell how many characters of a
  -- forged signature are right.
  signature := rtrim(translate(encode(
    private.hmac(parts[1] || '.' || parts[2], key), 'base64'
  ), '+/', '-_'), '=');
  if private.hmac(parts[3], key) <> private.hmac(signature, key) then
    return false;
  end if;

  claims := convert_from(decode(rpad(
    translate(parts[2], '-_', '+/'), (length(parts[2]) + 3) / 4 * 4, '='
  ), 'base64'), 'UTF8');
  return coalesce(
    claims @> '{"deploy_context": "production"}'
    and (claims -> 'exp')::numeric > extract(epoch from now()),
    false
  );
exception when data_exception then
  return false;
end;
$$;

revoke all on table private.signing_secret
  from public, anon, authenticated, service_role;
revoke all on function
  private.require_signature(text), private.hmac(text, text), private.is_signed_as_required()
  from public, anon, authenticated, service_role;

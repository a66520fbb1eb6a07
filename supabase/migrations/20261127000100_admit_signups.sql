-- Which signups are admitted: one per request, and once the owner has given a secret, only those that the site's
-- production deploy has signed. Netlify signs each rewrite with a token in the header x-nf-sign
-- (https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/#signed-proxy-redirects).

-- The REST API does not expose this schema, and no role of the API may use it.
create schema private;

create extension if not exists pgcrypto with schema extensions;

-- HS256 needs a key of at least 256 bits (https://www.rfc-editor.org/rfc/rfc7518#section-3.2). A space comes from
-- careless copying. Postgres names the constraint to the owner.
create table private.signing_secret (
  secret text primary key,
  constraint "at least 32 letters, digits or signs, without spaces" check (secret ~ '^[!-~]{32,}$')
);

-- The owner runs this function in the SQL editor.
create function private.require_signature(new_secret text) returns text
language sql set search_path = ''
as $$
  delete from private.signing_secret;
  insert into private.signing_secret select new_secret where new_secret is not null;
  select case
    when new_secret is null then 'Signed requests are off: signups are taken from anywhere'
    else 'Signed requests are on: signups are taken through the site only'
  end;
$$;

-- The HS256 signature of a text, in base64url.
create function private.sign(content text, secret text) returns text
language sql immutable set search_path = ''
return rtrim(translate(encode(extensions.hmac(content, secret, 'sha256'), 'base64'), '+/', '-_'), '=');

-- Whether the request has the signature that it needs. Without a secret it needs none. The function runs as its
-- owner, since visitors may not read the secret.
create function private.is_signed_as_required() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  key constant text := (select secret from private.signing_secret);
  parts text[];
  claims json;
begin
  if key is null then
    return true;
  end if;

  -- A token is header.claims.signature, each in base64url. The header, which names an algorithm, is not read: only
  -- HS256 is accepted.
  parts := regexp_match(
    current_setting('request.headers', true)::json ->> 'x-nf-sign',
    '^([^.]+\.([^.]+))\.([^.]+)$'
  );
  -- Both signatures are signed once more. So the time of the comparison does not tell how many characters of a
  -- forged signature are right.
  if parts is null or private.sign(parts[3], key) <> private.sign(private.sign(parts[1], key), key) then
    return false;
  end if;

  -- Netlify also signs the requests of previews that have the secret.
  claims := convert_from(decode(rpad(
    translate(parts[2], '-_', '+/'), (length(parts[2]) + 3) / 4 * 4, '='
  ), 'base64'), 'UTF8');
  return claims ->> 'deploy_context' = 'production' and (claims ->> 'exp')::numeric > extract(epoch from now());
end;
$$;

grant execute on function private.is_signed_as_required() to anon;

-- Postgres checks a policy before the table's checks and its unique index. So an unsigned request does not learn
-- whether an e-mail is on the list.
create policy "Once there is a secret, signups need the site's signature" on public.waitlist
  as restrictive for insert to anon
  with check (private.is_signed_as_required());

-- PostgREST answers the error PT400 with the status 400
-- (https://docs.postgrest.org/en/v14/references/errors.html#raise-errors-with-http-status-codes).
create function private.admit_one_signup() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The setting lasts as long as the transaction, which is one request of PostgREST
  -- (https://docs.postgrest.org/en/v14/references/transactions.html).
  if current_setting('waitlist.has_signup', true) = 'true' then
    raise sqlstate 'PT400' using message = 'A request may add only one signup';
  end if;
  perform set_config('waitlist.has_signup', 'true', true);
  return new;
end;
$$;

create trigger admit_one_signup
  before insert on public.waitlist
  for each row when (current_user = 'anon')
  execute function private.admit_one_signup();

-- The door: once the owner has given a secret, only the site may add signups.
-- Netlify signs the rewrites that _redirects asks it to sign with an HS256 token
-- in x-nf-sign, which it makes anew for every request
-- (https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/#signed-proxy-redirects).

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;

create table private.signing_secret (
  secret text not null,
  only_row boolean primary key default true check (only_row)
);
comment on table private.signing_secret is
  'What Netlify signs its rewrites with; without a row the door is open to anyone.';

-- For the owner, in the SQL editor. HS256 wants 256 bits or more
-- (https://www.rfc-editor.org/rfc/rfc7518#section-3.2); a space would be a slip.
create function private.require_signature(new_secret text) returns text
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if new_secret !~ '^[!-~]{32,}$' then
    raise invalid_parameter_value using
      message = 'The secret must be at least 32 letters, digits or signs, without spaces',
      hint = 'Make one with: openssl rand -hex 32';
  end if;
  delete from private.signing_secret where only_row;
  insert into private.signing_secret (secret)
  select new_secret where new_secret is not null;
  return case
    when new_secret is null then 'Open: signups are taken from anywhere'
    else 'Closed: signups are taken through the site only'
  end;
end;
$$;

-- Whether the request comes through the site: null while nobody asks for a
-- signature, false if it is missing or wrong in whatever way. Nothing of a token is
-- read before its signature is found right, and what is compared is a hash of the
-- signatures: how long that takes tells nobody how much of theirs was right.
create function private.is_signed() returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  key constant text := (select secret from private.signing_secret);
  token text;
  parts text[];
  signature text;
  part text;
  contents jsonb[];
begin
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
    and contents[2] @> '{"iss": "netlify"}'
    and (contents[2] -> 'exp')::numeric > extract(epoch from now()),
    false
  );
exception when data_exception then
  return false;
end;
$$;

-- As before, but where the door is closed, the address that Netlify itself has seen:
-- by then the trigger has found the signature right.
create or replace function private.visitor_address() returns text
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  headers json;
  address inet;
begin
  headers := current_setting('request.headers', true);
  address := trim(coalesce(
    case when exists (select from private.signing_secret) then
      headers ->> 'x-nf-client-connection-ip'
    end,
    split_part(headers ->> 'x-forwarded-for', ',', 1)
  ))::inet;
  if family(address) = 6 and not address <<= '::ffff:0:0/96' then
    address := network(set_masklen(address, 64));
  end if;
  return coalesce(host(address), 'unknown');
exception when data_exception then
  return 'unknown';
end;
$$;

revoke all on table private.signing_secret
  from public, anon, authenticated, service_role;
revoke all on function private.require_signature(text), private.is_signed()
  from public, anon, authenticated, service_role;
-- The policy and the trigger ask as whoever inserts, who still cannot name it.
grant execute on function private.is_signed() to anon, service_role;

alter policy "Anyone can join the waitlist" on public.waitlist
  rename to "Anyone can join the waitlist, if need be through the site";
alter policy "Anyone can join the waitlist, if need be through the site"
  on public.waitlist
  with check (private.is_signed() is not false);

-- A trigger comes before the policy: who is about to be refused is not counted, and
-- learns nothing of the limit.
drop trigger limit_signups on public.waitlist;
create trigger limit_signups
  before insert on public.waitlist
  for each row when (current_user = 'anon' and private.is_signed() is not false)
  execute function private.limit_signups();

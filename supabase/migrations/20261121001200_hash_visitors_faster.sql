-- Each signup hashes its visitor twice. Postgres plans a function in SQL anew for each
-- call, one in PL/pgSQL once a session
-- (https://www.postgresql.org/docs/current/plpgsql-implementation.html#PLPGSQL-PLAN-CACHING).
create or replace function private.visitor_hash() returns bytea
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select sha256(salt || convert_to(private.visitor_address(), 'UTF8'))
    from private.signup_salt
  );
end;
$$;

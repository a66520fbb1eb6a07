-- Computes the source of the earlier signups anew: Postgres computes a stored column whenever it writes the row
-- (https://www.postgresql.org/docs/current/ddl-generated-columns.html). Each migration is one transaction. Since this
-- one begins after the functions are replaced, the signups that arrive while it runs have the new source already.
update public.waitlist set referrer = referrer
where source is distinct from private.read_source(referrer);

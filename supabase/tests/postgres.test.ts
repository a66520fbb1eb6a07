import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMigrations, supabaseProject } from '../../local/database.ts';
import { expectAllPassed, readPgtap, readSqlTest, sqlTests } from './pgtap.ts';
import { startPostgres } from './postgres.ts';

/** An older Supabase project grants all on each new object to these roles. */
const automaticGrants = ['tables', 'sequences', 'functions', 'schemas']
  .map(
    (objects) =>
      `alter default privileges grant all on ${objects} to anon, authenticated, service_role;`,
  )
  .join('\n');

describe('Postgres', () => {
  const server = startPostgres();
  if (!server) {
    test.skip('is not installed', () => undefined);
    return;
  }

  let sql: Sql;
  beforeAll(async () => {
    sql = server.connect(50);
    await sql.unsafe(supabaseProject + automaticGrants);
    // Each in a transaction, as the Supabase CLI does.
    for (const migration of readMigrations())
      await sql.begin((transaction) => transaction.unsafe(migration.sql));
    await sql.unsafe(
      `create schema pgtap; grant usage on schema pgtap to public`,
    );
    await sql.begin(async (transaction) => {
      await transaction.unsafe('set local search_path = pgtap');
      await transaction.unsafe(readPgtap());
    });
  });
  afterAll(async () => {
    // A test that has failed has not released its session.
    await sql.end({ timeout: 1 });
    server.stop();
  });

  test.for(sqlTests)('%s', async (file) => {
    const session = await sql.reserve();
    const results = await session.unsafe(
      `set search_path = public, pgtap; ${readSqlTest(file)}`,
    );
    session.release();
    expectAllPassed(results.flat());
  });

  /** A signup from an IP address, as PostgREST runs it; resolves to "accepted" or an error's code. */
  function signUp(visitor: string): Promise<string> {
    const email = `${crypto.randomUUID()}@parallel.example`;
    return sql
      .begin(async (transaction) => {
        const headers = JSON.stringify({ 'x-forwarded-for': visitor });
        await transaction`select set_config('role', 'anon', true), set_config('request.headers', ${headers}, true)`;
        await transaction`insert into waitlist (email) values (${email})`;
        await transaction`select pg_sleep(0.002)`;
        return 'accepted';
      })
      .catch((error: unknown) =>
        error instanceof Error && 'code' in error ? String(error.code) : '?',
      );
  }

  test('parallel requests from one IP address do not slip past the limit', async () => {
    const [limit] = await sql`select private.signups_allowed() as allowed`;
    const allowed = Number(limit?.['allowed']);
    const outcomes = await Promise.all(
      Array.from({ length: allowed + 20 }, () => signUp('198.51.100.1')),
    );
    const accepted = outcomes.filter((outcome) => outcome === 'accepted');
    expect(accepted).toHaveLength(allowed);
    expect(new Set(outcomes)).toEqual(new Set(['accepted', 'PT429']));
  });
});

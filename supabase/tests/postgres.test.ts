import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMigrations, supabaseProject } from '../../local/database.ts';
import { startPostgres } from './postgres.ts';

describe('sessions of a Postgres server', () => {
  const server = startPostgres();
  if (!server) {
    test.skip('is not installed', () => undefined);
    return;
  }

  const { sql, stop } = server;
  beforeAll(async () => {
    await sql.unsafe(supabaseProject);
    // The Supabase CLI also runs each migration in a transaction.
    for (const migration of readMigrations())
      await sql.begin((transaction) => transaction.unsafe(migration.sql));
  });
  afterAll(stop);

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

  test('cannot pass the limit of an IP address by parallel signups', async () => {
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

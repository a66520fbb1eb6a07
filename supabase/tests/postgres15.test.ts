import type { Sql, TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { supabaseProject } from '../../local/database.ts';
import { readAssertions, readPgtap, readSqlTest, sqlTests } from './pgtap.ts';
import { applyMigrations, startPostgres15 } from './postgres15.ts';

/** What an older Supabase project grants on everything new. */
const automaticGrants = ['tables', 'sequences', 'functions', 'schemas']
  .map(
    (objects) =>
      `alter default privileges grant all on ${objects} to anon, authenticated, service_role;`,
  )
  .join('\n');

// Two ways in which a server may compare and fold text: neither may matter.
describe.for(['C.UTF-8', 'C'])('Postgres 15 with locale %s', (locale) => {
  const server = startPostgres15(locale);
  if (!server) {
    test.skip('is not installed', () => undefined);
    return;
  }

  let sql: Sql;
  beforeAll(async () => {
    sql = server.connect(40);
    await sql.unsafe(supabaseProject + automaticGrants);
    await applyMigrations(sql);
    await sql.unsafe(
      `create schema pgtap; grant usage on schema pgtap to public`,
    );
    await sql.begin(async (transaction) => {
      await transaction.unsafe('set local search_path = pgtap');
      await transaction.unsafe(readPgtap());
    });
  });
  afterAll(async () => {
    await sql.end();
    server.stop();
  });

  test.for(sqlTests)('%s', async (file) => {
    const session = await sql.reserve();
    const results = await session.unsafe(
      `set search_path = public, pgtap; ${readSqlTest(file)}`,
    );
    session.release();
    const { passed, failed } = readAssertions(results.flat());
    expect(failed).toEqual([]);
    expect(passed).not.toEqual([]);
  });

  /** A request from an address, as PostgREST runs it. */
  function signUp(
    address: string,
    meanwhile?: (transaction: TransactionSql) => Promise<unknown>,
  ): Promise<string> {
    return sql
      .begin(async (transaction) => {
        const headers = JSON.stringify({ 'x-forwarded-for': address });
        await transaction`select set_config('role', 'anon', true), set_config('request.headers', ${headers}, true)`;
        await transaction`insert into waitlist (email) values (${`${crypto.randomUUID()}@parallel.example`})`;
        await meanwhile?.(transaction);
        return 'accepted';
      })
      .catch((error: unknown) =>
        error instanceof Error && 'code' in error ? String(error.code) : '?',
      );
  }

  function count(outcomes: string[]): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const outcome of outcomes)
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    return counts;
  }

  test('parallel requests from one address do not slip past the limit', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () =>
        signUp(
          '198.51.100.1',
          (transaction) => transaction`select pg_sleep(0.002)`,
        ),
      ),
    );
    expect(count(outcomes)).toEqual({ accepted: 30, PT429: 170 });
  });

  test('requests from many addresses do not block or break each other', async () => {
    // Old counters, so that every request also has some to remove.
    await sql`insert into private.signup_counter
      select sha256(number::text::bytea), array[now() - interval '11 minutes']
      from generate_series(1, 2000) as number`;
    const outcomes = await Promise.all(
      Array.from({ length: 400 }, (_, index) =>
        signUp(`203.0.113.${String(index % 40)}`),
      ),
    );
    expect(count(outcomes)).toEqual({ accepted: 400 });
    const [left] =
      await sql`select count(*)::int as old from private.signup_counter
      where signed_up_at[1] < now() - interval '10 minutes'`;
    expect(left).toEqual({ old: 0 });
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest';
import { readMigrations, supabaseProject } from '../../local/database.ts';
import { startPostgres } from './postgres.ts';

describe('sessions of a Postgres server', () => {
  const server = startPostgres();
  if (!server) {
    test.skip('is not installed', () => undefined);
    return;
  }

  let sql: Sql;
  beforeAll(async () => {
    sql = server.connect(50);
    await sql.unsafe(supabaseProject);
    // The Supabase CLI also runs each migration in a transaction.
    for (const migration of readMigrations())
      await sql.begin((transaction) => transaction.unsafe(migration.sql));
  });
  afterAll(async () => {
    await sql.end();
    server.stop();
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

  describe("of the owner's guide", () => {
    const guide = readFileSync('docs/owner.md', 'utf8');
    const folder = mkdtempSync(join(tmpdir(), 'waitlist-guide-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    beforeEach(() => sql`truncate waitlist restart identity`);

    /** Runs the block of the guide that begins a transaction and reads a file, as pasted into psql. */
    const paste = (file: string) => {
      const blocks = guide.match(/(?<=```sql\n)begin;[^`]+/g) ?? [];
      const block = blocks.find((text) => text.includes(`'${file}'`));
      return server.runInShell('psql', folder, block);
    };

    const people = async () => [
      ...(await sql`select email, referrer, source, created_at from waitlist order by email`),
    ];

    test.for([
      [
        'a list that lives on',
        "delete from waitlist where email = 'bob@x.example'",
      ],
      ['a new list', 'truncate waitlist restart identity'],
    ] as const)('bring a backup back into %s', async ([, loss]) => {
      await sql`insert into waitlist (email, referrer, created_at) values
        ('ann@x.example', '/?ref=日', '2026-01-01'), ('bob@x.example', '', now()), ('cem@x.example', null, now())`;
      const backedUp = await people();
      const [backup = ''] = guide.match(/^psql '.*copy public.+$/m) ?? [];
      server.runInShell(backup.replace(/'postgresql:.*?'/, ''), folder);
      await sql.unsafe(loss);
      await sql`insert into waitlist (email) values ('zoe@x.example')`;

      paste('waitlist-2026-11-21.csv');
      const [zoe, ...others] = (await people()).reverse();
      expect(zoe).toMatchObject({ email: 'zoe@x.example' });
      expect(others.reverse()).toEqual(backedUp);
      // The next id does not collide with a restored one.
      expect(await signUp('198.51.100.2')).toBe('accepted');
    });

    test('take in an earlier list, and print the lines that are no e-mails', async () => {
      await sql`insert into waitlist (email) values ('bob@x.example')`;
      writeFileSync(
        join(folder, 'earlier.csv'),
        '\ufeffEmail\r\n ann@x.example\u00a0\r\n"cem@x.example"\r\nANN@x.example\r\nBob@x.example\r\nnobody\r\n \r\n\r\n',
      );
      const printed = paste('earlier.csv');
      expect((await people()).map(({ email }) => email)).toEqual([
        'ann@x.example',
        'bob@x.example',
        'cem@x.example',
      ]);
      expect(printed.stderr.match(/\w+$/gm)).toEqual(['Email', 'nobody']);
    });
  });
});

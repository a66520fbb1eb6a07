import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { newDataFolder } from '../tests/helpers/database.ts';
import { cleanEnvironment } from '../tests/helpers/environment.ts';
import { startBackend } from './backend.ts';
import { openDatabase, readMigrations } from './database.ts';
import { listen } from './listen.ts';

test('a start in a new folder succeeds after one that was interrupted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waitlist-new-'));
  const nested = join(folder, 'not', 'yet');
  const unfinished = join(nested, 'postgres.unfinished');
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'PG_VERSION'), '18');
  const database = await openDatabase(nested);
  // The Supabase CLI keeps the migrations in the same table.
  const { rows } = await database.query(
    'select version, name from supabase_migrations.schema_migrations order by 1',
  );
  await database.close();
  rmSync(folder, { recursive: true });
  expect(rows).toEqual(
    readMigrations().map(({ version, name }) => ({ version, name })),
  );
});

describe('a data folder', () => {
  let dataDirectory: string;
  beforeEach(() => {
    dataDirectory = newDataFolder();
    return () => rmSync(dataDirectory, { recursive: true });
  });

  /** Opens the folder, runs SQL, and closes the folder. */
  async function execute(sql: string) {
    const database = await openDatabase(dataDirectory);
    await database.exec(sql);
    await database.close();
  }

  /** Expects that opening the folder fails with one line, which names the folder, `value` and the setting. */
  const expectRefusal = (value = '', error: object = {}) =>
    expect(execute('')).rejects.toMatchObject({
      message: expect.stringMatching(
        `^.*${basename(dataDirectory)}.*${value}.*DATA_DIR.*$`,
      ),
      ...error,
    });

  test('is refused until the process that has it open ends', async () => {
    // This process waits for input that the test never sends, so it ends when the test's process ends.
    const script = `
      import { openDatabase } from ${JSON.stringify(new URL('./database.ts', import.meta.url).href)};
      await openDatabase(${JSON.stringify(dataDirectory)});
      console.log('open');
      process.stdin.resume();
    `;
    const args = ['--input-type=module', '--eval', script];
    const owner = spawn(process.execPath, args, { env: cleanEnvironment() });
    await once(owner.stdout, 'data');
    // SQLITE_BUSY: https://www.sqlite.org/rescode.html#busy
    await expectRefusal('', { cause: { errcode: 5 } });
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    await execute('');
  });

  test('is closed if the port of its API is taken, so that `npm start` ends', async () => {
    const { port, close } = await listen(() => undefined);
    const start = startBackend({
      dataDirectory,
      port,
      publishableKey: '',
      secretKey: '',
    });
    for (const part of [`${port}`, 'PORT=', 'SUPABASE_URL'])
      await expect(start).rejects.toThrow(part);
    await close();
    await execute('select 1');
  });

  test('gets the migrations that it lacks', async () => {
    await execute(
      `drop view waitlist_sources, waitlist_totals, waitlist_days;
       drop function remove_signup;
       delete from supabase_migrations.schema_migrations where name = 'add_owner_commands'`,
    );
    await execute("select remove_signup('a@b')");
  });

  test.for([
    ['that this checkout lacks', '20261126000000', 'statements'],
    ['in another form', '20261127000000', "'{}'"],
  ] as const)('is refused when it has a migration %s', async (row) => {
    const [, version, statements] = row;
    await execute(
      `update supabase_migrations.schema_migrations
       set version = ${version}, statements = ${statements}
       where name = 'create_waitlist'`,
    );
    await expectRefusal(version);
  });

  test('is refused when another major version of Postgres has written it', async () => {
    writeFileSync(join(dataDirectory, 'postgres', 'PG_VERSION'), '99\n');
    await expectRefusal();
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest';
import { newDataFolder } from '../tests/helpers/database.ts';
import { cleanEnvironment } from '../tests/helpers/environment.ts';
import { openDatabase, readMigrations } from './database.ts';

describe('a new data folder, where a first start was interrupted', () => {
  let database: PGlite;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waitlist-new-'));
    const nested = join(folder, 'not', 'yet');
    const unfinished = join(nested, 'postgres.unfinished');
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(join(unfinished, 'PG_VERSION'), '18');
    const first = await openDatabase(nested);
    await first.query("insert into waitlist (email) values ('kept@x.example')");
    await first.close();
    database = await openDatabase(nested);
    return async () => {
      await database.close();
      rmSync(folder, { recursive: true });
    };
  });

  test('keeps its rows', async () => {
    const { rows } = await database.query('select email from waitlist');
    expect(rows).toEqual([{ email: 'kept@x.example' }]);
  });

  test('has the names of its migrations where the Supabase CLI has them', async () => {
    const { rows } = await database.query(
      'select version, name from supabase_migrations.schema_migrations order by 1',
    );
    expect(rows).toEqual(
      readMigrations().map(({ version, name }) => ({ version, name })),
    );
  });
});

describe('a data folder', () => {
  let dataDirectory: string;
  beforeEach(() => {
    dataDirectory = newDataFolder();
  });
  afterEach(() => {
    rmSync(dataDirectory, { recursive: true });
  });

  /** Expects that opening the folder fails with one line that gives the reason. */
  async function expectRefusal(reason: string) {
    await expect(openDatabase(dataDirectory)).rejects.toThrow(
      new RegExp(`^[^\n]*${reason}[^\n]*$`),
    );
  }

  /**
   * Opens the folder in another process, which prints a line and keeps the folder open. The
   * process waits for input, so it ends at the latest with this one, which never sends any.
   */
  function openInAnotherProcess() {
    const script = `
    import { openDatabase } from ${JSON.stringify(new URL('./database.ts', import.meta.url).href)};
    await openDatabase(${JSON.stringify(dataDirectory)});
    console.log('open');
    process.stdin.resume();
  `;
    return spawn(process.execPath, ['--input-type=module', '--eval', script], {
      env: cleanEnvironment(),
    });
  }

  test('is refused until the process that has it open ends', async () => {
    const owner = openInAnotherProcess();
    await once(owner.stdout, 'data');
    await expectRefusal('database is locked');
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    await (await openDatabase(dataDirectory)).close();
  });

  test('gets the migrations that it lacks', async () => {
    const first = await openDatabase(dataDirectory);
    await first.exec(
      `drop function remove_signup;
       delete from supabase_migrations.schema_migrations where name = 'remove_signup'`,
    );
    await first.close();
    const second = await openDatabase(dataDirectory);
    await second.query("select remove_signup('a@b')");
    await second.close();
  });

  test('is refused when it has another migration than this checkout', async () => {
    const first = await openDatabase(dataDirectory);
    await first.exec(
      "update supabase_migrations.schema_migrations set statements = '{}'",
    );
    await first.close();
    await expectRefusal('another migration \\d+');
  });

  test('is refused when another major version of Postgres has written it', async () => {
    writeFileSync(join(dataDirectory, 'postgres', 'PG_VERSION'), '99\n');
    await expectRefusal('another version of Postgres');
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newDataFolder } from '../tests/helpers/database.ts';
import { cleanEnvironment } from '../tests/helpers/environment.ts';
import { openDatabase, readMigrations } from './database.ts';

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

describe('a data folder', () => {
  test('is created, even after an interrupted first start, and keeps its rows and migrations', async () => {
    const nested = join(dataDirectory, 'not', 'yet');
    const unfinished = join(nested, 'postgres.unfinished');
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(join(unfinished, 'PG_VERSION'), '18');
    const first = await openDatabase(nested);
    await first.query("insert into waitlist (email) values ('kept@x.example')");
    await first.close();

    const again = await openDatabase(nested);
    const { rows } = await again.query('select email from waitlist');
    expect(rows).toEqual([{ email: 'kept@x.example' }]);
    const history = await again.query(
      'select version, name from supabase_migrations.schema_migrations order by 1',
    );
    expect(history.rows).toEqual(
      readMigrations().map(({ version, name }) => ({ version, name })),
    );
    await again.close();
  });

  test('is refused while another process has it open, and can be opened once that is killed', async () => {
    const owner = openInAnotherProcess();
    await once(owner.stdout, 'data');
    await expectRefusal('database is locked');
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    await (await openDatabase(dataDirectory)).close();
  });

  test('gets the migrations that it lacks, each once', async () => {
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

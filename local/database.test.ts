import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, postgresMajor, readMigrations } from './database.ts';

let dataDirectory: string;
beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'waitlist-data-'));
});
afterEach(() => {
  rmSync(dataDirectory, { recursive: true });
});

const oneLine = (text: string) =>
  expect.objectContaining({
    message: expect.stringMatching(new RegExp(`^[^\n]*${text}[^\n]*$`)),
  });

describe('a data folder', () => {
  test('is created, and kept with its rows and migrations', async () => {
    const nested = join(dataDirectory, 'not', 'yet');
    const first = await openDatabase(nested);
    await first.query("insert into waitlist (email) values ('kept@x.example')");
    // As it was made before the project had this schema.
    await first.exec('drop schema extensions cascade');
    await first.close();

    const again = await openDatabase(nested);
    await again.exec('create extension pgcrypto schema extensions');
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

  test('is begun anew when its first start was interrupted', async () => {
    mkdirSync(join(dataDirectory, 'postgres.unfinished'));
    writeFileSync(
      join(dataDirectory, 'postgres.unfinished', 'PG_VERSION'),
      postgresMajor,
    );
    await (await openDatabase(dataDirectory)).close();
  });

  test('is refused while it is open elsewhere', async () => {
    const first = await openDatabase(dataDirectory);
    await expect(openDatabase(dataDirectory)).rejects.toEqual(
      oneLine('in use by another process: stop'),
    );
    await first.close();
    await (await openDatabase(dataDirectory)).close();
  });

  test('is refused while another process has it, and free once that is killed', async () => {
    const script = `
      import { openDatabase } from ${JSON.stringify(new URL('./database.ts', import.meta.url).href)};
      await openDatabase(${JSON.stringify(dataDirectory)});
      console.log('open');
      setInterval(() => {}, 1000);
    `;
    const owner = spawn(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(owner.stdout, 'data');
    await expect(openDatabase(dataDirectory)).rejects.toEqual(
      oneLine('in use by another process'),
    );
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    await (await openDatabase(dataDirectory)).close();
  });

  test('is refused when a newer version has written it', async () => {
    const first = await openDatabase(dataDirectory);
    await first.query(
      "insert into supabase_migrations.schema_migrations values ('29991231000000')",
    );
    await first.close();
    await expect(openDatabase(dataDirectory)).rejects.toEqual(
      oneLine('migration 29991231000000 is not in this checkout'),
    );
  });

  test('is refused when it is of another Postgres', async () => {
    mkdirSync(join(dataDirectory, 'postgres'));
    writeFileSync(join(dataDirectory, 'postgres', 'PG_VERSION'), '99\n');
    await expect(openDatabase(dataDirectory)).rejects.toEqual(
      oneLine('written by Postgres 99'),
    );
  });
});

test('the Postgres that is looked for is the one inside PGlite', async () => {
  const database = await PGlite.create();
  const { rows } = await database.query<{ server_version: string }>(
    'show server_version',
  );
  expect(rows[0]?.server_version.split('.')[0]).toBe(postgresMajor);
  await database.close();
});

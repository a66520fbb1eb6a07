import { readFileSync, readdirSync } from 'node:fs';
import { pgtap } from '@electric-sql/pglite-pgtap';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  extensions,
  readMigrations,
  supabaseProject,
} from '../../local/database.ts';

/** By default Postgres lets everybody execute a new function. A project may have changed that. */
const noAutomaticGrants =
  'alter default privileges revoke execute on functions from public;';

/** An older Supabase project grants all on each new object of the schema `public` to these roles. */
const automaticGrants = ['tables', 'sequences', 'functions']
  .map(
    (objects) =>
      `alter default privileges in schema public grant all on ${objects} to anon, authenticated, service_role;`,
  )
  .join('\n');

describe.each([
  ['a project', supabaseProject + noAutomaticGrants],
  ['an older project', supabaseProject + automaticGrants],
])('%s', (_name, project) => {
  let database: PGlite;

  beforeAll(async () => {
    database = await PGlite.create({ extensions: { ...extensions, pgtap } });
    await database.exec(`create extension pgtap; ${project}`);
    for (const { sql } of readMigrations()) await database.exec(sql);
  });
  afterAll(() => database.close());

  const directory = new URL('.', import.meta.url);
  const files = readdirSync(directory).filter((file) => file.endsWith('.sql'));

  test.for(files)('%s', async (file) => {
    const sql = readFileSync(new URL(file, directory), 'utf8');
    const results = await database.exec(sql);
    const lines = results
      .flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)))
      .map(String);
    // pgTAP begins each assertion's row with `ok`, or with `not ok` and the reason in comments.
    expect(lines.filter((line) => /^(?:not ok|#)/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('ok'))).not.toEqual([]);
  });
});

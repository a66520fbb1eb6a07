import { pgtap } from '@electric-sql/pglite-pgtap';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  extensions,
  readMigrations,
  supabaseProject,
} from '../../local/database.ts';
import type { Signup } from '../../src/stores/waitlist.ts';
import { expectAllPassed, readSqlTest, sqlTests } from './pgtap.ts';

let database: PGlite;

beforeAll(async () => {
  database = await PGlite.create({ extensions: { ...extensions, pgtap } });
  await database.exec(`create extension pgtap; ${supabaseProject}`);
  for (const { sql } of readMigrations()) await database.exec(sql);
});
afterAll(() => database.close());

test.for(sqlTests)('%s', async (file) => {
  const results = await database.exec(readSqlTest(file));
  expectAllPassed(results.flatMap(({ rows }) => rows));
});

test('visitors may insert the columns that the page sends, and no others', async () => {
  const sent: Required<Signup> = { email: '', referrer: '' };
  const { rows } = await database.query(
    `select column_name from information_schema.column_privileges
     where table_name = 'waitlist' and grantee = 'anon' and privilege_type = 'INSERT'`,
  );
  const insertable = rows.flatMap((row) => Object.values(row as object));
  expect(insertable.sort()).toEqual(Object.keys(sent).sort());
});

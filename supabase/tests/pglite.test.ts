import { pgtap } from '@electric-sql/pglite-pgtap';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, test } from 'vitest';
import {
  extensions,
  readMigrations,
  supabaseProject,
} from '../../local/database.ts';
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

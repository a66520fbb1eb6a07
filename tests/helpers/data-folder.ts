import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { openDatabase } from '../../local/database.ts';
import { isCurrent } from './build.ts';

const template = 'test-results/data';

/** Creates the template, once for all tests, if it is missing or older than its sources. */
export default async function makeTemplate(): Promise<void> {
  const sources = ['supabase/migrations/*', 'local/database.ts'];
  if (isCurrent(join(template, 'lock'), sources)) return;
  rmSync(template, { recursive: true, force: true });
  const database = await openDatabase(template);
  await database.close();
}

/**
 * A new data folder with an empty database, which the caller removes. It is a copy
 * of the template, since Postgres takes seconds to create a database.
 */
export function newDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waitlist-data-'));
  cpSync(template, folder, { recursive: true });
  return folder;
}

/** Opens an empty database in such a folder, which is removed once it is closed. */
export async function openNewDatabase(): Promise<PGlite> {
  const folder = newDataFolder();
  const database = await openDatabase(folder);
  const close = database.close.bind(database);
  database.close = async () => {
    await close();
    rmSync(folder, { recursive: true });
  };
  return database;
}

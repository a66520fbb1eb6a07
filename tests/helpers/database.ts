import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { extensions, openDatabase } from '../../local/database.ts';
import { isCurrent } from './build.ts';

const template = 'test-results/data';
const archive = `${template}.tar`;

/** Creates an empty database once for all tests, as a folder and as an archive, unless there is one that is newer than its sources. */
export default async function makeTemplate(): Promise<void> {
  const sources = ['supabase/migrations/**', 'local/database.ts'];
  if (isCurrent(archive, sources)) return;
  rmSync(template, { recursive: true, force: true });
  const database = await openDatabase(template);
  const dump = await database.dumpDataDir('none');
  writeFileSync(archive, new Uint8Array(await dump.arrayBuffer()));
  await database.close();
}

/**
 * A new data folder with an empty database, which the caller removes. It is a copy, since
 * Postgres takes seconds to create a database.
 */
export function newDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waitlist-data-'));
  cpSync(template, folder, { recursive: true });
  return folder;
}

/** Opens an empty database in memory. */
export function openNewDatabase(): Promise<PGlite> {
  const loadDataDir = new Blob([readFileSync(archive)]);
  return PGlite.create({ extensions, loadDataDir });
}

import { cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../local/database.ts';
import { modified } from './build.ts';

const template = 'test-results/data';

/** Makes the template, once for all tests, where there is none yet or it is older than what makes it. */
export default async function makeTemplate(): Promise<void> {
  const lock = join(template, 'lock');
  const sources = globSync([
    'supabase/migrations/*',
    'local/database.ts',
    'package-lock.json',
  ]);
  const isCurrent =
    existsSync(lock) &&
    sources.every((source) => modified(source) <= modified(lock));
  if (isCurrent) return;
  rmSync(template, { recursive: true, force: true });
  const database = await openDatabase(template);
  await database.close();
}

/**
 * A folder of its own with an empty database, for the caller to remove: a copy,
 * since Postgres takes seconds to set up a new one.
 */
export function newDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waitlist-data-'));
  cpSync(template, folder, { recursive: true });
  return folder;
}

import { open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { formatSignups, runOwnerCommand, type OwnerClient } from './client.ts';
import type { WaitlistRow } from './database.types.ts';

/** The columns of the file, in their order. */
const columns = ['email', 'referrer', 'source', 'created_at'] as const;

await runOwnerCommand(async (ownerClient) => {
  const [fileName = '', ...more] = process.argv.slice(2);
  if (!fileName || more.length > 0)
    throw new Error('Name one new file: npm run export -- waitlist.csv');
  const file = resolve(fileName);
  try {
    // The whole list is read before the file is created.
    const signups = await readSignups(ownerClient);
    const lines = signups.map((signup) => {
      const row = { ...signup, created_at: spreadsheetTime(signup.created_at) };
      return csvLine(...columns.map((column) => String(row[column] ?? '')));
    });
    await writeNew(file, [csvLine(...columns), ...lines].join(''));
    console.log(
      `The whole list of ${ownerClient.label}: ${formatSignups(signups.length)}, in ${file}`,
    );
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${file} was not written: ${message}`, { cause: error });
  }
});

/** Writes a new file that only this user can read. Replaces no file, because a file may have the owner's notes. */
async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
  } catch (error) {
    // For example, the disk is full. No part of the list stays behind.
    await rm(file);
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Reads all signups, in the order of their ids. Each query starts after the last id of the query
 * before it, and a query without rows is the end. So this function reads no row twice and misses no
 * row that was there at the start, whatever the server's limit.
 */
async function readSignups({
  client,
  rowsOf,
}: OwnerClient): Promise<WaitlistRow[]> {
  const signups: WaitlistRow[] = [];
  for (;;) {
    const page = await rowsOf(
      client
        .from('waitlist')
        .select(['id', ...columns].join())
        .gt('id', signups.at(-1)?.id ?? 0)
        .order('id')
        // Supabase gives no more rows in one answer.
        .limit(1000)
        .overrideTypes<WaitlistRow[], { merge: false }>(),
    );
    if (page.length === 0) return signups;
    signups.push(...page);
  }
}

/** A time in UTC, as in `2026-11-21 14:00:00`, which spreadsheets read as a time. */
function spreadsheetTime(time: string): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/** A line of CSV with every cell quoted (https://www.rfc-editor.org/rfc/rfc4180). */
function csvLine(...cells: string[]): string {
  const quoted = cells.map(
    (cell) => `"${withoutFormulas(cell).replaceAll('"', '""')}"`,
  );
  return `${quoted.join()}\r\n`;
}

/**
 * A text that no spreadsheet runs as a formula. It has a `'` before each sign that begins a formula:
 * `'=1` for `=1`, and `a;'=1` for `a;=1`, because some spreadsheets begin a new cell after a `;`. Tabs
 * and line breaks would also begin a new cell, but the table refuses them.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function withoutFormulas(text: string): string {
  return text.replace(/(^|;)(["\s]*)(?=[=+\-@＝＋－＠])/g, "$1'$2");
}

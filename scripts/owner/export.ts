import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Signup } from '../../src/stores/waitlist.ts';
import { inSignups, runOwnerCommand, type OwnerClient } from './client.ts';

type Column = keyof Signup | 'created_at';

type Row = { id: number } & Record<Column, string | null>;

/** How each column of the file is written, in its order. */
const cells: Record<Column, (text: string) => string> = {
  email: String,
  // The address of the page itself, where the visitor signed up.
  referrer: String,
  created_at: (time) => new Date(time).toISOString(),
};
const columns = Object.keys(cells) as Column[];

await runOwnerCommand(async (client) => {
  const [name = '', ...more] = process.argv.slice(2);
  if (!name || more.length > 0)
    throw new Error('Name one new file: npm run export -- waitlist.csv');
  const file = resolve(name);
  try {
    const count = await write(client, file);
    console.log(
      `The whole list of ${client.name}: ${inSignups(count)}, in ${file}`,
    );
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${file} was not written: ${message}`, { cause: error });
  }
});

/**
 * Writes the list to a file beside the named one, which gets its name when it is whole.
 *
 * @returns the number of signups
 */
async function write(client: OwnerClient, file: string): Promise<number> {
  // It may be the owner's own work: a list with notes, or open in a spreadsheet.
  if (existsSync(file))
    throw new Error('it is there already: name another, or delete that one');
  const unfinished = `${file}.unfinished`;
  process.on('exit', () => rmSync(unfinished, { force: true }));
  process.once('SIGINT', () => {
    console.error(`${file} was not written: the export was stopped`);
    process.exit(130);
  });

  let count = 0;
  async function* lines() {
    yield line(...columns);
    for await (const page of pages(client)) {
      count += page.length;
      yield page.map(lineOf).join('');
    }
  }
  await pipeline(lines, createWriteStream(unfinished));
  renameSync(unfinished, file);
  return count;
}

/**
 * The list in the order of its ids. Each page starts after the last id of the one
 * before, and the end is a page without rows: so a lower cap, or a row that comes or
 * goes meanwhile, neither repeats nor hides another.
 */
async function* pages({ rows, name }: OwnerClient) {
  const query = `waitlist?select=id,${columns.join()}&order=id`;
  for (let after = 0; ;) {
    // Supabase's own cap is 1,000 rows an answer.
    const page = await rows<Row>(`${query}&id=gt.${after}&limit=1000`);
    if (page.length === 0) return;
    for (const { id } of page) {
      if (id <= after) throw new Error(`${name} does not answer in order`);
      after = id;
    }
    yield page;
  }
}

function lineOf(row: Row): string {
  return line(...columns.map((column) => cells[column](row[column] ?? '')));
}

/** A line of CSV with every cell quoted (https://www.rfc-editor.org/rfc/rfc4180). */
function line(...cells: string[]): string {
  const quoted = cells.map(
    (cell) => `"${harmless(cell).replaceAll('"', '""')}"`,
  );
  return `${quoted.join()}\r\n`;
}

/**
 * A text that no spreadsheet runs as a formula, not even a part of it, where it takes
 * a `;`, a tab or a line break for the end of a cell: a `'` goes before.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function harmless(text: string): string {
  return text.replace(/(^|[;\t\r\n])(["\s]*)(?=[=+\-@\t\r＝＋－＠])/g, "$1'$2");
}

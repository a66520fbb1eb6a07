import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { inSignups, runOwnerCommand, type Waitlist } from './client.ts';

await runOwnerCommand(async (waitlist) => {
  const [name = '', ...more] = process.argv.slice(2);
  if (!name || more.length > 0)
    throw new Error('Name one new file: npm run export -- waitlist.csv');
  const file = resolve(name);
  try {
    const count = await write(waitlist, file);
    console.log(
      `The whole list of ${waitlist.name}: ${inSignups(count)}, in ${file}`,
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
async function write(waitlist: Waitlist, file: string): Promise<number> {
  // It may be the owner's own work: a list with notes, or open in a spreadsheet.
  if (existsSync(file))
    throw new Error('it is there already: name another, or delete that one');
  const unfinished = `${file}.unfinished`;
  process.on('exit', () => rmSync(unfinished, { force: true }));
  // Ctrl-C, a stop by another process, and a closed terminal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      console.error(`${file} was not written: the export was stopped`);
      process.exit(128 + constants.signals[signal]);
    });

  let count = 0;
  async function* lines() {
    yield line('email', 'referrer', 'created_at');
    for await (const page of pages(waitlist)) {
      count += page.length;
      yield page
        .map(({ email, referrer, created_at }) =>
          line(email, referrer ?? '', new Date(created_at).toISOString()),
        )
        .join('');
    }
  }
  await pipeline(lines, createWriteStream(unfinished));
  renameSync(unfinished, file);
  return count;
}

/**
 * The list in the order of its ids. Each page starts after the last id of the one
 * before, and the end is a page without rows: so a lower limit of the server, or a row
 * that comes or goes meanwhile, neither repeats nor hides another.
 */
async function* pages({ client, rowsOf }: Waitlist) {
  for (let after = 0; ;) {
    const page = await rowsOf(
      client
        .from('waitlist')
        .select('id, email, referrer, created_at')
        .gt('id', after)
        .order('id')
        // As many as Supabase gives in one answer.
        .limit(1000),
    );
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.id;
  }
}

/** A line of CSV with every cell quoted (https://www.rfc-editor.org/rfc/rfc4180). */
function line(...cells: string[]): string {
  const quoted = cells.map(
    (cell) => `"${withoutFormulas(cell).replaceAll('"', '""')}"`,
  );
  return `${quoted.join()}\r\n`;
}

/**
 * A text that no spreadsheet runs as a formula, not even a part of it, where it takes
 * a `;`, a tab or a line break for the end of a cell: a `'` goes before.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function withoutFormulas(text: string): string {
  return text.replace(/(^|[;\t\r\n])(["\s]*)(?=[=+\-@\t\r＝＋－＠])/g, "$1'$2");
}

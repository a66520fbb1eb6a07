import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { inSignups, runOwnerCommand, type OwnerClient } from './client.ts';

/** Supabase's own cap of an answer. */
const pageSize = 1000;

await runOwnerCommand(async (client) => {
  process.once('SIGINT', () => {
    console.error('The output is not whole: it was stopped');
    process.exit(130);
  });
  const csv = stringify({
    header: true,
    columns: ['email', 'referrer', 'created_at'],
    cast: { string: harmless, date: (date) => date.toISOString() },
    quoted: true,
    quoted_empty: true,
    record_delimiter: 'windows',
  });
  let count = 0;
  // A failure anywhere is passed on to the output, which then says so.
  await pipeline(
    signups(client),
    async function* (rows) {
      for await (const row of rows) {
        count++;
        yield row;
      }
    },
    csv,
    process.stdout,
  );
  console.error(`The whole list of ${client.name}: ${inSignups(count)}`);
});

/**
 * The list in the order of its ids. Each page starts after the last id of the one
 * before, and the end is a page without rows: so a lower cap, or a row that comes or
 * goes meanwhile, neither repeats nor hides another.
 */
async function* signups({ list, rows, name }: OwnerClient) {
  for (let after = 0; ;) {
    const page = await rows(
      list
        .from('waitlist')
        .select('id,email,referrer,created_at')
        .gt('id', after)
        .order('id')
        .limit(pageSize),
    );
    if (page.length === 0) return;
    for (const { id, created_at, ...signup } of page) {
      if (id <= after) throw new Error(`${name} does not answer in order`);
      after = id;
      yield { ...signup, created_at: new Date(created_at) };
    }
  }
}

/**
 * A text that no spreadsheet runs as a formula, not even a part of it, where it takes
 * a `;`, a tab or a line break for the end of a cell: a `'` goes before.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function harmless(text: string): string {
  return text.replace(/(^|[;\t\r\n])(["\s]*)(?=[=+\-@\t\r＝＋－＠])/g, "$1'$2");
}

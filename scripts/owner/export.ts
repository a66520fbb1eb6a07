import { pipeline } from 'node:stream/promises';
import { inSignups, runOwnerCommand, type OwnerClient } from './client.ts';

interface Signup {
  id: number;
  email: string;
  referrer: string | null;
  created_at: string;
}

await runOwnerCommand(async (client) => {
  process.once('SIGINT', () => {
    console.error('The output is not whole: it was stopped');
    process.exit(130);
  });
  let count = 0;
  async function* lines() {
    yield line('email', 'referrer', 'created_at');
    for await (const page of pages(client)) {
      count += page.length;
      yield page.map(lineOf).join('');
    }
  }
  // A failure is passed on to the output, which then says so.
  await pipeline(lines, process.stdout);
  console.error(`The whole list of ${client.name}: ${inSignups(count)}`);
});

/**
 * The list in the order of its ids. Each page starts after the last id of the one
 * before, and the end is a page without rows: so a lower cap, or a row that comes or
 * goes meanwhile, neither repeats nor hides another.
 */
async function* pages({ rows, name }: OwnerClient) {
  const query = 'waitlist?select=id,email,referrer,created_at&order=id';
  for (let after = 0; ;) {
    // Supabase's own cap is 1,000 rows an answer.
    const page = await rows<Signup>(`${query}&id=gt.${after}&limit=1000`);
    if (page.length === 0) return;
    for (const { id } of page) {
      if (id <= after) throw new Error(`${name} does not answer in order`);
      after = id;
    }
    yield page;
  }
}

function lineOf({ email, referrer, created_at }: Signup): string {
  return line(email, referrer ?? '', new Date(created_at).toISOString());
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

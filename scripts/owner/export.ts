import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { runOwnerCommand } from './client.ts';

/** Supabase's own cap of an answer. */
const pageSize = 1000;

await runOwnerCommand(async ({ list, rows, url }) => {
  const signups = [];
  // Each page starts after the last id of the one before, and the end is a page
  // without rows: so a lower cap, or a row that comes or goes meanwhile, neither
  // repeats nor hides another.
  for (let after = 0; ; after = signups.at(-1)?.id ?? 0) {
    const page = await rows(
      list
        .from('waitlist')
        .select('id,email,referrer,created_at')
        .gt('id', after)
        .order('id')
        .limit(pageSize),
    );
    if (page.length === 0) break;
    if (!page.every(({ id }) => id > after)) {
      throw new Error(`${url} did not answer with the waitlist page by page`);
    }
    signups.push(...page);
    console.error(`${String(signups.length)} signups read`);
  }

  // Nothing is written before all is read: no half list can look whole.
  await pipeline(
    signups
      .map(({ created_at, ...signup }) => ({
        ...signup,
        created_at: new Date(created_at),
      }))
      .sort(
        (one, other) =>
          Number(one.created_at) - Number(other.created_at) ||
          one.id - other.id,
      ),
    // A spreadsheet would run a cell that begins with a formula's character.
    stringify({
      header: true,
      columns: ['email', 'referrer', 'created_at'],
      cast: { date: (date) => date.toISOString() },
      escape_formulas: true,
      record_delimiter: 'windows',
    }),
    process.stdout,
  );
  console.error(`${String(signups.length)} signups exported`);
});

import { site } from '../../src/site.ts';
import { inSignups, runOwnerCommand } from './client.ts';
import type { Day } from './database.ts';
import { readSources, type Source } from './sources.ts';

/** The terminal's width; a pipe has none. */
const columns =
  process.stdout.columns ?? (Number(process.env['COLUMNS']) || 80);
/** A day's date and number stand before its bar, for which a narrow terminal has no room. */
const barLength = Math.max(0, Math.min(columns - 21, 59));

await runOwnerCommand(async ({ client, rowsOf, name }) => {
  const [[totals], days] = await Promise.all([
    rowsOf(
      client.from('waitlist_totals').select('total, last_7_days, last_30_days'),
    ),
    rowsOf(client.from('waitlist_days').select('day, signups').order('day')),
  ]);
  const { total = 0, last_7_days = 0, last_30_days = 0 } = totals ?? {};
  print([
    `Waitlist of ${site.name}`,
    name,
    '',
    inSignups(total),
    `${last_7_days.toLocaleString('en')} in the last 7 days`,
    `${last_30_days.toLocaleString('en')} in the last 30 days`,
    '',
    ...dayLines(days),
  ]);

  // They take longest, so what is known is printed before.
  const tagged = await rowsOf(
    client
      .from('waitlist_sources')
      .select('utm_source, utm_medium, utm_campaign, signups')
      .order('signups', { ascending: false })
      // As many as Supabase gives in one answer.
      .limit(1000),
  ).catch((error: Error) => {
    throw new Error(`The sources are missing: ${error.message}`, {
      cause: error,
    });
  });
  print([
    '',
    '  Signups  Share  Source / medium / campaign',
    ...sourceLines(readSources(tagged).slice(0, 10), total),
  ]);
});

/** Prints lines, each cut to the terminal's width. */
function print(lines: string[]): void {
  for (const line of lines) {
    // What a terminal would obey instead of show is replaced.
    const letters = [...line.replace(/\p{C}/gu, '\uFFFD')];
    if (letters.length > columns) letters.splice(columns - 1, Infinity, '…');
    console.log(letters.join(''));
  }
}

function dayLines(days: Day[]): string[] {
  const most = Math.max(...days.map(({ signups }) => signups));
  return days.map(({ day, signups }) => {
    // A day with signups is never without a bar.
    const bar = '█'.repeat(Math.ceil((signups / most) * barLength) || 0);
    return `${day} ${padded(signups)} ${bar}`.trimEnd();
  });
}

function sourceLines(sources: Source[], total: number): string[] {
  const line = (signups: number, name: string) => {
    const share = `${((100 * signups) / total).toFixed(1)}%`;
    return `${padded(signups)} ${share.padStart(6)}  ${name}`;
  };
  const lines = sources.map(({ signups, name }) => line(signups, name));
  const others = sources.reduce((rest, { signups }) => rest - signups, total);
  return others > 0 ? [...lines, line(others, 'all other sources')] : lines;
}

/** A number, right-aligned where the others end. */
function padded(signups: number): string {
  return signups.toLocaleString('en').padStart(9);
}

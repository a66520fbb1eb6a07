import truncatedWidth from 'fast-string-truncated-width';
import { site } from '../../src/site.ts';
import { formatSignups, runOwnerCommand } from './client.ts';
import type { Day } from './database.types.ts';
import { readSources, type Source } from './sources.ts';

/** How many columns of a terminal a line has at most. */
const maxWidth = 80;
/** The longest bar: a day's date and number stand before it. */
const maxBarLength = maxWidth - 21;

await runOwnerCommand(async ({ client, rowsOf, label }) => {
  const [[totals], days, tagged] = await Promise.all([
    rowsOf(
      client.from('waitlist_totals').select('total, last_7_days, last_30_days'),
    ),
    rowsOf(client.from('waitlist_days').select('day, signups').order('day')),
    rowsOf(
      client
        .from('waitlist_sources')
        .select('utm_source, utm_medium, utm_campaign, signups')
        .order('signups', { ascending: false })
        // Supabase gives no more in one answer.
        .limit(1000),
    ),
  ]);
  const { total = 0, last_7_days = 0, last_30_days = 0 } = totals ?? {};
  print([
    `Waitlist of ${site.name}`,
    label,
    '',
    formatSignups(total),
    `${last_7_days.toLocaleString('en')} in the last 7 days`,
    `${last_30_days.toLocaleString('en')} in the last 30 days`,
    '',
    ...dayLines(days),
    '',
    '  Signups  Share  Source / medium / campaign',
    ...sourceLines(readSources(tagged).slice(0, 10), total),
  ]);
});

/** Prints lines without characters that a terminal would obey instead of show, cut to `maxWidth`. */
function print(lines: string[]): void {
  for (const line of lines) {
    const text = line.replace(/\p{C}/gu, '\uFFFD');
    const limits = { limit: maxWidth, ellipsis: '…' };
    const { index, ellipsed } = truncatedWidth(text, limits);
    console.log(text.slice(0, index) + (ellipsed ? '…' : ''));
  }
}

function dayLines(days: Day[]): string[] {
  const most = Math.max(...days.map(({ signups }) => signups));
  return days.map(({ day, signups }) => {
    // A day with signups has a bar, however short.
    const bar = '█'.repeat(Math.ceil((signups / most) * maxBarLength) || 0);
    return `${day} ${alignedNumber(signups)} ${bar}`.trimEnd();
  });
}

function sourceLines(sources: Source[], total: number): string[] {
  const sourceLine = (signups: number, name: string) => {
    const share = `${((100 * signups) / total).toFixed(1)}%`;
    return `${alignedNumber(signups)} ${share.padStart(6)}  ${name}`;
  };
  const lines = sources.map(({ signups, name }) => sourceLine(signups, name));
  const others = sources.reduce((rest, { signups }) => rest - signups, total);
  return others > 0
    ? [...lines, sourceLine(others, 'all other sources')]
    : lines;
}

/** A number, right-aligned in its column. */
function alignedNumber(signups: number): string {
  return signups.toLocaleString('en').padStart(9);
}

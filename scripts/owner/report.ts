import truncatedWidth from 'fast-string-truncated-width';
import { site } from '../../src/site.ts';
import { formatSignups, runOwnerCommand } from './client.ts';
import type { Day, Source } from './database.types.ts';

/** The most columns of a terminal that a line takes. */
const maxWidth = 80;
/** The longest bar: a day's date and number stand before it. */
const maxBarLength = maxWidth - 21;

await runOwnerCommand(async ({ client, rowsOf, label }) => {
  const [[totals], days, sources] = await Promise.all([
    rowsOf(
      client.from('waitlist_totals').select('total, last_7_days, last_30_days'),
    ),
    rowsOf(client.from('waitlist_days').select('day, signups').order('day')),
    rowsOf(
      client
        .from('waitlist_sources')
        .select('utm_source, utm_medium, utm_campaign, signups')
        .order('signups', { ascending: false })
        .limit(10),
    ),
  ]);
  // The view always has one row.
  if (!totals)
    throw new Error(`${label} has no totals: is SUPABASE_URL right?`);
  const { total, last_7_days, last_30_days } = totals;
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
    ...sourceLines(sources, total),
  ]);
});

/** Prints lines without control characters, which a terminal would obey, and cuts them to `maxWidth`. */
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
  const lines = sources.map((source) =>
    sourceLine(source.signups, nameOf(source)),
  );
  const others = sources.reduce((rest, { signups }) => rest - signups, total);
  return others > 0
    ? [...lines, sourceLine(others, 'all other sources')]
    : lines;
}

/** The tags of a source: `newsletter / email`, `- / email`, or `(no tag)`. */
function nameOf({ utm_source, utm_medium, utm_campaign }: Source): string {
  const tags = [utm_source, utm_medium, utm_campaign];
  const last = tags.findLastIndex((tag) => tag !== null);
  const shown = tags.slice(0, last + 1).map((tag) => tag ?? '-');
  return shown.join(' / ') || '(no tag)';
}

/** A number, right-aligned in its column. */
function alignedNumber(signups: number): string {
  return signups.toLocaleString('en').padStart(9);
}

import { site } from '../../src/site.ts';
import { formatSignups, runOwnerCommand } from './client.ts';
import type { Day, Source } from './database.types.ts';
import { readableSource } from './sources.ts';

/** The length of the longest bar. With the date and the number before this bar, a line has 80 columns. */
const maxBarLength = 59;

await runOwnerCommand(async ({ client, rowsOf, label }) => {
  const [[totals], days, sources] = await Promise.all([
    rowsOf(
      client.from('waitlist_totals').select('total, last_7_days, last_30_days'),
    ),
    rowsOf(client.from('waitlist_days').select('day, signups').order('day')),
    rowsOf(
      client
        .from('waitlist_sources')
        .select('source, signups')
        .order('signups', { ascending: false })
        // Supabase gives no more rows in one answer. Smaller sources count as others.
        .limit(1000),
    ),
  ]);
  // The view always has one row.
  if (!totals)
    throw new Error(`${label} has no totals: is SUPABASE_URL right?`);
  const { total, last_7_days, last_30_days } = totals;
  const lines = [
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
  ];
  console.log(lines.join('\n'));
});

function dayLines(days: Day[]): string[] {
  const most = Math.max(...days.map(({ signups }) => signups));
  return days.map(({ day, signups }) => {
    // Every day with signups has a bar of at least one block.
    const bar = '█'.repeat(Math.ceil((signups / most) * maxBarLength) || 0);
    return `${day} ${alignedNumber(signups)} ${bar}`.trimEnd();
  });
}

/** A line for each of the ten largest sources, and one for the others. */
function sourceLines(sources: Source[], total: number): string[] {
  const counts = new Map<string | null, number>();
  for (const { source, signups } of sources) {
    const name = source && readableSource(source);
    counts.set(name, (counts.get(name) ?? 0) + signups);
  }
  const largest = [...counts].sort(([, a], [, b]) => b - a).slice(0, 10);
  const sourceLine = (signups: number, name: string) => {
    const share = `${((100 * signups) / total).toFixed(1)}%`;
    // Anybody can send a very long tag.
    const shownName = name.replace(/^(.{60}).+$/u, '$1…');
    return `${alignedNumber(signups)} ${share.padStart(6)}  ${shownName}`;
  };
  const lines = largest.map(([name, signups]) =>
    sourceLine(signups, name ?? '(no tag)'),
  );
  const others = largest.reduce((rest, [, signups]) => rest - signups, total);
  return others > 0
    ? [...lines, sourceLine(others, 'all other sources')]
    : lines;
}

/** A number, right-aligned in its column. */
function alignedNumber(signups: number): string {
  return signups.toLocaleString('en').padStart(9);
}

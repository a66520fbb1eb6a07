import { site } from '../../src/site.ts';
import { formatSignups, runOwnerCommand } from './client.ts';
import type { Day, Source } from './database.types.ts';

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
        .limit(10),
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

function sourceLines(sources: Source[], total: number): string[] {
  const sourceLine = (signups: number, name: string) => {
    const share = `${((100 * signups) / total).toFixed(1)}%`;
    // Anybody can send a very long tag.
    const shownName = name.replace(/^(.{60}).+$/u, '$1…');
    return `${alignedNumber(signups)} ${share.padStart(6)}  ${shownName}`;
  };
  const lines = sources.map(({ signups, source }) =>
    sourceLine(signups, source ?? '(no tag)'),
  );
  const others = sources.reduce((rest, { signups }) => rest - signups, total);
  return others > 0
    ? [...lines, sourceLine(others, 'all other sources')]
    : lines;
}

/** A number, right-aligned in its column. */
function alignedNumber(signups: number): string {
  return signups.toLocaleString('en').padStart(9);
}

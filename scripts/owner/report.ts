import truncate from 'cli-truncate';
import { site } from '../../src/site.ts';
import { inSignups, runOwnerCommand, type Source } from './client.ts';

/** The terminal's width; a pipe has none. */
const columns =
  process.stdout.columns ?? (Number(process.env['COLUMNS']) || 80);
/** A day's date and number stand before its bar. */
const barLength = Math.min(columns - 21, 59);
const sourcesShown = 10;

await runOwnerCommand(async ({ list, rows, name }) => {
  const [[totals], days, sources] = await Promise.all([
    rows(list.from('waitlist_totals').select()),
    rows(list.from('waitlist_days').select().order('day')),
    rows(
      list
        .from('waitlist_sources')
        .select()
        .order('signups', { ascending: false })
        .limit(sourcesShown),
    ),
  ]);
  const { total = 0, last_7_days = 0, last_30_days = 0 } = totals ?? {};

  const lines = [
    `Waitlist of ${site.name}`,
    name,
    '',
    inSignups(total),
    `${last_7_days.toLocaleString('en')} in the last 7 days`,
    `${last_30_days.toLocaleString('en')} in the last 30 days`,
    '',
    ...dayLines(days),
    '',
    '  Signups  Share  Source / medium / campaign',
    ...sourceLines(sources, total),
  ];
  console.log(
    lines.map((line) => truncate(printable(line), columns)).join('\n'),
  );
});

function dayLines(days: { day: string; signups: number }[]): string[] {
  const most = Math.max(...days.map(({ signups }) => signups));
  return days.map(({ day, signups }) => {
    // A day with signups is never without a bar.
    const bar = '█'.repeat(Math.ceil((signups / most) * barLength) || 0);
    return `${day} ${padded(signups)} ${bar}`.trimEnd();
  });
}

function sourceLines(sources: Source[], total: number): string[] {
  const line = (signups: number, source: string) => {
    const share = `${((100 * signups) / total).toFixed(1)}%`;
    return `${padded(signups)} ${share.padStart(6)}  ${source}`;
  };
  const lines = sources.map(
    ({ utm_source, utm_medium, utm_campaign, signups }) => {
      const tags = [utm_source, utm_medium, utm_campaign]
        .map((tag) => tag ?? '-')
        .join(' / ');
      return line(signups, tags.replace(/( \/ -)+$/, ''));
    },
  );
  const shown = sources.reduce((sum, { signups }) => sum + signups, 0);
  return shown < total
    ? [...lines, line(total - shown, 'all other sources')]
    : lines;
}

/** A number, right-aligned where the others end. */
function padded(signups: number): string {
  return signups.toLocaleString('en').padStart(9);
}

/** Without what a terminal would obey instead of show. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '\uFFFD');
}

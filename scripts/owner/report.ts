import truncate from 'cli-truncate';
import { runOwnerCommand } from './client.ts';

const columns = 80;
const barLength = 60;

await runOwnerCommand(async ({ list, rows, url }) => {
  const [[totals], days, sources] = await Promise.all([
    rows(list.from('waitlist_totals').select()),
    rows(list.from('waitlist_days').select().order('day')),
    rows(
      list
        .from('waitlist_sources')
        .select()
        .order('signups', { ascending: false })
        .limit(10),
    ),
  ]);
  const { total = 0, last_7_days = 0, last_30_days = 0 } = totals ?? {};
  const most = Math.max(...days.map(({ signups }) => signups));

  const lines = [
    `${count(total)} signups, ${count(last_7_days)} in the last 7 days and ${count(last_30_days)} in the last 30`,
    url,
    '',
    ...days.map(({ day, signups }) =>
      `${day} ${count(signups).padStart(7)} ${bar(signups / most)}`.trimEnd(),
    ),
    '',
    '   Signups  Share  Source / medium / campaign',
    ...sources.map(({ utm_source, utm_medium, utm_campaign, signups }) => {
      const share = `${((100 * signups) / total).toFixed(1)}%`;
      const tags = [utm_source, utm_medium, utm_campaign]
        .map((tag) => tag ?? '-')
        .join(' / ');
      return `${count(signups).padStart(10)} ${share.padStart(6)}  ${tags.replace(/( \/ -)+$/, '')}`;
    }),
  ];
  console.log(
    lines.map((line) => truncate(printable(line), columns)).join('\n'),
  );
});

function count(signups: number): string {
  return signups.toLocaleString('en');
}

/** A day with signups is never without a bar. */
function bar(part: number): string {
  return '█'.repeat(Math.ceil(part * barLength) || 0);
}

/** Without what a terminal would obey instead of show. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '\uFFFD');
}

import * as budgets from '../../../src/settings/budgets.ts';
import type { Received } from './received.ts';
import type { Visit } from './visit.ts';

/** The table of what is promised beside what the browser has seen. */
export function tableOf({ page, first, all, ...visit }: Visit) {
  const scripts = bytesOf(all.filter(isOfType('script')));
  const sent = all
    .filter(({ method }) => method !== 'GET')
    .map(({ method, status }) => `${method} ${String(status)}`);
  return [
    // Browsers speak HTTP/2 only over https.
    exactly(
      'protocol',
      page.url.startsWith('https:') ? 'h2' : 'http/1.1',
      visit.protocol,
    ),
    exactly('encoding', 'br', page.headers['content-encoding'] ?? 'none'),
    atMost('page, bytes', budgets.mostPageBytes, page.bytes),
    atMost(
      'files with it, bytes',
      budgets.mostFileBytes,
      bytesOf(first.filter((it) => !isOfType('document')(it))),
    ),
    atMost(
      'typeface, bytes',
      budgets.mostTypefaceBytes,
      bytesOf(first.filter(isOfType('font'))),
    ),
    atMost(
      'requests before interaction',
      budgets.mostRequestsBeforeInteraction,
      first.length,
    ),
    exactly(
      'scripts before interaction',
      0,
      first.filter(isOfType('script')).length,
    ),
    exactly('forms filled and pressed', 2, visit.pressed),
    exactly('sent by that', 'POST 400, POST 400', sent.join(', ')),
    exactly(
      'scripts after it, bytes',
      '',
      scripts.toLocaleString('en'),
      scripts > 0,
    ),
    exactly('errors in the console', 0, visit.errors.length),
  ];
}

const isOfType = (wanted: string) => (received: Received) =>
  received.type === wanted;

const bytesOf = (received: Received[]) =>
  received.reduce((sum, { bytes }) => sum + bytes, 0);

function exactly(
  what: string,
  promised: unknown,
  seen: unknown,
  isKept = promised === seen,
) {
  const columns = [promised, seen].map((it) => String(it).padStart(20));
  const line = `${isKept ? '✓' : '✗'} ${what.padEnd(30)}${columns.join('')}`;
  return { line, isKept };
}

/** Nothing at all is never what is promised. */
function atMost(what: string, limit: number, seen: number) {
  const isKept = seen > 0 && seen <= limit;
  const here = seen > 0 ? seen.toLocaleString('en') : 'none';
  return exactly(what, `≤ ${limit.toLocaleString('en')}`, here, isKept);
}

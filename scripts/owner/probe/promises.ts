import {
  mostFileBytes,
  mostPageBytes,
  mostRequestsBeforeInteraction,
  mostTypefaceBytes,
  responseTimeout,
} from '../../../src/settings/limits.ts';
import { measure } from './measure.ts';
import type { Visit } from './visit.ts';

/** A promise, what this deploy shows of it, and whether that keeps it. */
interface Row {
  what: string;
  promised: string;
  here: string;
  isKept: boolean;
}

/**
 * What is promised of the page beside what this deploy shows, for a person to read.
 * The forms, the policy and the path of a signup are proved before.
 *
 * @param insertTime the milliseconds in which an insert was answered
 */
export async function comparePromises(
  { page, files }: Visit,
  insertTime: number,
): Promise<{ table: string; isKept: boolean }> {
  const html = await measure(page.url, responseTimeout);
  const others = await Promise.all(
    files.map(({ url }) => measure(url, responseTimeout)),
  );
  const typeface = others.find((_, index) =>
    files[index]?.url.endsWith('.woff2'),
  );
  const bytes = others.reduce((sum, file) => sum + file.bytes, 0);
  const scripts = page.text.match(/<script\b[^>]* src=/g) ?? [];
  const rows = [
    exactly('protocol', 'h2', html.protocol),
    exactly('encoding', 'br', html.encoding),
    atMost('page with its headers, bytes', mostPageBytes, html.bytes),
    atMost('typeface, bytes', mostTypefaceBytes, typeface?.bodyBytes ?? 0),
    atMost('files with it, bytes', mostFileBytes, bytes),
    atMost(
      'requests before it',
      mostRequestsBeforeInteraction,
      1 + files.length,
    ),
    atMost('scripts before it', 0, scripts.length),
    atMost('insert answered, ms', responseTimeout, Math.round(insertTime)),
  ];
  return {
    table: rows.map(toLine).join('\n'),
    isKept: rows.every(({ isKept }) => isKept),
  };
}

function exactly(what: string, promised: string, here: string): Row {
  return { what, promised, here, isKept: promised === here };
}

function atMost(what: string, limit: number, value: number): Row {
  const promised = `≤ ${limit.toLocaleString('en')}`;
  const here = value.toLocaleString('en');
  return { what, promised, here, isKept: value <= limit };
}

function toLine({ what, promised, here, isKept }: Row): string {
  return `${isKept ? '✓' : '✗'} ${what.padEnd(30)}${promised.padStart(10)}${here.padStart(10)}`;
}

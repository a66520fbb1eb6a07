import { brotliCompressSync, constants } from 'node:zlib';
import { parse } from 'node-html-parser';
import { mostPageBytes } from '../../src/settings/budgets.ts';

/** The number of words in a text; a dash alone is none. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Compressed at quality 5, as a server does that compresses each response anew. Netlify does not document its own. */
function compressedBytes(text: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return brotliCompressSync(text, { params }).length;
}

/** The bytes of the page's response, or of its beginning, compressed with brotli, and of its headers, which are some 480. */
export function responseBytes(html: string): number {
  return 500 + compressedBytes(html);
}

/** For how many words there is room in a number of bytes, if they take as many as those of the page's paragraphs; of a negative number, how many are too many. */
export function roomInWords(
  html: string,
  bytes = mostPageBytes - responseBytes(html),
): string {
  const paragraphs = parse(html).querySelectorAll('main p');
  const text = paragraphs.map(({ textContent }) => textContent).join(' ');
  const room = (bytes * countWords(text)) / compressedBytes(text);
  const count = Math.ceil(Math.abs(room)).toPrecision(2);
  const words = Number(count).toLocaleString('en');
  return room < 0
    ? `about ${words} words too many`
    : `room for about ${words} words more`;
}

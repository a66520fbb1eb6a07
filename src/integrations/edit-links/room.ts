import { brotliCompressSync } from 'node:zlib';

/** The share image sets no more words in letters of a good size. */
export const mostHeadlineWords = 10;

/** What a server sends at once, before it hears from the browser: ten segments of 1,460 bytes. */
export const mostResponseBytes = 14_600;

/** Room for the headers that come with the page: some 480 bytes as the benchmark measures them. */
const headerBytes = 511;

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The size of the page's one response, as it is sent. */
export function responseBytes(html: string): number {
  return brotliCompressSync(html).length + headerBytes;
}

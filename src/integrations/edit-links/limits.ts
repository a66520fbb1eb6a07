import { brotliCompressSync } from 'node:zlib';

/** For the response's headers: the benchmark measures some 480 bytes. */
const headerBytes = 511;

/** The number of words in a text; a dash alone is none. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/**
 * The bytes of the page's response with its headers, compressed with brotli at
 * quality 11, Node's default. Netlify does not document its own.
 */
export function responseBytes(html: string): number {
  return brotliCompressSync(html).length + headerBytes;
}

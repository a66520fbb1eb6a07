import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

/** What the page's headlines and titles may be written in; other letters fall back to the system's serif. */
export const basicLatin = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))}’‘“”–—·…©`;

/**
 * Newsreader, regular, as drawn for 72 points, cut to `letters`.
 * @returns the font file, the same for the same version of its package
 */
export async function cutTypeface(
  letters: string,
  targetFormat: 'woff2' | 'woff' | 'sfnt',
): Promise<Buffer> {
  const source = import.meta
    .resolve('@fontsource-variable/newsreader/files/newsreader-latin-standard-normal.woff2');
  return subsetFont(await readFile(new URL(source)), letters, {
    targetFormat,
    variationAxes: { opsz: 72, wght: 400 },
  });
}

// `npm run typeface` writes the page's typeface anew out of its npm package.
if (import.meta.main) {
  const file = new URL('newsreader.woff2', import.meta.url);
  await writeFile(file, await cutTypeface(basicLatin, 'woff2'));
}

import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

/** The letters of the page's typeface; others are shown in the system's serif. */
export const typefaceLetters = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))}’‘“”–—·…©°`;

/**
 * Newsreader, regular, in its optical size for 72 points, subset to `letters`.
 * @returns the font file, always the same for one version of its package
 */
export async function subsetTypeface(
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

// `npm run typeface` writes the page's typeface from its npm package.
if (import.meta.main) {
  const file = new URL('newsreader.woff2', import.meta.url);
  await writeFile(file, await subsetTypeface(typefaceLetters, 'woff2'));
}

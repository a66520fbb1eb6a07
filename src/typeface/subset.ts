import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const basicLatin =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~';

/** The letters of the page's typeface. Browsers show others in the system's serif. */
export const typefaceLetters = `${basicLatin}’‘“”–—·…©°`;

/** The font file of Newsreader, weight 400, optical size 72, with these letters only. */
export async function subsetTypeface(
  letters: string,
  targetFormat: 'woff2' | 'sfnt',
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

/** Writes the files of the page's typeface, a part of Newsreader, from its npm package. */
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) =>
    String.fromCodePoint(first + index),
  ).join('');

/**
 * The files of the page's typeface. Each row: our file's name, the package's file, the letters.
 * Every page loads the first; global.css says for which letters a browser loads another.
 */
const files = [
  ['newsreader', 'latin', `${between(0x20, 0x7e)}’‘“”–—·…©°`],
  // Without the letters of the first file, and without the soft hyphen.
  [
    'newsreader-latin-1',
    'latin',
    `${between(0xa1, 0xff)}ıŒœ`.replaceAll(/[©°·\u00AD]/g, ''),
  ],
  // Without the letters that the package's file lacks.
  [
    'newsreader-extended',
    'latin-ext',
    `${between(0x100, 0x17f)}ȘșȚț`.replaceAll(/[ıĲĳŉŒœſ]/g, ''),
  ],
] as const;

for (const [name, part, letters] of files) {
  const source = import.meta.resolve(
    `@fontsource-variable/newsreader/files/newsreader-${part}-standard-normal.woff2`,
  );
  const typeface = await subsetFont(
    await readFile(new URL(source)),
    letters,
    // Weight 400, optical size 72.
    { targetFormat: 'woff2', variationAxes: { opsz: 72, wght: 400 } },
  );
  await writeFile(new URL(`${name}.woff2`, import.meta.url), typeface);
}

/** Writes the files of the page's typeface from its npm package, with the licence and the font faces. */
import { readFile, writeFile } from 'node:fs/promises';
import { fromBuffer } from '@capsizecss/unpack';
import metadata from '@fontsource-variable/newsreader/metadata.json' with { type: 'json' };
import subsetFont from 'subset-font';

/** If the typeface has no optical sizes, delete `opsz`. */
const axes = { opsz: 72, wght: 400 };

/**
 * The files of the typeface: our file's name, the package's file, and the letters. Every page loads the
 * first. A browser downloads another only if the page has a letter in its range, such as `é` or `Ł`. The
 * ranges do not overlap: if `œ` were in two, a page with `œ` would download both files.
 */
const files = [
  // ASCII and © ° · – — ‘ ’ “ ” …
  [
    'basic',
    'latin',
    'U+20-7E, U+A9, U+B0, U+B7, U+2013-2014, U+2018-2019, U+201C-201D, U+2026',
  ],
  // Without the soft hyphen
  [
    'latin-1',
    'latin',
    'U+A1-A8, U+AA-AC, U+AE-AF, U+B1-B6, U+B8-FF, U+131, U+152-153',
  ],
  ['extended', 'latin-ext', 'U+100-130, U+132-151, U+154-17F, U+218-21B'],
] as const;

/**
 * The browser shows a stand-in until the typeface is loaded: the first of these local fonts that it finds.
 * Windows, macOS and iOS have Times New Roman, ChromeOS has Tinos, and Android has Noto Serif. A minimal
 * Linux has only DejaVu. Each row begins with an npm package whose font is as wide as the next font.
 */
const standIns = [
  ['tinos', 'Times New Roman', 'Liberation Serif', 'Tinos'],
  ['noto-serif', 'Noto Serif', 'NotoSerif-Regular'],
  ['dejavu-serif', 'DejaVu Serif', 'DejaVu Sans'],
] as const;

/** The letters in a range: `ABC°` in `U+41-43, U+B0` */
function lettersIn(range: string): string {
  let letters = '';
  for (const [, first = '', last] of range.matchAll(/U\+(\w+)-?(\w*)/g)) {
    const end = parseInt(last || first, 16);
    for (let code = parseInt(first, 16); code <= end; code++)
      letters += String.fromCodePoint(code);
  }
  return letters;
}

const { id, family } = metadata;
const readPackage = (file: string) =>
  readFile(new URL(import.meta.resolve(file)));
const write = (name: string, content: string | Uint8Array) =>
  writeFile(new URL(name, import.meta.url), content);

const cut = 'opsz' in axes ? 'standard' : 'wght';
const faces: Record<string, string>[] = [];
for (const [name, part, range] of files) {
  const source = await readPackage(
    `@fontsource-variable/${id}/files/${id}-${part}-${cut}-normal.woff2`,
  );
  const file = await subsetFont(source, lettersIn(range), {
    targetFormat: 'woff2',
    variationAxes: axes,
  });
  await write(`${name}.woff2`, file);
  faces.push({
    fontFamily: 'typeface',
    fontDisplay: 'swap',
    src: `url(/src/typeface/${name}.woff2)`,
    ...(name !== 'basic' && { unicodeRange: range }),
  });
}

const percent = (share: number) => `${Math.round(1000 * share) / 10}%`;
const basic = new URL('basic.woff2', import.meta.url);
const typeface = await fromBuffer(await readFile(basic));
for (const [font, ...names] of standIns) {
  const file = `@fontsource/${font}/files/${font}-latin-400-normal.woff2`;
  const standIn = await fromBuffer(await readPackage(file));
  // At this size, in units of the typeface, the stand-in is as wide as the typeface. So lines break at
  // the same words.
  const size = (typeface.xWidthAvg * standIn.unitsPerEm) / standIn.xWidthAvg;
  faces.push({
    fontFamily: `${names[0]} stand-in`,
    src: names.map((name) => `local('${name}')`).join(', '),
    sizeAdjust: percent(size / typeface.unitsPerEm),
    ascentOverride: percent(typeface.ascent / size),
    descentOverride: percent(-typeface.descent / size),
  });
}
await write('faces.json', JSON.stringify(faces, null, 2) + '\n');
const license = await readPackage(`@fontsource-variable/${id}/LICENSE`);
await write('OFL.txt', `${family}\n\n${String(license)}`);

import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { fileOf, pageFile, sectionFile } from './source-file.ts';

const files = [
  'src/pages/de/index.astro',
  'src/pages/guides/linen.astro',
  'src/pages/index.astro',
  'src/sections/ComingSoon.astro',
  'src/sections/Footer.astro',
  'src/sections/de/ComingSoon.astro',
];

it.each([
  ['coming-soon', '/', 'src/sections/ComingSoon.astro'],
  ['coming-soon', '/de/', 'src/sections/de/ComingSoon.astro'],
  ['footer', '/de/', 'src/sections/Footer.astro'],
  ['news', '/', undefined],
])('the file of section %s on %s is %s', (id, path, file) => {
  expect(sectionFile(id, path, files)).toBe(file);
});

it.each([
  ['/', 'src/pages/index.astro'],
  ['/de/', 'src/pages/de/index.astro'],
  ['/guides/linen/', 'src/pages/guides/linen.astro'],
  ['/guides/linen.html', 'src/pages/guides/linen.astro'],
  ['/guides/', undefined],
])('the file of page %s is %s', (path, file) => {
  expect(pageFile(path, files)).toBe(file);
});

const island = (name: string, content: string) =>
  `<astro-island opts='{"name":"${name}"}'>${content}</astro-island>`;

// prettier-ignore
it.each([
  ['src/sections/ComingSoon.astro', '<main><section id="coming-soon"><p><b></b></p></section></main>'],
  ['src/sections/ComingSoon.astro', `<main><section id="coming-soon">${island('WaitlistForm', '<astro-slot><b></b></astro-slot>')}</section></main>`],
  ['src/islands/WaitlistForm.tsx', `<main><section id="coming-soon">${island('WaitlistForm', '<form><b></b></form>')}</section></main>`],
  ['src/sections/Footer.astro', '<footer><b></b></footer>'],
  ['src/islands/ScrollHeader.tsx', island('ScrollHeader', '<header><b></b></header>')],
  ['src/site.ts', island('ScrollHeader', '<header><nav><b></b></nav></header>')],
  ['src/islands/PageHeader.tsx', '<header><b></b></header>'],
  ['src/pages/index.astro', '<main><section id="words"><header><nav><b></b></nav></header></section></main>'],
  ['src/pages/index.astro', '<b></b>'],
])('an element is in %s: %s', (file, html) => {
  const [element] = parse(html).getElementsByTagName('b');
  const page = { path: '/', file: 'src/pages/index.astro' };
  expect(element && fileOf(element, page, files)).toBe(file);
});

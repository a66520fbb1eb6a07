import { expect, it } from 'vitest';
import { pageFile, sectionFile } from './source-file.ts';

it.each([
  ['hero', 'src/sections/Hero.astro'],
  ['coming-soon', 'src/sections/ComingSoon.astro'],
  ['no-such-section', undefined],
])('the file of section %s is %s', (id, file) => {
  expect(sectionFile(id)).toBe(file);
});

it.each([
  ['/', 'src/pages/index.astro'],
  ['/404.html', 'src/pages/404.astro'],
  ['/404/', 'src/pages/404.astro'],
  ['/no-such-page/', undefined],
])('the file of page %s is %s', (path, file) => {
  expect(pageFile(path)).toBe(file);
});

import { globSync, readFileSync } from 'node:fs';
import { parse } from 'node-html-parser';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { previewBuild } from '../../tests/helpers/build.ts';

const { directory } = previewBuild;
/** The page of all parts, or the page of words among them. */
const parts = (page = '') =>
  parse(readFileSync(`${directory}/parts/${page}index.html`, 'utf8'));

// An original would be a JPEG. Netlify compares a header's rule with the encoded URL, and ad blockers know names
// such as `ads`.
it('of a photo only copies are published, whose URLs have no name of a file', () => {
  const published = globSync(`${directory}/_astro/*`);
  for (const file of published)
    expect(file).toMatch(/_astro\/[\w-]+\.(webp|svg|woff2)$/);
  expect(published.join()).not.toContain('example');
});

it('a photo is published in several sizes, without metadata', async () => {
  // As in a phone's, the metadata of this file says where the photo was taken.
  const original = await sharp('src/images/example-portrait.jpg').metadata();
  expect(original).toHaveProperty('exif');
  const photo = parts().querySelector('.quotation img');
  const copies = photo?.getAttribute('srcset');
  const [...files] = copies?.match(/\/_astro\/\S+/g) ?? [];
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const { exif, xmp, iptc } = await sharp(directory + file).metadata();
    expect({ exif, xmp, iptc }).toEqual({});
  }
});

// Astro's default removes the space. Prettier writes such line breaks.
it('a space is left between a word and a link on the next line', () => {
  const text = parts('page/').querySelector('main p:has(a)')?.innerHTML;
  expect(text).toMatch(/\w\s+<a/);
  expect(text).not.toMatch(/\w<a/);
});

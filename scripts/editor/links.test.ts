import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parse } from 'node-html-parser';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { site } from '../../src/site.ts';
import { imageError, linkError } from './links.ts';

/** A small site: three pages, a file and images. */
const folder = 'test-results/links';

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/de/pricing`, { recursive: true });
  for (const [name, content] of [
    ['index.html', '<section id="hero"></section>'],
    ['404.html', ''],
    ['de/pricing/index.html', '<section id="prices"></section>'],
    ['name.pdf', ''],
  ] as const)
    writeFileSync(`${folder}/${name}`, content);
  const icon = sharp(readFileSync('public/icon.svg'));
  await icon.clone().toFile(`${folder}/icon.png`);
  // Without compression the image has 32 × 8 times the bytes of its rows: 270 kB.
  await icon
    .clone()
    .resize(260)
    .png({ compressionLevel: 0 })
    .toFile(`${folder}/large.png`);
  // A photo of a camera that was turned: 20 px wide and 40 px high where it is shown.
  await icon
    .resize(40, 20, { fit: 'fill' })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(`${folder}/turned.jpg`);
});

describe('a link', () => {
  // prettier-ignore
  it.each([
    'pricing', '#', '/#price', '/no.pdf?v=2#page=2', '/de', '/icon .png', `${site.url}/no`, `${site.url}/#price`,
    'https://', 'htps://a.example', 'https:/a.example', 'www.a.example', 'http://localhost:4321', 'http://127.0.0.1:4321',
    'https://deploy-preview-7--briefloom.netlify.app/#hero', 'javascript:alert()',
    'mailto:', 'mailto:a(at)b.c', 'mailto:mailto:a@b.c', 'mailto://a@b.example', 'tel:', 'tel:+49 30 1234',
  ])('to %s is broken', (href) => {
    expect(linkError(href, '/', folder)).toMatch(/^is a broken link, or a link to a preview\. Write /);
  });

  it('to an id of another page is broken', () => {
    expect(linkError('#hero', '/de/pricing/', folder)).toMatch(
      /^is a broken link/,
    );
  });

  // prettier-ignore
  it.each([
    '/', '#top', '/#hero', '#hero', '?ref=a', '/?ref=a#hero', '/404', site.url, `${site.url}/#hero`,
    '/de/pricing', '/de/pricing/#prices', '/name.pdf#page=2', '/name.pdf?v=2', '/%6Eame.pdf',
    'https://my-site.com', 'mailto:a@b.example?cc=c@d.example', 'mailto:?subject=A', 'tel:+49', 'tel:(030)12-34',
  ])('to %s is not broken', (href) => {
    expect(linkError(href, '/', folder)).toBeUndefined();
  });

  it.each(['/404.html', '/de/pricing/'])(
    'from %s to the front page leads somewhere',
    (page) => {
      expect(linkError('/#hero', page, folder)).toBeUndefined();
    },
  );
});

/** The error of an image in the first section of a page, or in the second. */
function errorOf(attributes: string, section: 'first' | 'second') {
  const image = `<section><img ${attributes} alt=""></section>`;
  const first = section === 'first' ? '' : '<section></section>';
  const main = parse(`<main>${first}${image}</main>`);
  return imageError(main.getElementsByTagName('img')[0] ?? main, folder);
}

describe('an image', () => {
  // prettier-ignore
  it.each([
    ['src="/no.png"', 'is no file in public: write src="/name.png".'],
    ['src="https://a.example/a.png"', 'is no file in public: write src="/name.png".'],
    ['src="icon.png"', 'is no file in public: write src="/name.png".'],
    ['src="/name.pdf"', 'is no image that can be read: save it as PNG or JPEG.'],
    ['src="/large.png" loading="lazy" width="260" height="260"', 'has more than 200 kB: make it smaller.'],
    ['src="/icon.png" srcset="https://a.example/a.png 2x"', 'has a srcset, whose files nothing checks: leave it out.'],
    ['src="/icon.png" loading="lazy" width="9" height="4"', 'needs width="32" height="32", or both divided by the same number.'],
    ['src="/icon.png" loading="lazy"', 'needs width="32" height="32", or both divided by the same number.'],
    ['src="/icon.png" width="9" height="9"', 'needs loading="lazy" width="32" height="32", or both divided by the same number.'],
  ])('%s is refused', async (attributes, error) => {
    expect(await errorOf(attributes, 'second')).toBe(error);
  });

  it.each([
    ['second', 'src="/icon.png" width="9" height="9" loading="lazy"'],
    ['second', 'src="/turned.jpg" width="20" height="40" loading="lazy"'],
    ['first', 'src="/icon.png" width="9" height="9"'],
  ] as const)('in the %s section may be %s', async (section, attributes) => {
    expect(await errorOf(attributes, section)).toBeUndefined();
  });
});

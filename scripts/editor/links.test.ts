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
  mkdirSync(`${folder}/pricing`, { recursive: true });
  for (const [name, content] of [
    ['index.html', '<section id="hero"></section>'],
    ['404.html', ''],
    ['pricing/index.html', '<section id="prices"></section>'],
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

describe('a link on the front page', () => {
  it.each([
    ['without an id', '#'],
    ['to an id that is not there', '/#price'],
    ['to a file that is not there', '/no.pdf'],
    ['to a page that is not there', `${site.url}/no`],
    ['with a wrong scheme', 'htps://a.example'],
    ['to a host of this machine', 'http://localhost:4321'],
    ['to an IP address of this machine', 'http://127.0.0.1:4321'],
    ['to a preview', 'https://deploy-preview-7--a.netlify.app/#hero'],
    ['to a mailbox without @', 'mailto:a(at)b.c'],
    ['to a phone number with spaces', 'tel:+49 30 1234'],
  ])('%s is broken', (_what, href) => {
    expect(linkError(href, '/', folder)).toEqual(
      expect.stringMatching(/^is a broken link/),
    );
  });

  it.each([
    ['to its top', '#top'],
    ['to an id', `${site.url}/#hero`],
    ['to a page', '/404'],
    ['to an id of another page', '/pricing#prices'],
    ['to a file', '/%6Eame.pdf?v=2#page=2'],
    ['to another site', 'https://my-site.com'],
    ['to a mailbox', 'mailto:a@b.example?cc=c@d.example'],
    ['to a mail without a recipient', 'mailto:?subject=A'],
    ['to a phone number', 'tel:(030)12-34'],
  ])('%s is not broken', (_what, href) => {
    expect(linkError(href, '/', folder)).toBeUndefined();
  });
});

describe('a link on another page', () => {
  it('may lead to an id of the front page', () => {
    expect(linkError('/#hero', '/pricing/', folder)).toBeUndefined();
  });

  it('is broken if it leads to this id on its own page', () => {
    expect(linkError('#hero', '/pricing/', folder)).toEqual(
      expect.stringMatching(/^is a broken link/),
    );
  });
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
    ['src="icon.png"', 'is no file in public: write src="/name.png".'],
    ['src="/name.pdf"', 'is no image that can be read: save it as PNG or JPEG.'],
    ['src="/large.png" loading="lazy" width="260" height="260"', 'has more than 200 kB: make it smaller.'],
    ['src="/icon.png" srcset="https://a.example/a.png 2x"', 'has a srcset, whose files nothing checks: leave it out.'],
    ['src="/icon.png" loading="lazy" width="9" height="4"', 'needs width="32" height="32", or both divided by the same number.'],
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

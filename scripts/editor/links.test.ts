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
  writeFileSync(`${folder}/index.html`, '<section id="hero"></section>');
  writeFileSync(`${folder}/404.html`, '');
  writeFileSync(`${folder}/pricing/index.html`, '<p id="prices"></p>');
  writeFileSync(`${folder}/name.pdf`, '');
  const icon = sharp(readFileSync('public/icon.svg'));
  await icon.clone().toFile(`${folder}/icon.png`);
  // Without compression the image has 32 × 8 times the bytes of its rows: 270 kB.
  const large = icon.clone().resize(260).png({ compressionLevel: 0 });
  await large.toFile(`${folder}/large.png`);
  // A photo of a camera that was turned: 20 px wide and 40 px high where it is shown.
  const photo = icon.resize(40, 20, { fit: 'fill' }).jpeg();
  await photo.withMetadata({ orientation: 6 }).toFile(`${folder}/turned.jpg`);
});

describe('a link', () => {
  it.each([
    ['without an id', '#'],
    ['to an id that is not there', '/#price'],
    ['on another page to an id of the front page', '#hero', '/pricing/'],
    ['to a file that is not there', '/no.pdf'],
    ['to a page that is not there', `${site.url}/no`],
    ['with a wrong scheme', 'htps://a.example'],
    ['to a host of this machine', 'http://localhost:4321'],
    ['to an IP address of this machine', 'http://127.0.0.1:4321'],
    ['to a preview', 'https://deploy-preview-7--a.netlify.app/#hero'],
    ['to a mailbox without @', 'mailto:a(at)b.c'],
    ['to a phone number with spaces', 'tel:+49 30 1234'],
  ])('%s is broken', (_what, href, page = '/') => {
    expect(linkError(href, page, folder)).toBeDefined();
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

/** The image in the sections of a page. */
function firstImage(sections: string) {
  const main = parse(`<main>${sections}</main>`);
  return main.getElementsByTagName('img')[0] ?? main;
}

describe('an image', () => {
  const lazy = 'loading="lazy"';
  const noFile = 'is no file in public: write src="/name.png".';

  // prettier-ignore
  it.each<[what: string, image: string, error?: string]>([
    ['in other proportions is refused', `${lazy} src="/icon.png" width="9" height="4"`, 'needs width="32" height="32", or both divided by the same number.'],
    ['that is not there is refused', 'src="/no.png"', noFile],
    ['without a slash is refused', 'src="icon.png"', noFile],
    ['that is no image is refused', 'src="/name.pdf"', 'is no image that can be read: save it as PNG or JPEG.'],
    ['of more than 200 kB is refused', `${lazy} src="/large.png" width="260" height="260"`, 'has more than 200 kB: make it smaller.'],
    ['with other files is refused', 'src="/icon.png" srcset="https://a.example/a.png 2x"', 'has a srcset, whose files nothing checks: leave it out.'],
    ['that is not lazy is refused', 'src="/icon.png" width="9" height="9"', 'needs loading="lazy" width="32" height="32", or both divided by the same number.'],
    ['in its proportions is allowed', `${lazy} src="/icon.png" width="9" height="9"`],
    ['that was turned is allowed', `${lazy} src="/turned.jpg" width="20" height="40"`],
  ])('%s', async (_what, attributes, error) => {
    const sections = `<section></section><section><img ${attributes}></section>`;
    expect(await imageError(firstImage(sections), folder)).toBe(error);
  });

  it('may load at once in the first section', async () => {
    const section =
      '<section><img src="/icon.png" width="9" height="9"></section>';
    expect(await imageError(firstImage(section), folder)).toBeUndefined();
  });
});

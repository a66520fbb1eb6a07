import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'node-html-parser';
import sharp, { type Region } from 'sharp';
import { describe, expect, it } from 'vitest';
import { site } from '../site.ts';
import { drawableHeadline, shareCard } from './images.ts';

const logo = await readFile('public/logo.svg');

/** Whether a part of an image has one colour: no pixel differs in red, green or blue. */
async function isBlank(image: Buffer, area: Region): Promise<boolean> {
  const part = await sharp(image).extract(area).toBuffer();
  const { channels } = await sharp(part).stats();
  return channels.every(({ stdev }) => stdev === 0);
}

// prettier-ignore
const places: [place: string, area: Region, isBlank: boolean][] = [
  ['the logo', { left: 80, top: 80, width: 288, height: 64 }, false],
  ['the launch date', { left: 760, top: 80, width: 360, height: 66 }, false],
  ['under the logo', { left: 0, top: 146, width: 1200, height: 48 }, true],
  ['the headline', { left: 80, top: 194, width: 120, height: 298 }, false],
  ['the right margin', { left: 1121, top: 0, width: 79, height: 544 }, true],
  ['over the band', { left: 0, top: 492, width: 1200, height: 52 }, true],
  ['the end of the band', { left: 1176, top: 544, width: 24, height: 86 }, false],
];

it.each([
  ['ten long words', Array(10).fill('internationalization').join(' ')],
  ['a word longer than a line', 'counter'.repeat(12)],
])('draws everything in its place, with %s', async (_what, headline) => {
  const card = await shareCard(headline, logo);
  const { format, width, height } = await sharp(card).metadata();
  expect([format, width, height]).toEqual(['png', 1200, 630]);
  const blanks = await Promise.all(
    places.map(async ([place, area]) => [place, await isBlank(card, area)]),
  );
  expect(blanks).toEqual(places.map(([place, , isBlank]) => [place, isBlank]));
});

it.each([
  ['a headline on one line', ' Key\n to a web\u00ADsite ', 'Key to a website'],
  ['every letter of the typeface', 'José and Łukasz', 'José and Łukasz'],
  ['the name for a letter that the typeface lacks', 'Σωκράτης', site.name],
])('draws %s', (_what, headline, drawn) => {
  expect(drawableHeadline(headline)).toBe(drawn);
});

it('draws letters that are not in the first file of the typeface', async () => {
  // Missing letters would all be the same empty box.
  expect(await shareCard('Ł', logo)).not.toEqual(await shareCard('Ń', logo));
});

describe('the share image', async () => {
  const front = parse(await readFile('dist/index.html', 'utf8'));
  const headline = drawableHeadline(
    front.querySelector('h1')?.textContent ?? '',
  );
  const image = await readFile('dist/share.png');

  it('shows the headline of the front page', async () => {
    const card = await shareCard(headline, logo);
    expect(card.equals(image)).toBe(true);
  });

  it.each(['index.html', '404.html'])(
    'has in %s a URL that changes with its content, and its headline as its text',
    async (name) => {
      const page = parse(await readFile(`dist/${name}`, 'utf8'));
      const content = (property: string) =>
        page.querySelector(`[property="${property}"]`)?.getAttribute('content');
      const [, version = ''] =
        content('og:image')?.split(`${site.url}/share.png?v=`) ?? [];
      expect(version.length).toBeGreaterThan(7);
      const hash = createHash('sha256').update(image).digest('hex');
      expect(hash.startsWith(version)).toBe(true);
      expect(content('og:image:alt')).toBe(headline);
    },
  );
});

it('has a touch icon that fills its square, without transparency', async () => {
  const icon = await readFile('dist/apple-touch-icon.png');
  const { format, width, height, hasAlpha } = await sharp(icon).metadata();
  expect([format, width, height, hasAlpha]).toEqual(['png', 180, 180, false]);
  const corner = { left: 0, top: 0, width: 24, height: 24 };
  expect(await isBlank(icon, corner)).toBe(true);
  // `trim` removes the margins, which have the colour of the top left pixel.
  const { info } = await sharp(icon)
    .trim()
    .toBuffer({ resolveWithObject: true });
  expect(Math.max(info.width, info.height)).toBeGreaterThanOrEqual(90);
});

it('has an icon of 32 px for programs that read no SVG', async () => {
  const ico = await readFile('dist/favicon.ico');
  const [size, offset] = [ico.readUInt32LE(14), ico.readUInt32LE(18)];
  const image = sharp(ico.subarray(offset, offset + size));
  const { format, width, height } = await image.metadata();
  expect([format, width, height]).toEqual(['png', 32, 32]);
});

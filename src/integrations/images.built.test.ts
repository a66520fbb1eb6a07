import { readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { site } from '../site.ts';
import { drawableHeadline, shareCard } from './images.ts';

it.each([
  ['one short word', 'Weave.'],
  ['ten long words', Array(10).fill('internationalization').join(' ')],
  ['a word longer than a line', 'counter'.repeat(12)],
])('keeps the margins free around %s', async (_what, headline) => {
  const card = sharp(
    await shareCard(headline, await readFile('public/logo.svg')),
  );
  expect(await card.metadata()).toMatchObject({
    format: 'png',
    width: 1200,
    height: 630,
  });
  for (const [location, area] of [
    ['the right margin', { left: 1121, top: 0, width: 79, height: 544 }],
    ['under the logo', { left: 0, top: 146, width: 1200, height: 48 }],
    ['over the band', { left: 0, top: 492, width: 1200, height: 52 }],
  ] as const) {
    const margin = sharp(await card.clone().extract(area).toBuffer());
    const { channels } = await margin.stats();
    // The area has one colour: no pixel differs in red, green or blue.
    expect(
      channels.map(({ stdev }) => stdev),
      location,
    ).toEqual([0, 0, 0]);
  }
});

it('shows the name if the typeface lacks a letter of the headline', () => {
  expect(drawableHeadline(' From keywords\n to a web\u00ADsite ')).toBe(
    'From keywords to a website',
  );
  expect(drawableHeadline('José and Łukasz')).toBe('José and Łukasz');
  expect(drawableHeadline('Σωκράτης')).toBe(site.name);
});

it('draws letters that are not in the first file of the typeface', async () => {
  const logo = await readFile('public/logo.svg');
  // Missing letters would all be the same empty box.
  expect(await shareCard('Ł', logo)).not.toEqual(await shareCard('Ń', logo));
});

it('is small, and described on the page', async () => {
  expect((await stat('dist/share.png')).size).toBeLessThan(100_000);
  const html = await readFile('dist/index.html', 'utf8');
  expect(html).toMatch(/<meta property="og:image:alt" content="[^"]/);
});

it('has an icon of 32 px for programs that read no SVG', async () => {
  const ico = await readFile('dist/favicon.ico');
  const [size, offset] = [ico.readUInt32LE(14), ico.readUInt32LE(18)];
  const image = sharp(ico.subarray(offset, offset + size));
  const { format, width, height } = await image.metadata();
  expect([format, width, height]).toEqual(['png', 32, 32]);
});

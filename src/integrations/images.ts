import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { parse } from 'node-html-parser';
import { createElement, type CSSProperties, type ReactNode } from 'react';
import satori, { type Font } from 'satori';
import sharp from 'sharp';
import { weave } from '../components/artwork/weave.ts';
import { fixedTexts, site } from '../site.ts';
import { colors } from '../styles/colors.ts';
import { typefaceLetters, subsetTypeface } from '../typeface/subset.ts';
import { asWritten, builtPages } from './built-pages.ts';

/**
 * Writes the images that are made from other files:
 * - `share.png`, 1200×630: the logo, the launch date and the front page's headline, in the largest
 *   size that fits. If the typeface lacks a letter of the headline, the site's name takes its place.
 * - `apple-touch-icon.png`, 180×180, from `icon.svg`.
 * - `favicon.ico`, 32×32, from `icon.svg`: for Safari before 26, which cannot show an SVG icon,
 *   and for programs that request a file of this name.
 */
export function images(): AstroIntegration {
  return {
    name: 'images',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const read = (name: string) => readFile(new URL(name, dir));
        const page = parse(String(await read('index.html')));
        const headline = drawableHeadline(
          page.querySelector('h1')?.textContent ?? '',
        );
        const card = await shareCard(headline, await read('logo.svg'));
        await writeFile(new URL('share.png', dir), card);
        const version = createHash('sha256').update(card).digest('hex');
        for (const name of builtPages(dir))
          await describeShareImage(new URL(name, dir), version, headline);
        const icon = await read('icon.svg');
        const touch = await touchIcon(icon);
        await writeFile(new URL('apple-touch-icon.png', dir), touch);
        await writeFile(new URL('favicon.ico', dir), await favicon(icon));
      },
    },
  };
}

/**
 * Adds a version to the share image's URL in a page, and the headline as its alternative text. Networks
 * and messengers keep an image by its whole URL, and would go on showing an old headline:
 * https://developers.facebook.com/docs/sharing/webmasters/images
 *
 * The version is a query, so the URLs of old versions still answer, with the new image. Otherwise posts that
 * name an old version would show a white area: https://developers.facebook.com/docs/sharing/webmasters/faq
 */
async function describeShareImage(
  file: URL,
  version: string,
  headline: string,
): Promise<void> {
  const page = parse(await readFile(file, 'utf8'), asWritten);
  const url = page
    .querySelector('[property="og:image"]')
    ?.getAttribute('content');
  // A page without the layout Page.astro has no share image.
  if (!url) return;
  page
    .querySelector('[property="og:image:alt"]')
    ?.setAttribute('content', headline);
  // The structured data has the URL, too.
  const html = page
    .toString()
    .replaceAll(`${url}"`, `${url}?v=${version.slice(0, 8)}"`);
  await writeFile(file, html);
}

/** The icon with a margin, on an opaque background. iOS rounds the corners itself, and shows transparent pixels in black. */
function touchIcon(icon: Buffer): Promise<Buffer> {
  const [size, margin, background] = [132, 24, colors.page];
  return sharp(icon, { density: 600 })
    .resize(size)
    .flatten({ background })
    .extend({
      top: margin,
      right: margin,
      bottom: margin,
      left: margin,
      background,
    })
    .png({ palette: true })
    .toBuffer();
}

/** The icon as an ICO file: a header, then a PNG image. https://en.wikipedia.org/wiki/ICO_(file_format) */
async function favicon(icon: Buffer): Promise<Buffer> {
  const size = 32;
  const png = await sharp(icon, { density: 600 }).resize(size).png().toBuffer();
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // The type: an icon.
  header.writeUInt16LE(1, 4); // The number of images.
  header.set([size, size], 6);
  header.writeUInt16LE(1, 10); // Colour planes.
  header.writeUInt16LE(32, 12); // Bits per pixel.
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18); // Where the image begins.
  return Buffer.concat([header, png]);
}

/** The headline without line breaks and soft hyphens, or the site's name in its place. */
export function drawableHeadline(text: string): string {
  const headline = text.replaceAll('\u00AD', '').replace(/\s+/g, ' ').trim();
  const isDrawable = [...headline].every((letter) =>
    typefaceLetters.includes(letter),
  );
  return isDrawable ? headline : site.name;
}

/** A flexible box: satori requires `display: flex` for an element with several children. */
const box = (style: CSSProperties, ...children: ReactNode[]) =>
  createElement('div', { style: { display: 'flex', ...style } }, ...children);

const margin = 80;
/** The largest height of a headline, in pixels. A taller one would touch the logo or the band. */
const maxHeight = 280;
const headlineStyle = { lineHeight: 1.04, letterSpacing: '-0.024em' };

/** The largest font size, in pixels, at which a headline fits its space and breaks no word. */
async function fittingSize(headline: string, fonts: Font[]): Promise<number> {
  const width = 1200 - 2 * margin;
  const words = headline.split(' ').map((word) => box({}, word));
  const column = box(
    { ...headlineStyle, flexDirection: 'column', fontSize: 100 },
    ...words,
  );
  // Without a width of its own the column is as wide as its widest word.
  const svg = await satori(column, { height: 100, fonts });
  const [, widest] = /width="([\d.]+)"/.exec(svg) ?? [];

  let fontSize = Math.min(112, (100 * width) / Number(widest));
  const heightOfText = async () => {
    const text = box({ ...headlineStyle, fontSize }, headline);
    const svg = await satori(text, { width, fonts });
    const height = Number(/height="([\d.]+)"/.exec(svg)?.[1]);
    // Without a height the comparison below would be false, as if the headline fitted.
    if (!height)
      throw new Error('satori has drawn a headline without a height.');
    return height;
  };
  while ((await heightOfText()) > maxHeight) fontSize *= 0.96;
  return fontSize;
}

/** The cloth of src/components/artwork/Band.astro and the thread on it, twice as large. */
const band = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 43">
  <pattern id="weave" x="13" y="-3" width="22" height="22" patternUnits="userSpaceOnUse">
    <path stroke="${colors.line}" stroke-width="3" d="${weave}"/>
  </pattern>
  <path fill="url(#weave)" d="M0 0h600v43H0z"/>
  <path stroke="${colors.accent}" stroke-width="2" stroke-dasharray="15 7" d="M0 24.5h600"/>
</svg>`;

const picture = (svg: string | Buffer, width: number, height: number) =>
  createElement('img', {
    src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    width,
    height,
  });

/** A PNG image of 1200×630 with a headline of any length. */
export async function shareCard(headline: string, logo: Buffer) {
  const letters = headline + fixedTexts.betaLaunch;
  const fonts = await Promise.all(
    (['latin', 'latin-ext'] as const).map(async (name) => {
      return { name, data: await subsetTypeface(name, letters, 'sfnt') };
    }),
  );
  const fontSize = await fittingSize(headline, fonts);
  const note = { paddingTop: 22, fontSize: 32, color: colors.soft };
  const card = box(
    {
      flexDirection: 'column',
      justifyContent: 'space-between',
      boxSizing: 'border-box',
      width: '100%',
      height: '100%',
      padding: `${margin}px ${margin}px 150px`,
      color: colors.text,
      backgroundColor: colors.page,
    },
    box(
      { justifyContent: 'space-between', alignItems: 'center' },
      picture(logo, 288, 64),
      // The padding puts the date on the baseline of the logo's letters.
      box(note, fixedTexts.betaLaunch),
    ),
    box({ ...headlineStyle, fontSize }, headline),
    box({ position: 'absolute', left: 0, bottom: 0 }, picture(band, 1200, 86)),
  );
  const svg = await satori(card, { width: 1200, height: 630, fonts });
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
}

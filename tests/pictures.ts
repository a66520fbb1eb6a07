/**
 * Makes the pictures that are drawn from the built page and from the icon, with the fonts of this machine:
 * the README's screenshot, the share image, and the icons for programs that read no SVG.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { chromiumArguments, findTestBrowser } from '../local/chromium.ts';
import { listen } from '../local/listen.ts';
import { createNetlifySite } from '../local/netlify-site.ts';
import { colors } from '../src/styles/colors.ts';

const server = await listen(createNetlifySite('dist'));
const browser = await chromium.launch({
  executablePath: findTestBrowser(),
  args: chromiumArguments,
});

const front = await browser.newPage({
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
});
await front.goto(server.url);
await save(front, '.github/screenshot.png');

// Messengers show the image some 600 pixels wide, or smaller. With two pixels of the image for each one
// of the page, the lines are as thick as on the page at that width.
const card = await browser.newPage({
  viewport: { width: 600, height: 315 },
  deviceScaleFactor: 2,
  reducedMotion: 'reduce',
  // The page's policy would block the added styles.
  bypassCSP: true,
});
await card.goto(server.url);
await showShareCard(card);
await save(card, 'public/share.png');

await browser.close();
await server.close();

const icon = await readFile('public/icon.svg');
await writeFile('public/apple-touch-icon.png', await touchIcon(icon));
await writeFile('public/favicon.ico', await favicon(icon));

async function save(page: Page, file: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(file);
}

/**
 * Shows the logo beside the first section's drawing, and nothing else. The image has no words that an editor
 * changes, so it stays right when the page's words change. Without the drawing's frame and results, which
 * nobody could read, the rest of the drawing is larger.
 */
async function showShareCard(page: Page): Promise<void> {
  await page.evaluate(() => {
    const parts = document.querySelectorAll('header img, .loom');
    document.body.replaceChildren(...parts);
  });
  await page.addStyleTag({
    content: `
      body { height: 100vh; overflow: hidden }
      body > * { position: absolute }
      body > img[src] { left: 32px; top: 133px; width: 220px; height: 49px }
      .loom { left: 288px; top: 5px; width: 280px; font-size: 15.8px }
      .loom > :is(text, .stroke-edge, .loom-results) { display: none }
      .loom-thread > [stroke-dasharray] { stroke-width: 2 }`,
  });
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

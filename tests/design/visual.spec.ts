import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { sections } from '../../scripts/editor/contract';
import { test } from '../helpers/fixtures';
import { waitlistForm } from '../helpers/page';
import { openIn } from '../helpers/states';
import { fixWords } from '../helpers/words';

// The fonts are injected, so the page's policy cannot stand.
test.use({ bypassCSP: true });
test.skip(process.platform !== 'linux', 'Other systems draw text differently.');

const widths = [360, 1280];

const fonts = {
  serif: new URL('../../src/typeface/newsreader.woff2', import.meta.url).href,
  sans: import.meta
    .resolve('@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2'),
  mono: import.meta
    .resolve('@fontsource/source-code-pro/files/source-code-pro-latin-400-normal.woff2'),
};

/** Sets the page in bundled fonts, so that it looks the same on every machine, and takes away what is fixed above it. */
async function fixFonts(page: Page): Promise<void> {
  const faces = await Promise.all(
    Object.entries(fonts).map(async ([name, url]) => {
      const data = (await readFile(new URL(url))).toString('base64');
      return `@font-face { font-family: fixed-${name}; src: url(data:font/woff2;base64,${data}); font-weight: 100 900 }`;
    }),
  );
  await page.addStyleTag({
    content: `${faces.join('')}
      header, [href='#main'] { display: none }
      footer img { visibility: hidden }
      * { font-family: fixed-sans !important }
      .font-serif, .font-serif * { font-family: fixed-serif !important }
      .font-mono, .font-mono *:not(.font-serif) { font-family: fixed-mono !important }`,
  });
  await page.evaluate(() => document.fonts.ready);
}

/** Compares a part of the page with its picture; the others are compared all the same. */
const picture = (part: Locator, name: string) =>
  expect
    .soft(part, `If ${name} is meant to look like this: npm run pictures`)
    .toHaveScreenshot(`${name}.png`, { maxDiffPixelRatio: 0.01 });

for (const width of widths)
  test(`the sections look as designed, ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 800 });
    await openIn('idle', page, site);
    await fixFonts(page);
    await fixWords(page);
    for (const id of [...sections.map(({ id }) => id), 'footer']) {
      const part = page.locator(id === 'footer' ? id : `#${id}`);
      // Alone on the page it starts on a whole pixel.
      await part.evaluate((kept) => {
        for (const other of document.querySelectorAll<HTMLElement>(
          'main > *, footer',
        ))
          other.style.display = other === kept ? '' : 'none';
      });
      await picture(part, `${id}-${width}`);
    }
  });

for (const state of ['loading', 'error', 'success'] as const)
  test(`the form looks as designed, ${state}`, async ({ page, site }) => {
    await openIn(state, page, site);
    await fixFonts(page);
    await fixWords(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await picture(waitlistForm(page, 'first').root, `form-${state}-${width}`);
    }
  });

import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures';
import { waitlistForm } from '../page';
import { openIn, states } from './states';

// The fonts are injected, so the page's policy cannot stand.
test.use({ bypassCSP: true });
test.skip(process.platform !== 'linux', 'Other systems draw text differently.');

const fonts = {
  serif: import.meta
    .resolve('@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2'),
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
      * { font-family: fixed-sans !important }
      .font-serif { font-family: fixed-serif !important }
      .font-mono, .font-mono *:not(.font-serif) { font-family: fixed-mono !important }`,
  });
  await page.evaluate(() => document.fonts.ready);
}

const sections = {
  hero: '#hero',
  problem: '#problem',
  platform: '#platform',
  future: '#future',
  teams: '#teams',
  'coming-soon': '#coming-soon',
  footer: 'footer',
};

for (const width of [360, 1280]) {
  for (const [name, selector] of Object.entries(sections))
    test(`${name} looks as designed, ${width} px`, async ({ page, site }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      await openIn('idle', page, site);
      await fixFonts(page);
      // Alone on the page it starts on a whole pixel.
      await page.evaluate((kept) => {
        for (const part of document.querySelectorAll('main > *, footer'))
          if (!part.matches(kept)) part.remove();
      }, selector);
      await expect(page.locator(selector)).toHaveScreenshot(
        `${name}-${width}.png`,
        { maxDiffPixelRatio: 0.01 },
      );
    });

  for (const state of states)
    test(`the form looks as designed, ${state}, ${width} px`, async ({
      page,
      site,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      await openIn(state, page, site);
      await fixFonts(page);
      await expect(waitlistForm(page, 'first').root).toHaveScreenshot(
        `form-${state}-${width}.png`,
        { maxDiffPixelRatio: 0.01 },
      );
    });
}

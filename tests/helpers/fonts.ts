import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

const fonts = {
  serif: new URL('../../src/typeface/newsreader.woff2', import.meta.url).href,
  sans: import.meta
    .resolve('@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2'),
  // This font is not monospaced. Its letters are about as wide, and look different from the other two.
  mono: import.meta
    .resolve('@fontsource/source-sans-3/files/source-sans-3-latin-900-normal.woff2'),
};

/**
 * Replaces the page's fonts by fonts from this repository's packages, so that the page looks the
 * same on every machine, and adds `css`. The test must set `bypassCSP`, since the page's
 * Content-Security-Policy would block both.
 */
export async function fixFonts(page: Page, css = ''): Promise<void> {
  for (const [name, url] of Object.entries(fonts)) {
    const data = await readFile(new URL(url), 'base64');
    css += `@font-face { font-family: fixed-${name}; src: url(data:font/woff2;base64,${data}); font-weight: 100 900 }`;
  }
  // With this text rendering, Chromium and its headless shell place letters alike.
  await page.addStyleTag({
    content: `${css}
      * { font-family: fixed-sans !important; text-rendering: geometricPrecision }
      .font-serif, .font-serif * { font-family: fixed-serif !important }
      .font-mono, .font-mono *:not(.font-serif) { font-family: fixed-mono !important }`,
  });
  await page.evaluate(() => document.fonts.ready);
}

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

const fonts = {
  serif: new URL('../../src/typeface/newsreader.woff2', import.meta.url).href,
  sans: import.meta
    .resolve('@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2'),
  // Not a monospaced font, but its letters are about as wide and differ from the others'.
  mono: import.meta
    .resolve('@fontsource/source-sans-3/files/source-sans-3-latin-900-normal.woff2'),
};

/**
 * Sets the page in bundled fonts, so that it looks the same on every machine, and adds some
 * CSS. The test must bypass the page's Content-Security-Policy, which would block both.
 */
export async function fixFonts(page: Page, css = ''): Promise<void> {
  for (const [name, url] of Object.entries(fonts)) {
    const data = await readFile(new URL(url), 'base64');
    css += `@font-face { font-family: fixed-${name}; src: url(data:font/woff2;base64,${data}); font-weight: 100 900 }`;
  }
  // With geometric precision the whole browser places letters like its headless shell.
  await page.addStyleTag({
    content: `${css}
      * { font-family: fixed-sans !important; text-rendering: geometricPrecision }
      .font-serif, .font-serif * { font-family: fixed-serif !important }
      .font-mono, .font-mono *:not(.font-serif) { font-family: fixed-mono !important }`,
  });
  await page.evaluate(() => document.fonts.ready);
}

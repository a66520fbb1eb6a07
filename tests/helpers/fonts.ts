import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

const fonts = {
  serif: new URL('../../src/typeface/basic.woff2', import.meta.url).href,
  sans: import.meta
    .resolve('@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2'),
  // This font is not monospaced. Its letters are about as wide, and look different from the other two.
  mono: import.meta
    .resolve('@fontsource/source-sans-3/files/source-sans-3-latin-900-normal.woff2'),
};

/**
 * Replaces the fonts of the pages that `page` opens from now on by fonts from this repository's packages,
 * so that the pages look the same on every machine, and adds `css`. Both are there before the first layout,
 * so no text moves when a font arrives. The page's Content-Security-Policy does not block them.
 */
export async function fixFonts(page: Page, css = ''): Promise<void> {
  for (const [name, url] of Object.entries(fonts))
    await page.addInitScript(
      ([family, data]) => {
        const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
        document.fonts.add(new FontFace(family, bytes, { weight: '100 900' }));
      },
      [`fixed-${name}`, await readFile(new URL(url), 'base64')] as const,
    );
  await page.addInitScript(
    (text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets.push(sheet);
    },
    // With this text rendering, Chromium and its headless shell place letters alike.
    `${css}
      * { font-family: fixed-sans !important; text-rendering: geometricPrecision }
      .font-serif, .font-serif * { font-family: fixed-serif !important }
      .font-mono, .font-mono *:not(.font-serif) { font-family: fixed-mono !important }`,
  );
}

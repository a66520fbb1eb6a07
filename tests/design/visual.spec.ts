import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { fixedTexts, waitlistForm } from '../helpers/page';
import { openIn, states } from '../helpers/states';

// The fonts are injected, so the page's policy cannot stand.
test.use({ bypassCSP: true });
test.skip(process.platform !== 'linux', 'Other systems draw text differently.');

const fonts = {
  serif: new URL('../../src/typeface/newsreader.woff2', import.meta.url).href,
  sans: import.meta
    .resolve('@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2'),
  mono: import.meta
    .resolve('@fontsource/source-code-pro/files/source-code-pro-latin-400-normal.woff2'),
};

/** Sets the page in bundled fonts, so that it looks the same on every machine, and adds `css`. */
async function fixFonts(page: Page, css: string): Promise<void> {
  const faces = await Promise.all(
    Object.entries(fonts).map(async ([name, url]) => {
      const data = (await readFile(new URL(url))).toString('base64');
      return `@font-face { font-family: fixed-${name}; src: url(data:font/woff2;base64,${data}); font-weight: 100 900 }`;
    }),
  );
  await page.addStyleTag({
    content: `${faces.join('')}
      * { font-family: fixed-sans !important }
      .font-serif, .font-serif * { font-family: fixed-serif !important }
      .font-mono, .font-mono *:not(.font-serif) { font-family: fixed-mono !important }
      ${css}`,
  });
  await page.evaluate(() => document.fonts.ready);
}

/** Compares parts of the page with their pictures, on a narrow and on a wide screen; all are compared, whatever the first of them shows. */
async function compare(page: Page, parts: Record<string, Locator>) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [name, part] of Object.entries(parts))
      await expect
        .soft(part, `If ${name} is meant to look like this: npm run pictures`)
        .toHaveScreenshot(`${name}-${width}.png`, { maxDiffPixelRatio: 0.01 });
  }
}

for (const state of states)
  test(`the form looks as designed, ${state}`, async ({ page, site }) => {
    await openIn(state, page, site);
    await fixFonts(page, 'header { display: none }');
    // The line under the form may change one day.
    for (const line of await page.getByText(fixedTexts.socialProof).all())
      await line.evaluate(({ style }) => (style.visibility = 'hidden'));
    await compare(page, {
      [`form-${state}`]: waitlistForm(page, 'first').root,
    });
  });

test('header and footer look as designed', async ({ page, site }) => {
  await openIn('idle', page, site);
  // What an editor may change is the name, drawn as logo, and the networks.
  await fixFonts(
    page,
    'main, header img, footer :is(img, svg, p) { visibility: hidden }',
  );
  await page.locator('footer').evaluate((footer) => {
    for (const more of footer.querySelectorAll('li:nth-child(n + 4)'))
      more.remove();
    for (const link of footer.querySelectorAll('a'))
      link.lastChild?.replaceWith('Network');
    footer.querySelector('p')?.replaceChildren('© 2026');
  });
  const header = page.getByRole('banner');
  await compare(page, { footer: page.locator('footer'), header });
  await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));
  await expect(header).toHaveAttribute('data-scrolled', 'true');
  await compare(page, { 'header-scrolled': header });
});

test('the artwork looks as designed', async ({ page, site }) => {
  await openIn('idle', page, site);
  await fixFonts(
    page,
    '.stage { position: relative; max-width: 44rem; padding: 1rem }',
  );
  // Each drawing once and alone, whatever stands around it and in whatever order.
  const count = await page.evaluate(() => {
    const drawings = [
      ...document.querySelectorAll(
        'main [aria-hidden=true]:not([aria-hidden=true] *, .icon, .thread, astro-island *)',
      ),
    ];
    const different = new Map(
      drawings.map((drawing) => [drawing.outerHTML, drawing]),
    );
    const stages = [...different]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, drawing]) => {
        const stage = document.createElement('div');
        stage.className = 'stage';
        stage.append(drawing);
        return stage;
      });
    document.body.replaceChildren(...stages);
    return stages.length;
  });
  const stages = Array.from(
    { length: count },
    (_, index) =>
      [`artwork-${index + 1}`, page.locator('.stage').nth(index)] as const,
  );
  await compare(page, Object.fromEntries(stages));
});

import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { fixFonts } from '../helpers/fonts';
import { waitlistForm } from '../helpers/page';
import { openIn, states } from '../helpers/states';

// The policy would block the injected fonts.
test.use({ bypassCSP: true });
test.skip(process.platform !== 'linux', 'Other systems draw text differently.');

/**
 * Compares a part of the page with its pictures; a difference does not stop the test.
 * Chromium 150, 153 and 156, whole or headless and with any fonts, draw every pixel
 * alike; a lost icon or a rounder corner changes about 30.
 */
async function compare(page: Page, name: string, part: Locator) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .soft(part, `If ${name} is meant to look like this: npm run pictures`)
      .toHaveScreenshot(`${name}-${width}.png`, {
        threshold: 0.05,
        maxDiffPixels: 10,
      });
  }
}

for (const state of states)
  test(`the form looks as designed, ${state}`, async ({ page, site }) => {
    await openIn(state, page, site);
    // The words around the form are expected to change.
    await fixFonts(
      page,
      'header, .proof { visibility: hidden } h1, h1 + p { display: none }',
    );
    await compare(page, `form-${state}`, waitlistForm(page, 'first').root);
  });

test('header and footer look as designed', async ({ page, site }) => {
  await openIn('idle', page, site);
  // The logo and the networks change with the name and with an editor.
  await fixFonts(page, 'main, img, footer svg { visibility: hidden }');
  const footer = page.locator('footer');
  await footer.evaluate((it) => {
    it.querySelectorAll('li:nth-child(n + 4)').forEach((more) => more.remove());
    for (const link of it.querySelectorAll('a, p'))
      link.lastChild?.replaceWith('A few words');
  });
  await compare(page, 'footer', footer);
  await compare(page, 'header', page.getByRole('banner'));
  await page.mouse.wheel(0, 200);
  // It stands over anything on the page.
  await page.addStyleTag({ content: 'body { background: white }' });
  await compare(page, 'header-scrolled', page.locator('[data-scrolled=true]'));
});

test('the artwork looks as designed', async ({ page, site }) => {
  await openIn('idle', page, site);
  await fixFonts(
    page,
    '.stage { position: relative; max-width: 44rem; padding: 1rem }',
  );
  // Shows each drawing once and alone, so that moving one on the page changes no picture.
  await page.evaluate(() => {
    const drawings = document.querySelectorAll(
      'main [aria-hidden=true]:not([aria-hidden=true] *, astro-island *, .icon, .thread)',
    );
    const different = new Map([...drawings].map((it) => [it.outerHTML, it]));
    const sorted = [...different].sort(([a], [b]) => (a < b ? -1 : 1));
    document.body.replaceChildren(
      ...sorted.map(([, drawing]) => {
        const stage = document.createElement('div');
        stage.className = 'stage';
        stage.append(drawing);
        return stage;
      }),
    );
    // None of the bundled fonts has this arrow.
    document.body.innerHTML = document.body.innerHTML.replaceAll('←', '<');
  });
  for (const [index, stage] of (await page.locator('.stage').all()).entries())
    await compare(page, `artwork-${index + 1}`, stage);
});

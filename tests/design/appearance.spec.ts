import { expect } from '@playwright/test';
import { createAxe, findViolations } from '../helpers/axe.ts';
import { test } from '../helpers/fixtures.ts';
import { openInState } from '../helpers/states.ts';
import { colors } from '../../src/styles/colors.ts';
import { TinyColor } from '@ctrl/tinycolor';

test('with reduced motion nothing moves', async ({ page, server }) => {
  await openInState('loading', page, server);
  const moving = await page.evaluate(() => {
    // A transition begins where a colour changes.
    for (const element of document.querySelectorAll<HTMLElement>('body *'))
      element.style.color = 'red';
    return document
      .getAnimations()
      .map(({ effect }) => (effect as KeyframeEffect).target)
      .map((target) => target && nameOf(target));
  });
  expect(moving).toEqual([]);
});

test('a link in a text is amber under the pointer', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/404.html`);
  const link = page.locator('.prose a').first();
  await link.hover();
  const amber = new TinyColor(colors.accent).toRgbString();
  await expect(link).toHaveCSS('color', amber);
});

test('the printed page is readable, on no more sheets than it has sections', async ({
  page,
  server,
}) => {
  await openInState('error', page, server);
  const pdf = await page.pdf({ format: 'A4' });
  const sheets = pdf.toString('latin1').match(/\/Type \/Page\b/g);
  const sections = await page.locator('main section').count();
  expect(sheets?.length).toBeLessThanOrEqual(sections);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static');
  await expect(page.locator(':is(form, .waitlist-error):visible')).toHaveCount(
    0,
  );
  // A link under the first form leads here.
  await expect(page.locator('#kept')).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  const white = 'rgb(255, 255, 255)';
  await expect(page.locator('body')).toHaveCSS('background-color', white);
  const axe = createAxe(page).withRules('color-contrast');
  expect(await findViolations(page, axe)).toEqual([]);
});

import { expect } from '@playwright/test';
import { createAxe, findViolations } from '../helpers/axe.ts';
import { test } from '../helpers/fixtures.ts';
import { openInState } from '../helpers/states.ts';

test('with reduced motion nothing moves', async ({ page, server }) => {
  await openInState('loading', page, server);
  const moving = () =>
    document
      .getAnimations()
      .filter((animation) => !(animation instanceof CSSTransition)).length;
  expect(await page.evaluate(moving)).toBe(0);
});

test('the entrance animations end within two seconds', async ({
  page,
  server,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(server.url, { waitUntil: 'domcontentloaded' });
  const ends = await page.evaluate(() =>
    document
      .getAnimations()
      // The others have a scroll timeline.
      .filter(({ timeline }) => timeline === document.timeline)
      .map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
  );
  expect(ends).not.toEqual([]);
  expect(Math.max(...ends)).toBeLessThanOrEqual(2000);
});

test('the loom’s labels are large enough in every window', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  for (const width of [280, 312, 360, 476, 1024, 1232, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    // An editor may have taken it out.
    for (const loom of await page.locator('.loom').all()) {
      const pixels = await loom.evaluate(
        (drawing: SVGSVGElement) =>
          parseFloat(getComputedStyle(drawing).fontSize) *
          (drawing.getScreenCTM()?.a ?? 0),
      );
      expect(pixels, `${width} px wide`).toBeGreaterThanOrEqual(10.5);
    }
  }
});

test('the printed page is readable', async ({ page, server }) => {
  await openInState('error', page, server);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static');
  await expect(page.locator(':is(form, .waitlist-error):visible')).toHaveCount(
    0,
  );
  const white = 'rgb(255, 255, 255)';
  await expect(page.locator('body')).toHaveCSS('background-color', white);
  const axe = createAxe(page).withRules('color-contrast');
  expect(await findViolations(page, axe)).toEqual([]);
});

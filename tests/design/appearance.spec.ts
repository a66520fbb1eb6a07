import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { adoptStyles, fixedTexts, waitlistForm } from '../helpers/page';
import { isJoined, seenContrast, type Point } from '../helpers/pixels';
import { openIn } from '../helpers/states';

test.use({ deviceScaleFactor: 2 });

// Of all text, axe passes over these: placeholders, disabled controls and what is hidden from it.
for (const state of ['idle', 'loading'] as const)
  test(`the form and the artwork are legible on their real pixels, ${state}`, async ({
    page,
    site,
  }) => {
    await openIn(state, page, site);
    const { field, button } = waitlistForm(page, 'first');
    const drawn = 'main [aria-hidden] :is(p, pre, dt, dd, text):visible';
    const texts = state === 'idle' ? await page.locator(drawn).all() : [];
    for (const text of [field, button, ...texts])
      expect(
        await seenContrast(text),
        (await text.textContent()) ?? '',
      ).toBeGreaterThanOrEqual(4.5);
  });

test('the header is legible over a white page', async ({ page, site }) => {
  await openIn('idle', page, site);
  await adoptStyles(
    page,
    'main { background: white } main * { visibility: hidden } * { transition: none !important }',
  );
  await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));
  const header = page.getByRole('banner');
  await expect(header).toHaveAttribute('data-scrolled', 'true');
  for (const part of [header.getByRole('img'), header.getByRole('button')])
    expect(await seenContrast(part)).toBeGreaterThan(7);
});

test('forced colours keep the artwork and tell the states apart', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openIn('idle', page, site);
  for (const artwork of await page.locator('main svg:visible').all())
    expect(await seenContrast(artwork)).toBeGreaterThanOrEqual(3);

  const { root, field, button } = waitlistForm(page, 'first');
  expect(await seenContrast(root)).toBeGreaterThanOrEqual(4.5);
  const dead = await button.evaluate((it) => getComputedStyle(it).color);
  await field.fill('ann@example.com');
  await expect(button).not.toHaveCSS('color', dead);

  await openIn('success', page, site);
  const confirmation = root.getByRole('paragraph').first();
  await expect(confirmation).toHaveText(fixedTexts.success);
  await expect(confirmation).toHaveCSS('border-top-width', '1px');
  await expect(confirmation.locator('svg')).toBeVisible();
});

test('with reduced motion nothing moves, not even while it joins', async ({
  page,
  site,
}) => {
  await openIn('loading', page, site);
  const moving = () =>
    document
      .getAnimations()
      .filter((animation) => !(animation instanceof CSSTransition)).length;
  expect(await page.evaluate(moving)).toBe(0);
});

test('the page weaves itself once, within 1.2 s', async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(site.url, { waitUntil: 'domcontentloaded' });
  const ends = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
  );
  expect(Math.max(...ends)).toBeCloseTo(1200);
});

test('the loom’s labels are legible on every screen', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  for (const width of [280, 312, 360, 476, 1024, 1232, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const pixels = await page
      .locator('.loom')
      .evaluate(
        (loom: SVGSVGElement) =>
          parseFloat(getComputedStyle(loom).fontSize) *
          (loom.getScreenCTM()?.a ?? 0),
      );
    expect(pixels, `${width} px wide`).toBeGreaterThanOrEqual(10.5);
  }
});

test('one thread runs without a gap from the loom to the last form', async ({
  page,
  site,
}) => {
  await openIn('idle', page, site);
  for (const width of [320, 360, 768, 1024, 1280, 1920, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const runs = await page.evaluate(() => {
      const box = (selector: string) => {
        const shown = [...document.querySelectorAll(selector)].find(
          (element) => element.getClientRects().length > 0,
        );
        if (!shown) throw new Error(`Nothing is shown of ${selector}`);
        const { left, right, top, bottom } = shown.getBoundingClientRect();
        return { left, right, top: top + scrollY, bottom: bottom + scrollY };
      };
      const loom = box('.loom');
      const problem = box('#problem ul');
      const platform = box('#platform ul');
      const seed = box('#platform ul p');
      const field = box('#join-beta input');
      return [
        [
          { x: (loom.left + loom.right) / 2, y: loom.bottom - 8 },
          { x: problem.left + 1, y: problem.top + 8 },
        ],
        [
          { x: problem.right - 1, y: problem.bottom - 8 },
          { x: seed.left, y: (seed.top + seed.bottom) / 2 },
        ],
        [
          { x: platform.right - 1, y: platform.bottom - 8 },
          { x: field.left - 1, y: (field.top + field.bottom) / 2 },
        ],
      ] satisfies [Point, Point][];
    });
    const screenshot = await page.screenshot({ fullPage: true, scale: 'css' });
    for (const [index, [from, to]] of runs.entries())
      expect(
        await isJoined(screenshot, from, to),
        `run ${index} at ${width} px`,
      ).toBe(true);
  }
});

test('print gives a readable sheet', async ({ page, site }) => {
  await openIn('idle', page, site);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static');
  await expect(page.locator('form').first()).toBeHidden();
  const white = 'rgb(255, 255, 255)';
  await expect(page.locator('body')).toHaveCSS('background-color', white);
  const axe = new AxeBuilder({ page }).withRules('color-contrast');
  expect((await axe.analyze()).violations).toEqual([]);
});

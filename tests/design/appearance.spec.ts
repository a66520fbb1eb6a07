import { expect } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { fixedTexts, waitlistForm } from '../helpers/page';
import {
  contrast,
  isJoined,
  lightestOf,
  seenContrast,
  type Point,
} from '../helpers/pixels';
import { openIn, states } from '../helpers/states';
import { fixWords } from '../helpers/words';

test.use({ deviceScaleFactor: 2 });

for (const state of states)
  test(`the form is legible on its real pixels, ${state}`, async ({
    page,
    site,
  }) => {
    await openIn(state, page, site);
    const { root, field, button } = waitlistForm(page, 'first');
    if (state === 'success') {
      expect(await seenContrast(root)).toBeGreaterThanOrEqual(4.5);
      return;
    }
    expect(await seenContrast(button)).toBeGreaterThanOrEqual(4.5);
    expect(await seenContrast(field)).toBeGreaterThanOrEqual(4.5);
    if (state === 'error')
      expect(
        await seenContrast(root.getByText(fixedTexts.duplicate)),
      ).toBeGreaterThanOrEqual(4.5);
  });

// The rest of the text is axe's.
test('the artwork’s text is legible on its real pixels', async ({
  page,
  site,
}) => {
  await openIn('idle', page, site);
  for (const text of await page
    .locator('main [aria-hidden] :is(p, pre, dt, dd, text):visible')
    .all())
    expect(
      await seenContrast(text),
      (await text.textContent()) ?? '',
    ).toBeGreaterThanOrEqual(4.5);
});

test('the header is legible over a white page', async ({ page, site }) => {
  await openIn('idle', page, site);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      'main { background: white } header * { visibility: hidden } header { border: 0 !important } * { transition: none !important }',
    );
    document.adoptedStyleSheets = [sheet];
    scrollTo({ top: 200, behavior: 'instant' });
  });
  await expect(page.getByRole('banner')).toHaveAttribute(
    'data-scrolled',
    'true',
  );
  const ground = await lightestOf(page, {
    x: 0,
    y: 0,
    width: 1280,
    height: 63,
  });
  expect(contrast(ground, [238, 242, 246])).toBeGreaterThan(7);
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

test('with reduced motion nothing moves, and all is there', async ({
  page,
  site,
}) => {
  await openIn('loading', page, site);
  expect(
    await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((animation) => !(animation instanceof CSSTransition)).length,
    ),
  ).toBe(0);
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
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

test('one thread runs without a gap from the loom to the last form', async ({
  page,
  site,
}) => {
  await openIn('idle', page, site);
  await fixWords(page);
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
    const screenshot = await page.screenshot({
      fullPage: true,
      scale: 'css',
    });
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
  await expect(page.locator('body')).toHaveCSS(
    'background-color',
    'rgb(255, 255, 255)',
  );
  const inks = await page
    .locator('main :is(h1, h2, h3, p):visible')
    .evaluateAll((texts) => [
      ...new Set(texts.map((text) => getComputedStyle(text).color)),
    ]);
  for (const ink of inks) {
    const [red = 255, green = 255, blue = 255] =
      ink.match(/\d+/g)?.map(Number) ?? [];
    expect(
      contrast([red, green, blue], [255, 255, 255]),
      ink,
    ).toBeGreaterThanOrEqual(4.5);
  }
});

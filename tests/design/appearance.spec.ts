import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { adoptStyles, fixedTexts, waitlistForm } from '../helpers/page';
import { renderedContrast } from '../helpers/pixels';
import { openIn } from '../helpers/states';

test.use({ deviceScaleFactor: 2 });

// Texts that axe does not check: placeholders, disabled controls and what is hidden from it.
for (const state of ['idle', 'loading'] as const)
  test(`form and artwork are legible, ${state}`, async ({ page, site }) => {
    await openIn(state, page, site);
    const { field, button } = waitlistForm(page, 'first');
    const artworkTexts =
      'main [aria-hidden] :is(p, pre, pre span, .tree :not(:has(*)), dt, dd, text:not(.you *), tspan):visible';
    const texts =
      state === 'idle' ? await page.locator(artworkTexts).all() : [];
    // Backwards: a text within another is measured before that, and not as a part of it.
    for (const text of [field, button, ...texts].toReversed())
      expect(
        await renderedContrast(
          text,
          '-webkit-text-fill-color: transparent; fill: transparent',
        ),
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
    expect(await renderedContrast(part)).toBeGreaterThan(7);
});

test('forced colours keep artwork and states', async ({ page, site }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openIn('idle', page, site);
  const drawn = await page.locator('main :is(svg, .stroke-edge):visible').all();
  // Backwards: first the edges in a drawing, then the rest of it.
  for (const part of drawn.toReversed())
    expect(await renderedContrast(part)).toBeGreaterThanOrEqual(3);

  const { root, field, button } = waitlistForm(page, 'first');
  expect(await renderedContrast(root)).toBeGreaterThanOrEqual(4.5);
  const disabledColor = await button.evaluate(
    (it) => getComputedStyle(it).color,
  );
  await field.fill('ann@example.com');
  await expect(button).not.toHaveCSS('color', disabledColor);

  await openIn('success', page, site);
  const confirmation = root.getByRole('paragraph').first();
  await expect(confirmation).toHaveText(fixedTexts.success);
  await expect(confirmation).toHaveCSS('border-top-width', '1px');
  await expect(confirmation.locator('svg')).toBeVisible();
});

test('with reduced motion nothing moves', async ({ page, site }) => {
  await openIn('loading', page, site);
  const moving = () =>
    document
      .getAnimations()
      .filter((animation) => !(animation instanceof CSSTransition)).length;
  expect(await page.evaluate(moving)).toBe(0);
});

test('the entrance animations all end after 1.2 s', async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(site.url, { waitUntil: 'domcontentloaded' });
  const opening = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .map(({ effect }) => ({
        end: Number(effect?.getComputedTiming().endTime),
        moved: (effect as KeyframeEffect)
          .getKeyframes()
          .some((frame) => 'translate' in frame),
      })),
  );
  const ends = opening.map(({ end }) => Math.round(end));
  expect([...new Set(ends)]).toEqual([1200]);
  // In a drawing it would be the main thread's, at every frame.
  expect(opening.filter(({ moved }) => moved)).toEqual([]);
});

test('the loom’s labels are legible everywhere', async ({ page, site }) => {
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

test('the printed page is readable', async ({ page, site }) => {
  await openIn('idle', page, site);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static');
  await expect(page.locator('form').first()).toBeHidden();
  const white = 'rgb(255, 255, 255)';
  await expect(page.locator('body')).toHaveCSS('background-color', white);
  const axe = new AxeBuilder({ page }).withRules('color-contrast');
  expect((await axe.analyze()).violations).toEqual([]);
});

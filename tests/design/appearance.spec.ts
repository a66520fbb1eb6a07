import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { waitlistForm } from '../helpers/page';
import { highestContrasts, renderedContrast } from '../helpers/pixels';
import { openIn } from '../helpers/states';

// For the style elements: the policy would block them.
test.use({ deviceScaleFactor: 2, bypassCSP: true });

/** Where elements are on a screenshot of the whole page, in its pixels. */
const areasOf = (elements: Element[]) =>
  elements.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return {
      x: x * devicePixelRatio,
      y: (y + scrollY) * devicePixelRatio,
      width: width * devicePixelRatio,
      height: height * devicePixelRatio,
    };
  });

/** The least contrast of what a style hides of some elements with what is behind it. */
async function leastContrast(
  page: Page,
  elements: Locator,
  style: string,
): Promise<number> {
  const areas = await elements.filter({ visible: true }).evaluateAll(areasOf);
  expect(areas).not.toEqual([]);
  const options = { fullPage: true, animations: 'disabled' } as const;
  const shown = await page.screenshot(options);
  await page.addStyleTag({ content: style });
  const hidden = await page.screenshot(options);
  return Math.min(...(await highestContrasts(shown, hidden, areas)));
}

// Texts that axe does not check: placeholders, disabled controls and what is hidden from it.
for (const [state, selector] of [
  ['idle', '#join button, main [aria-hidden] :not(.you, .you *)'],
  ['loading', '#join button'],
] as const)
  test(`form and artwork are legible, ${state}`, async ({ page, site }) => {
    await openIn(state, page, site);
    const texts = page.locator(selector).filter({ hasText: /\S/ });
    // The field goes first: it may reach behind its button.
    for (const [elements, hidden] of [
      [page.locator('#join input'), '#join input'],
      [texts, '*'],
    ] as const) {
      const style = `${hidden} { -webkit-text-fill-color: transparent !important; fill: transparent !important }`;
      const least = await leastContrast(page, elements, style);
      expect(least).toBeGreaterThanOrEqual(4.5);
    }
  });

test('forced colours keep artwork and states', async ({ page, site }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openIn('idle', page, site);
  for (const selector of ['main .stroke-edge', 'main svg']) {
    const style = `${selector} { opacity: 0 }`;
    const least = await leastContrast(page, page.locator(selector), style);
    expect(least, selector).toBeGreaterThanOrEqual(3);
  }

  const { root, field, button } = waitlistForm(page, 'first');
  expect(await renderedContrast(root)).toBeGreaterThanOrEqual(4.5);
  const disabledColor = await button.evaluate(
    (it) => getComputedStyle(it).color,
  );
  await field.fill('ann@example.com');
  await expect(button).not.toHaveCSS('color', disabledColor);

  await openIn('success', page, site);
  const confirmation = page.locator('.joined').first();
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

import AxeBuilder from '@axe-core/playwright';
import {
  expect,
  type Page,
  type PageScreenshotOptions,
} from '@playwright/test';
import { test } from '../helpers/fixtures';
import { adoptStyles, fixedTexts, waitlistForm } from '../helpers/page';
import { highestContrasts, renderedContrast } from '../helpers/pixels';
import { openIn } from '../helpers/states';

test.use({ deviceScaleFactor: 2 });

/** Where elements, or the texts right within them, are on a screenshot of the whole page, in its pixels. */
const areasOf = (elements: Element[], part: 'elements' | 'texts') =>
  elements
    .flatMap((element) =>
      part === 'elements' ? [element] : [...element.childNodes],
    )
    .filter(
      (node) =>
        part === 'elements' ||
        (node.nodeName === '#text' && node.textContent?.trim()),
    )
    .map((node) => {
      const range = new Range();
      range.selectNode(node);
      const { x, y, width, height } = range.getBoundingClientRect();
      return {
        x: x * devicePixelRatio,
        y: (y + scrollY) * devicePixelRatio,
        width: width * devicePixelRatio,
        height: height * devicePixelRatio,
      };
    })
    .filter(({ width }) => width > 0);

/**
 * The least contrast of what a rule hides with what is behind it, for several rules
 * in turn: the elements that each is for, or the texts right within them.
 */
async function leastContrasts(
  page: Page,
  rules: [selector: string, part: 'elements' | 'texts', style: string][],
  options: PageScreenshotOptions = { fullPage: true },
): Promise<number[]> {
  const least: number[] = [];
  let css = '';
  let shown = await page.screenshot(options);
  for (const [selector, part, style] of rules) {
    const elements = page.locator(selector).filter({ visible: true });
    const areas = await elements.evaluateAll(areasOf, part);
    expect(areas, selector).not.toEqual([]);
    css += `:is(${selector}) { ${style} }`;
    await adoptStyles(page, css);
    const hidden = await page.screenshot(options);
    least.push(Math.min(...(await highestContrasts(shown, hidden, areas))));
    shown = hidden;
  }
  return least;
}

// Texts that axe does not check: placeholders, disabled controls and what is hidden from it.
for (const [state, texts] of [
  ['idle', '#join button, main [aria-hidden] :not(.you, .you *)'],
  ['loading', '#join button'],
] as const)
  test(`form and artwork are legible, ${state}`, async ({ page, site }) => {
    await openIn(state, page, site);
    const style =
      '-webkit-text-fill-color: transparent !important; fill: transparent !important';
    const least = await leastContrasts(
      page,
      [
        ['#join input', 'elements', style],
        [texts, 'texts', style],
      ],
      { fullPage: state === 'idle', animations: 'disabled' },
    );
    expect(Math.min(...least)).toBeGreaterThanOrEqual(4.5);
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
  const least = await leastContrasts(page, [
    ['main .stroke-edge', 'elements', 'opacity: 0'],
    ['main svg', 'elements', 'opacity: 0'],
  ]);
  expect(Math.min(...least)).toBeGreaterThanOrEqual(3);
  await adoptStyles(page, '');

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

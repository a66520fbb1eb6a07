import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { violationsOf } from '../helpers/axe';
import { test } from '../helpers/fixtures';
import { waitlistForm } from '../helpers/page';
import { highestContrasts, renderedContrast } from '../helpers/pixels';
import { openIn, type State } from '../helpers/states';

/** Letters have pixels of their full colour only if they are drawn large. */
const scale = 2;

// For the style elements: the policy would block them.
test.use({ deviceScaleFactor: scale, bypassCSP: true });

/** The elements whose contrast with what is behind them is less than `least`, each with its contrast; a style hides them for good. */
async function faintElements(
  page: Page,
  elements: Locator,
  { least, style }: { least: number; style: string },
): Promise<string[]> {
  const found = await elements.filter({ visible: true }).evaluateAll((all) =>
    all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { name: nameOf(element), x, y: y + scrollY, width, height };
    }),
  );
  expect(found).not.toEqual([]);
  // The part of the page that they stand in.
  const top = Math.max(0, Math.min(...found.map(({ y }) => y)) - 1);
  const bottom = Math.max(...found.map(({ y, height }) => y + height));
  const width = page.viewportSize()?.width ?? 0;
  const clip = { x: 0, y: Math.floor(top), width, height: bottom - top + 2 };
  const options = { fullPage: true, animations: 'disabled', clip } as const;
  const shown = await page.screenshot(options);
  await page.addStyleTag({ content: style });
  const hidden = await page.screenshot(options);
  const areas = found.map((area) => ({
    x: area.x * scale,
    y: (area.y - clip.y) * scale,
    width: area.width * scale,
    height: area.height * scale,
  }));
  const contrasts = await highestContrasts(shown, hidden, areas);
  return found.flatMap(({ name }, index) => {
    const contrast = contrasts[index] ?? 1;
    return contrast < least
      ? `${name} has a contrast of ${contrast.toFixed(2)}, and ${least} is the least.`
      : [];
  });
}

// Texts that axe does not check: placeholders, disabled controls and what is hidden from it.
for (const [state, selector] of [
  ['idle', '#join button, main [aria-hidden] :not(.you, .you *)'],
  ['loading', '#join button'],
] satisfies [State, string][])
  test(`form and artwork are legible, ${state}`, async ({ page, site }) => {
    await openIn(state, page, site);
    const texts = page.locator(selector).filter({ hasText: /\S/ });
    // The field goes first: it may reach behind its button.
    for (const [elements, hidden] of [
      [page.locator('#join input'), '#join input'],
      [texts, '*'],
    ] as const) {
      const style = `${hidden} { -webkit-text-fill-color: transparent !important; fill: transparent !important }`;
      const options = { least: 4.5, style };
      expect(await faintElements(page, elements, options)).toEqual([]);
    }
  });

test('forced colours keep artwork and states', async ({ page, site }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openIn('idle', page, site);
  // Drawings of an editor's have colours of their own.
  for (const selector of ['main .stroke-edge', 'main :is(.art, .icon)']) {
    const options = { least: 3, style: `${selector} { opacity: 0 }` };
    const drawings = page.locator(selector);
    expect(await faintElements(page, drawings, options)).toEqual([]);
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
      .map(({ effect }) => effect as KeyframeEffect)
      // Those of fields cannot be seen: see WaitlistForm.css.
      .filter(({ target }) => !target?.matches('input'))
      .map((effect) => ({
        end: Number(effect.getComputedTiming().endTime),
        moved: effect.getKeyframes().some((frame) => 'translate' in frame),
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
  expect(await violationsOf(page, axe)).toEqual([]);
});

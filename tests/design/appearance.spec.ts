import { expect, type Locator, type Page } from '@playwright/test';
import { axeFor, violationsOf } from '../helpers/axe.ts';
import { test } from '../helpers/fixtures.ts';
import { waitlistForm } from '../helpers/page.ts';
import { highestContrasts } from '../helpers/pixels.ts';
import { openIn } from '../helpers/states.ts';

/** Letters have pixels of their full colour only if they are drawn large. */
const scale = 2;

// For the style elements: the policy would block them.
test.use({ deviceScaleFactor: scale, bypassCSP: true });

/** The elements whose contrast with what is there without them is less than `least`, each with its contrast; `style` hides them. */
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
  // The part of the page that they are in.
  const top = Math.max(0, Math.min(...found.map(({ y }) => y)) - 1);
  const bottom = Math.max(...found.map(({ y, height }) => y + height));
  const width = page.viewportSize()?.width ?? 0;
  const clip = { x: 0, y: Math.floor(top), width, height: bottom - top + 2 };
  const options = { fullPage: true, animations: 'disabled', clip } as const;
  const shown = await page.screenshot(options);
  const styleElement = await page.addStyleTag({ content: style });
  const hidden = await page.screenshot(options);
  await styleElement.evaluate((it: HTMLStyleElement) => it.remove());
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
test('placeholder, disabled controls and artwork are legible', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openIn('idle', page, site);
  const { field, button } = waitlistForm(page, 'first');
  const transparent =
    '{ -webkit-text-fill-color: transparent !important; fill: transparent !important }';
  /** `hidden` selects what is hidden for the comparison. */
  const expectLegible = async (texts: Locator, hidden = '*') =>
    expect(
      await faintElements(page, texts, {
        least: 4.5,
        style: `${hidden} ${transparent}`,
      }),
    ).toEqual([]);

  const artwork = page.locator('main [aria-hidden] :not(.you, .you *)');
  await expectLegible(artwork.filter({ hasText: /\S/ }));
  await expectLegible(button);
  await expectLegible(field, 'input');

  site.holdInserts();
  await field.fill('ann@example.com');
  await button.click();
  await expect(button).toBeDisabled();
  await expectLegible(button);
  await expectLegible(field, 'input');
});

test('forced colours keep artwork and the disabled button', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setViewportSize({ width: 360, height: 800 });
  await openIn('idle', page, site);
  // Drawings of an editor's have colours of their own.
  for (const selector of ['main .stroke-edge', 'main :is(.art, .icon)']) {
    const options = { least: 3, style: `${selector} { opacity: 0 }` };
    const drawings = page.locator(selector);
    expect(await faintElements(page, drawings, options)).toEqual([]);
  }

  const { field, button } = waitlistForm(page, 'first');
  const disabledColor = await button.evaluate(
    (it) => getComputedStyle(it).color,
  );
  await field.fill('ann@example.com');
  await expect(button).not.toHaveCSS('color', disabledColor);
});

test('with reduced motion nothing moves', async ({ page, site }) => {
  await openIn('loading', page, site);
  const moving = () =>
    document
      .getAnimations()
      .filter((animation) => !(animation instanceof CSSTransition)).length;
  expect(await page.evaluate(moving)).toBe(0);
});

test('the entrance animations end within two seconds', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(site.url, { waitUntil: 'domcontentloaded' });
  const ends = await page.evaluate(() =>
    document
      .getAnimations()
      // Those of the other timelines follow the scrolling.
      .filter(({ timeline }) => timeline === document.timeline)
      .map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
  );
  expect(ends).not.toEqual([]);
  expect(Math.max(...ends)).toBeLessThanOrEqual(2000);
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
  await expect(page.locator('form:visible')).toHaveCount(0);
  const white = 'rgb(255, 255, 255)';
  await expect(page.locator('body')).toHaveCSS('background-color', white);
  const axe = axeFor(page).withRules('color-contrast');
  expect(await violationsOf(page, axe)).toEqual([]);
});

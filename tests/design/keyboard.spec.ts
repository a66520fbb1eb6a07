import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { waitlistForm } from '../helpers/page.ts';
import { highestContrasts } from '../helpers/pixels.ts';
import { openIn } from '../helpers/states.ts';

// The policy would block a style element.
test.use({ bypassCSP: true });

/** What has the focus: its name, its place in the window, and the height down to which the header would cover it. */
const focused = (page: Page) =>
  page.locator(':focus').evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const isAbove = element.matches('header *, [href="#main"]');
    const header = document.querySelector('header')?.offsetHeight ?? NaN;
    const name = nameOf(element);
    return { name, area: { x, y, width, height }, top: isAbove ? 0 : header };
  });

/** Whether the focused element, in an area of the window, has an outline of enough contrast with what is there without it. */
async function hasVisibleRing(
  page: Page,
  { x, y, width, height }: Record<'x' | 'y' | 'width' | 'height', number>,
): Promise<boolean> {
  const margin = 8;
  const clip = {
    x: Math.max(0, x - margin),
    y: Math.max(0, y - margin),
    width: width + 2 * margin,
    height: height + 2 * margin,
  };
  const shown = await page.screenshot({ clip });
  const style = await page.addStyleTag({
    content: '* { outline-color: transparent !important }',
  });
  const hidden = await page.screenshot({ clip });
  await style.evaluate((element: HTMLStyleElement) => element.remove());
  const [highest = 1] = await highestContrasts(shown, hidden);
  return highest >= 3;
}

for (const width of [360, 1280])
  test(`the focus is always visible, ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 640 });
    await openIn('idle', page, site);
    for (const which of ['last', 'first'] as const)
      await waitlistForm(page, which).field.fill('ann@example.com');
    const order = await page
      .locator('a, button, input')
      .evaluateAll((targets) => targets.map((target) => nameOf(target)));

    await page.getByRole('link', { name: 'Skip to content' }).focus();
    const forth = order.map((_, index) => (index === 0 ? 'Shift' : 'Tab'));
    const back = order.slice(1).map(() => 'Shift+Tab');
    const visited: string[] = [];
    for (const key of [...forth, ...back]) {
      await page.keyboard.press(key);
      const { name, area, top } = await focused(page);
      visited.push(name);
      // Browsers scroll by whole pixels.
      expect(area.y, `${name}, top`).toBeGreaterThan(top - 1);
      expect(area.y + area.height, `${name}, foot`).toBeLessThan(640 + 1);
      if (visited.length <= order.length)
        expect(await hasVisibleRing(page, area), `${name}, ring`).toBe(true);
    }
    expect(visited).toEqual([...order, ...order.toReversed().slice(1)]);
  });

test('buttons, fields and the links of the footer are at least 44 px wide and high', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(site.url);
  const targets = page.locator('button, input, footer a');
  const small = await targets.evaluateAll((all) =>
    all
      .map((target) => ({
        name: nameOf(target),
        area: target.getBoundingClientRect(),
      }))
      .filter(({ area }) => Math.min(area.width, area.height) < 43.5)
      .map(
        ({ name, area }) =>
          `${name} is ${Math.round(area.width)} × ${Math.round(area.height)} px: give it at least 44 × 44.`,
      ),
  );
  expect(small).toEqual([]);
});

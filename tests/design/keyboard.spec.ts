import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { waitlistForm } from '../helpers/page.ts';
import { openIn } from '../helpers/states.ts';

/** What has the focus: its name, where it is in the window, how far down the header would cover it, and whether an outline is around it. */
const focused = (page: Page) =>
  page.locator(':focus').evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isAboveHeader = element.matches('header *, [href="#main"]');
    const header = document.querySelector('header')?.offsetHeight ?? NaN;
    // Of a field it is its frame's.
    const hasOutline = [...document.querySelectorAll('body *')].some(
      (other) => {
        const area = other.getBoundingClientRect();
        const { outlineStyle, outlineWidth, outlineColor } =
          getComputedStyle(other);
        return (
          outlineStyle !== 'none' &&
          parseFloat(outlineWidth) >= 2 &&
          outlineColor !== 'rgba(0, 0, 0, 0)' &&
          area.left <= left &&
          area.right >= right &&
          area.top <= top &&
          area.bottom >= bottom
        );
      },
    );
    return {
      name: nameOf(element),
      top,
      bottom,
      coveredTo: isAboveHeader ? 0 : header,
      hasOutline,
    };
  });

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
      const { name, top, bottom, coveredTo, hasOutline } = await focused(page);
      visited.push(name);
      // Browsers scroll by whole pixels.
      expect(top, `${name}, top`).toBeGreaterThan(coveredTo - 1);
      expect(bottom, `${name}, foot`).toBeLessThan(640 + 1);
      expect(hasOutline, `${name}, outline`).toBe(true);
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

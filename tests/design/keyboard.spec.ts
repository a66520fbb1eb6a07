import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { waitlistForm } from '../helpers/page';
import { highestContrasts } from '../helpers/pixels';
import { openIn } from '../helpers/states';

// The policy would block a style element.
test.use({ bypassCSP: true });

/** What has the focus: its name, where it stands in the window, and from where on the header does not cover it. */
const focused = (page: Page) =>
  page.locator(':focus').evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const isAbove = element.matches('header *, [href="#main"]');
    const name = nameOf(element);
    return { name, area: { x, y, width, height }, least: isAbove ? 0 : 64 };
  });

/** Whether the focused element, in an area of the window, has an outline of enough contrast with what is there without it. */
async function hasVisibleRing(
  page: Page,
  { x, y, width, height }: Record<'x' | 'y' | 'width' | 'height', number>,
): Promise<boolean> {
  const room = 8;
  const clip = {
    x: Math.max(0, x - room),
    y: Math.max(0, y - room),
    width: width + 2 * room,
    height: height + 2 * room,
  };
  const shown = await page.screenshot({ clip });
  const style = await page.addStyleTag({
    // The form draws a field's ring around field and button.
    content: ':focus, .frame { outline-color: transparent !important }',
  });
  const hidden = await page.screenshot({ clip });
  const [highest = 1] = await highestContrasts(shown, hidden);
  await style.evaluate((element: HTMLStyleElement) => element.remove());
  return highest >= 3;
}

for (const width of [360, 1280])
  test(`the focus is always visible, ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 640 });
    await openIn('idle', page, site);
    for (const which of ['last', 'first'] as const)
      await waitlistForm(page, which).field.fill('ann@example.com');
    await page.getByRole('link', { name: 'Skip to content' }).focus();

    const order = await page
      .locator('a, button, input')
      .evaluateAll((targets) => targets.map((target) => nameOf(target)));
    const forth = order.slice(1).map(() => 'Tab');
    const visited: string[] = [];
    for (const key of ['Shift', ...forth, ...forth.map(() => 'Shift+Tab')]) {
      await page.keyboard.press(key);
      const { name, area, least } = await focused(page);
      visited.push(name);
      const told = `${name}, reached by ${key}`;
      // Browsers scroll by whole pixels.
      expect(area.y, `top of ${told}`).toBeGreaterThan(least - 1);
      expect(area.y + area.height, `foot of ${told}`).toBeLessThan(640 + 1);
      const isVisible = await hasVisibleRing(page, area);
      expect(isVisible, `focus ring of ${told}`).toBe(true);
    }
    expect(visited).toEqual([...order, ...order.toReversed().slice(1)]);
  });

test('buttons, fields and the links of the footer are at least 44 px wide and high', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openIn('idle', page, site);
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

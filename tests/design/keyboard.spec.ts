import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { waitlistForm } from '../helpers/page';
import { colorsOf, contrast } from '../helpers/pixels';
import { openIn } from '../helpers/states';

/** Whether there is a line of enough contrast along the upper edge of the focused element. */
async function hasVisibleRing(page: Page): Promise<boolean> {
  const box = await page.locator(':focus').boundingBox();
  const { x, y, width } = box ?? { x: 0, y: 0, width: 0 };
  const [left, top] = [Math.max(0, x - 6), Math.max(0, y - 6)];
  const right = Math.min(x + width + 6, page.viewportSize()?.width ?? 0);
  const clip = { x: left, y: top, width: right - left, height: 6 };
  const [background, ...others] = await colorsOf(
    await page.screenshot({ clip }),
  );
  return others.some(
    ([color, pixels]) =>
      pixels > width / 2 && background && contrast(color, background[0]) >= 3,
  );
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
      .evaluateAll((targets) =>
        targets.map(({ textContent }) => textContent.trim() || 'field'),
      );
    const forth = order.slice(1).map(() => 'Tab');
    const visited: string[] = [];
    for (const key of ['Shift', ...forth, ...forth.map(() => 'Shift+Tab')]) {
      await page.keyboard.press(key);
      const { name, top, bottom, least } = await page
        .locator(':focus')
        .evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          const name = element.textContent.trim() || 'field';
          const isAbove = element.matches('header *, [href="#main"]');
          return { name, top, bottom, least: isAbove ? 0 : 64 };
        });
      expect(top, name).toBeGreaterThanOrEqual(least);
      expect(bottom, name).toBeLessThanOrEqual(640);
      expect(await hasVisibleRing(page), `the focus ring of ${name}`).toBe(
        true,
      );
      visited.push(name);
    }
    expect(visited).toEqual([...order, ...order.toReversed().slice(1)]);
  });

test('targets are at least 44 px wide and high', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openIn('idle', page, site);
  for (const target of await page.locator('button, input, footer a').all()) {
    const box = await target.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
  }
});

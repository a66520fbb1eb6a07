import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { waitlistForm } from '../helpers/page';
import { highestContrasts } from '../helpers/pixels';
import { openIn } from '../helpers/states';

// The policy would block a style element.
test.use({ bypassCSP: true });

/** Whether the focused element has an outline of enough contrast with what is there without it. */
async function hasVisibleRing(page: Page): Promise<boolean> {
  const shown = await page.screenshot();
  const style = await page.addStyleTag({
    content: ':focus { outline-color: transparent !important }',
  });
  const [highest = 1] = await highestContrasts(shown, await page.screenshot());
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

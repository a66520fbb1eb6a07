import { expect } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { waitlistForm } from '../helpers/page';
import { contrast, colorsOf } from '../helpers/pixels';
import { openIn } from '../helpers/states';

for (const width of [360, 1280])
  test(`focus is seen and never under the header, ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    await openIn('idle', page, site);
    await waitlistForm(page, 'last').field.fill('ann@example.com');
    await waitlistForm(page, 'first').field.fill('ann@example.com');
    await page.getByRole('link', { name: 'Skip to content' }).focus();

    const visited: string[] = [];
    const order = await page
      .locator('a, button, input')
      .evaluateAll((targets) =>
        targets.map(({ textContent }) => textContent.trim() || 'field'),
      );
    const forth = order.slice(1).map(() => 'Tab');
    const back = forth.map(() => 'Shift+Tab');
    for (const key of ['Shift', ...forth, ...back]) {
      await page.keyboard.press(key);
      const focused = page.locator(':focus');
      const box = await focused.boundingBox();
      const name = (await focused.textContent()) ?? '';
      if (!box) throw new Error(`${name} has no box`);
      const isInHeader = await focused.evaluate((element) =>
        Boolean(element.closest('header')),
      );
      const isSkipLink = name.includes('Skip');
      if (!isInHeader && !isSkipLink)
        expect(box.y, name).toBeGreaterThanOrEqual(64);
      expect(box.y + box.height, name).toBeLessThanOrEqual(640);

      const ring = await page.screenshot({
        clip: {
          x: Math.max(0, box.x - 6),
          y: Math.max(0, box.y - 6),
          width: Math.min(box.width + 12, width - Math.max(0, box.x - 6)),
          height: 6,
        },
      });
      const colors = await colorsOf(ring);
      const [ground] = colors;
      if (!ground) throw new Error('An empty screenshot');
      const seen = colors.filter(
        ([color, pixels]) =>
          pixels > box.width / 2 && contrast(color, ground[0]) >= 3,
      );
      expect(seen.length, `the focus ring of ${name}`).toBeGreaterThan(0);
      visited.push(name.trim() || 'field');
    }
    expect(visited).toEqual([...order, ...order.toReversed().slice(1)]);
  });

test('targets are large enough for a thumb', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openIn('idle', page, site);
  for (const target of await page.locator('button, input, footer a').all()) {
    const box = await target.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
  }
});

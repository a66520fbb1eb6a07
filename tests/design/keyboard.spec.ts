import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { openInState } from '../helpers/states.ts';

/** The name of the element that has the focus, whether it is uncovered, and whether it has an outline. */
const describeFocused = (page: Page) =>
  page.locator(':focus').evaluate((element) => {
    // The middle of each line: where lines are close, the boxes of a link that wraps overlap
    // those of the words around it.
    const isSeen = [...element.getClientRects()].every(
      ({ x, y, width, height }) =>
        element.contains(
          document.elementFromPoint(x + width / 2, y + height / 2),
        ),
    );
    const { left, right, top, bottom } = element.getBoundingClientRect();
    // The outline of a field is its frame's, a ::before of the box around it.
    const hasOutline = [...document.querySelectorAll('body *')].some((ring) => {
      const area = ring.getBoundingClientRect();
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(
        ring,
        ring.matches('.waitlist-field') ? '::before' : null,
      );
      return (
        outlineStyle !== 'none' &&
        parseFloat(outlineWidth) >= 2 &&
        outlineColor !== 'rgba(0, 0, 0, 0)' &&
        area.left <= left &&
        area.right >= right &&
        area.top <= top &&
        area.bottom >= bottom
      );
    });
    return { name: nameOf(element), isSeen, hasOutline };
  });

for (const width of [360, 1280])
  test(`the focus is always visible, ${width} px`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 640 });
    await openInState('idle', page, server);
    for (const field of await page.locator('[name=email]').all())
      await field.fill('ann@example.com');
    const forth = await page
      .locator('a:visible, button:visible, input:visible')
      .evaluateAll((elements) => elements.map((element) => nameOf(element)));
    const back = forth.toReversed().slice(1);

    const skipLink = page.locator('[href="#main"]');
    await expect(skipLink).not.toBeInViewport();
    await skipLink.focus();
    for (const [index, name] of [...forth, ...back].entries()) {
      if (index > 0)
        await page.keyboard.press(index < forth.length ? 'Tab' : 'Shift+Tab');
      expect(await describeFocused(page)).toEqual({
        name,
        isSeen: true,
        hasOutline: true,
      });
    }
  });

test('buttons, fields, and the links of the footer and under a form are at least 44 px wide and high', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(server.url);
  for (const target of await page
    .locator('button, input, footer a, .waitlist a')
    .filter({ visible: true })
    .all()) {
    const { name, size } = await target.evaluate((element) => {
      // The label of a checkbox is a part of its target.
      const labels = (element as HTMLInputElement).labels ?? [];
      const sizes = [element, ...labels].map((part) => {
        const { width, height } = part.getBoundingClientRect();
        return Math.min(width, height);
      });
      return { name: nameOf(element), size: Math.max(...sizes) };
    });
    expect(size, name).toBeGreaterThan(43.5);
  }
});

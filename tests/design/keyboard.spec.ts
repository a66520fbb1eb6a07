import { expect, type Page } from '@playwright/test';
import { readPages } from '../../scripts/editor/built-pages.ts';
import { test } from '../helpers/fixtures.ts';
import { hydrateIslands } from '../helpers/page.ts';

/**
 * The name of the element that has the focus, whether it is uncovered, whether it has an
 * outline, and whether a finger hits it: links in a text between others may be smaller.
 */
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
    // The label of a checkbox is a part of its target, and so is an ::after over a link.
    const labels = (element as HTMLInputElement).labels ?? [];
    const sizes = [element, ...labels].map((part) => {
      const { width, height } = part.getBoundingClientRect();
      const after = getComputedStyle(part, '::after');
      return Math.min(
        Math.max(width, parseFloat(after.width) || 0),
        Math.max(height, parseFloat(after.height) || 0),
      );
    });
    const isLarge =
      !element.matches('button, input, header a, footer a') ||
      Math.max(...sizes) > 43.5;
    return { name: nameOf(element), isSeen, hasOutline, isLarge };
  });

for (const width of [360, 1280])
  test(`the focus is always visible, and buttons, fields, and the links of header and footer are at least 44 px wide and high, ${width} px`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    for (const { path } of readPages('dist')) {
      await page.goto(server.url + path);
      await hydrateIslands(page);
      for (const field of await page.locator('[name=email]').all())
        await field.fill('ann@example.com');
      // A table is in the tab order where it is too wide, and so is scrolled.
      const forth = await page
        .locator(':is(a, button, input, table):visible')
        .evaluateAll((elements) =>
          elements
            .filter(
              (it) => !it.matches('table') || it.scrollWidth > it.clientWidth,
            )
            .map((element) => nameOf(element)),
        );
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
          isLarge: true,
        });
      }
    }
  });

import { expect, type Page } from '@playwright/test';
import { readPages } from '../../scripts/editor/built-pages.ts';
import { test } from '../helpers/fixtures.ts';
import { hydrateIslands } from '../helpers/page.ts';

/** The names of all elements in the tab order, in the order of the document. */
const namesOfTabbable = (page: Page) =>
  page.locator('body :visible').evaluateAll((elements) => {
    // Browsers also put elements that can be scrolled into the tab order: a wide table.
    const isScrolled = (element: Element) =>
      element.scrollWidth > element.clientWidth &&
      /auto|scroll/.test(getComputedStyle(element).overflowX);
    return elements
      .filter(
        (element) =>
          (element as HTMLElement).tabIndex >= 0 || isScrolled(element),
      )
      .filter((element) => !element.matches(':disabled'))
      .map((element) => nameOf(element));
  });

/** The name of the element that has the focus, and what is wrong with it for a visitor. */
const describeFocused = (page: Page) =>
  page.locator(':focus').evaluate((element) => {
    const faults: string[] = [];

    // Only the middle of each line is looked at: where lines are close, the box of a link that
    // wraps overlaps the words around it.
    const isSeen = [...element.getClientRects()].every(
      ({ x, y, width, height }) =>
        element.contains(
          document.elementFromPoint(x + width / 2, y + height / 2),
        ),
    );
    if (!isSeen) faults.push('is covered, or out of the window');

    const { left, right, top, bottom } = element.getBoundingClientRect();
    // A field's outline belongs to its frame, which is the ::before of the box around the field.
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
    if (!hasOutline) faults.push('has no outline');

    // A click on its label ticks a checkbox, too.
    const labels = (element as HTMLInputElement).labels ?? [];
    const sizes = [element, ...labels].map((part) => {
      const { width, height } = part.getBoundingClientRect();
      return Math.min(width, height);
    });
    const size = Math.max(...sizes);
    const isTarget = element.matches(
      'button, form :is(input, select, textarea), header a, footer a',
    );
    if (isTarget && size <= 43.5)
      faults.push(`is ${size} px large, which is less than 44 px`);

    return { name: nameOf(element), faults };
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
      const forth = await namesOfTabbable(page);
      const back = forth.toReversed().slice(1);

      const skipLink = page.locator('[href="#main"]');
      await expect(skipLink).not.toBeInViewport();
      await skipLink.focus();
      const reached: string[] = [];
      const faults: string[] = [];
      for (const index of [...forth, ...back].keys()) {
        if (index > 0)
          await page.keyboard.press(index < forth.length ? 'Tab' : 'Shift+Tab');
        const focused = await describeFocused(page);
        reached.push(focused.name);
        for (const fault of focused.faults)
          faults.push(`${focused.name} ${fault}.`);
      }
      expect(reached, `The tab order of ${path}, forth and back`).toEqual([
        ...forth,
        ...back,
      ]);
      expect([...new Set(faults)]).toEqual([]);

      await page.keyboard.press('Enter');
      await expect(page.locator('main')).toBeFocused();
    }
  });

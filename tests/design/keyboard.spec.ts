import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { waitlistForm } from '../helpers/page.ts';
import { openPage, paths } from '../helpers/states.ts';

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

    // A field's outline belongs to its frame, which is the ::before of the box around the field.
    const frame = element.closest('input')?.closest('.waitlist-field');
    const { outlineStyle, outlineWidth, outlineColor } = frame
      ? getComputedStyle(frame, '::before')
      : getComputedStyle(element);
    const hasOutline =
      outlineStyle !== 'none' &&
      parseFloat(outlineWidth) >= 2 &&
      outlineColor !== 'rgba(0, 0, 0, 0)';
    if (!hasOutline) faults.push('has no outline');

    return { name: nameOf(element), faults };
  });

test('the focus is visible on every element, forth and back', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  // The other page of parts has too many elements for this test.
  for (const path of paths.filter((name) => name !== '/parts/')) {
    await openPage(page, server, path);
    // A video has the browser's own controls, at which Tab stops several times.
    await page.locator('video').evaluateAll((videos) => {
      for (const video of videos) video.remove();
    });
    // A filled field enables its button.
    for (const field of await page.locator('[name=email]').all())
      await field.fill('ann@example.com');
    const islands = page.locator('astro-island[ssr]:has(form)');
    await expect(islands).toHaveCount(0);
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

    if (path !== '/') continue;
    const { root, field, fill } = waitlistForm(page, 'first');
    await fill();
    await field.press('Enter');
    await expect(root.locator('.waitlist-success')).toBeFocused();
    expect((await describeFocused(page)).faults).toEqual([]);
  }
});

/** In the page: the targets that are too small for a finger, or in which a phone zooms. The links of a text may be smaller. */
function findSmallTargets(): string[] {
  const targets = [
    ...document.querySelectorAll(
      'button:not(p *), summary, [name=email], header a, footer a',
    ),
  ].filter((target) => target.checkVisibility({ visibilityProperty: true }));
  if (targets.length === 0) return ['The page has no target.'];
  return targets.flatMap((target) => {
    const { width, height } = target.getBoundingClientRect();
    const size = Math.min(width, height);
    const faults: string[] = [];
    if (size < 43.5) faults.push(`${nameOf(target)} is ${size} px large.`);
    // Safari on iOS zooms into a field with smaller text.
    if (
      target.matches('input') &&
      parseFloat(getComputedStyle(target).fontSize) < 16
    )
      faults.push(`The text of ${nameOf(target)} is less than 16 px large.`);
    return faults;
  });
}

test('buttons, fields and the links of header and footer are 44 px large, texts of fields 16 px', async ({
  page,
  server,
}) => {
  for (const path of paths) {
    await openPage(page, server, path);
    // In a wide window the button stands inside the field's frame.
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 640 });
      expect(
        await page.evaluate(findSmallTargets),
        `${path}, ${width} px`,
      ).toEqual([]);
    }
  }
});

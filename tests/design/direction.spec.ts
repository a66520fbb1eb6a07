import { expect } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { goThroughPages } from '../helpers/states.ts';

/** In the page: turns every element round, as translators do, and back. Returns the elements that stood elsewhere meanwhile. */
function findMoved(): string[] {
  const elements = [...document.querySelectorAll('html, body *')];
  const measure = () =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height];
    });
  const before = measure();
  for (const element of elements) element.setAttribute('dir', 'rtl');
  const after = measure();
  for (const element of elements) element.removeAttribute('dir');
  return elements
    .filter((_, index) =>
      before[index]?.some(
        (value, side) => Math.abs(value - (after[index]?.[side] ?? NaN)) > 1,
      ),
    )
    .slice(0, 9)
    .map((element) => `${nameOf(element)} has moved.`);
}

test('a translator that turns the page round moves no element', async ({
  page,
  server,
}) => {
  for await (const { view } of goThroughPages(page, server))
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(findMoved), `${view}, ${width} px`).toEqual(
        [],
      );
    }
});

/**
 * In the page: replaces each text that is seen by a Hebrew one, in a translator's element. Returns the
 * elements in which the sign at the end of the text is not at its left.
 */
function findWrongDirections(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen: Text[] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const { parentElement } = text;
    if (
      text.data.trim() &&
      parentElement?.checkVisibility({ visibilityProperty: true }) &&
      !parentElement.closest('[aria-hidden], .sr-only')
    )
      seen.push(text);
  }
  for (const text of seen) {
    const font = document.createElement('font');
    font.dir = 'auto';
    text.replaceWith(font);
    text.data = 'שלום!';
    font.append(text);
  }
  const range = document.createRange();
  const leftOf = (text: Text, index: number) => {
    range.setStart(text, index);
    range.setEnd(text, index + 1);
    return range.getBoundingClientRect().left;
  };
  return (
    seen
      .filter((text) => leftOf(text, 4) > leftOf(text, 0))
      .flatMap(({ parentElement }) => parentElement?.parentElement ?? [])
      // A link has a name and no sentence.
      .filter((element) => !element.closest('a'))
      .map(nameOf)
  );
}

test('Hebrew words run from right to left', async ({ page, server }) => {
  for await (const { view } of goThroughPages(page, server))
    expect(
      await page.evaluate(findWrongDirections),
      `${view}: elements with the sign at the right`,
    ).toEqual([]);
});

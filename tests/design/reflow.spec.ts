import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { fixFonts } from '../helpers/fonts.ts';
import { entriesOf } from '../helpers/page.ts';
import { goThroughPages, goThroughStates } from '../helpers/states.ts';

// The page's policy would block the styles and the fonts of `fixFonts`.
test.use({ bypassCSP: true });

/** In the page: shortens each word of the texts to ten letters, for which every window has room. */
function shortenWords() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (!text.parentElement?.closest('[aria-hidden], script, style, noscript'))
      text.data = text.data.replace(/[^\s-]{11,}/g, (word) =>
        word.slice(0, 10),
      );
  }
}

/** In the page: the elements that are wider than the window, or narrower than their words. */
function findCutElements(): string[] {
  /** Whether a visitor can scroll an element sideways, as a wide table. */
  const isScrolled = ({ parentElement }: Element): boolean =>
    parentElement !== null &&
    (/auto|scroll/.test(getComputedStyle(parentElement).overflowX) ||
      isScrolled(parentElement));
  const rightOfWords = (element: Element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return words.getBoundingClientRect().right;
  };
  const isCut = (element: Element) =>
    (element.getBoundingClientRect().right > innerWidth + 1 &&
      !isScrolled(element)) ||
    (element.matches('h1, h2, h3, p, li, a, button, pre, dd') &&
      // An inline element has no width of its own.
      element.clientWidth > 0 &&
      rightOfWords(element) > element.getBoundingClientRect().right + 1);
  return (
    [...document.querySelectorAll('body :not(svg *, .sr-only *)')]
      .filter(isCut)
      // A cut element makes its parents too wide, too: only the innermost is reported.
      .filter((element) => ![...element.children].some(isCut))
      .map((element) => `${nameOf(element)} is cut off.`)
  );
}

/** In the page: the words that continue on another line. Only phones and tablets have lines so short. */
function findBrokenWords(): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (innerWidth <= 768 && texts.nextNode()) {
    const text = texts.currentNode as Text;
    const { parentElement } = text;
    if (!parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    if (parentElement.closest('[aria-hidden], .sr-only')) continue;
    for (const { 0: word, index } of text.data.matchAll(/[\p{Lu}\p{Ll}]+/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const tops = [...range.getClientRects()].map(({ top }) => top);
      if (Math.max(...tops) - Math.min(...tops) > 1)
        broken.push(`${nameOf(parentElement)} breaks the word "${word}".`);
    }
  }
  return broken;
}

/** In the page: the lines of text, and the fields, that overlap or run together. */
function findCollisions(): string[] {
  /** A line of text or a field, and the block that it belongs to. */
  const lines: { block: Element; area: DOMRect }[] = [];
  const options = { opacityProperty: true, visibilityProperty: true };

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    let block = texts.currentNode.parentElement;
    while (block && getComputedStyle(block).display.startsWith('inline'))
      block = block.parentElement;
    if (!block?.checkVisibility(options)) continue;
    // The header and the skip link lie over the page.
    if (block.matches('svg *, .sr-only, header *, [href="#main"]')) continue;
    range.selectNode(texts.currentNode);
    for (const area of range.getClientRects()) lines.push({ block, area });
  }
  // Add-ons measure the whole box of a field: they cover its right end with an icon, and take
  // the clicks there.
  for (const field of document.querySelectorAll('input'))
    if (field.checkVisibility(options))
      lines.push({ block: field, area: field.getBoundingClientRect() });

  const collisions = new Set<string>();
  for (const [index, { block, area }] of lines.entries())
    for (const other of lines.slice(index + 1)) {
      const width =
        Math.min(area.right, other.area.right) -
        Math.max(area.left, other.area.left);
      const height =
        Math.min(area.bottom, other.area.bottom) -
        Math.max(area.top, other.area.top);
      // Two blocks in a row are at least a space apart, 3 px. In a drawing they may touch.
      const least = block.closest('[aria-hidden]') ? 1 : -3;
      if (block !== other.block && width > least && height > 1)
        collisions.add(`${nameOf(block)} and ${nameOf(other.block)} collide.`);
    }
  return [...collisions];
}

const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';
const large = 'html { font-size: 200% }';

for (const [condition, css, widths] of [
  ['in a narrow and a wide window', '', [320, 1024]],
  ['with text at 200 %', large, [360, 768, 1280]],
  ['with the text-spacing override', spacing, [320, 1280]],
] as const)
  test(`no text is lost ${condition}`, async ({ page, server }) => {
    for await (const { view, isNewPage } of goThroughPages(page, server)) {
      if (isNewPage) {
        // With the widest system fonts words break at 200 %.
        await fixFonts(page, css);
        await page.evaluate(shortenWords);
      }
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        for (const find of [findCutElements, findBrokenWords, findCollisions])
          expect(await page.evaluate(find), `${view}, ${width} px`).toEqual([]);
      }
    }
  });

test('a table on a page of words has lines, breaks no word at 360 px, and stays in the window', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${server.url}/404.html`);
  const seen = await page.locator('.prose').evaluate((prose) => {
    const table = prose.appendChild(document.createElement('table'));
    const row = table.insertRow();
    for (const text of 'Price Studio Enterprise Unlimited Monthly'.split(' '))
      row.insertCell().textContent = `${text} ${text}`;
    const words = document.createRange();
    return [...row.cells].map((cell) => {
      words.selectNodeContents(cell);
      // Each of the two words is a line.
      const lines = words.getClientRects().length;
      return { lines, rule: getComputedStyle(cell).borderBottomWidth };
    });
  });
  expect(seen).toEqual(seen.map(() => ({ lines: 2, rule: '1px' })));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
    360,
  );
});

/** Each section's id and height, and the height of the message, or of the line with the e-mail, that is shown in it. */
const measureSections = (page: Page) =>
  page.locator('section, footer').evaluateAll((sections) =>
    sections.map((section) => ({
      id: section.id || section.localName,
      height: section.getBoundingClientRect().height,
      message: Math.max(
        0,
        ...[...section.querySelectorAll('.waitlist-error, .waitlist-sent')].map(
          (line) => line.getBoundingClientRect().height,
        ),
      ),
    })),
  );

for (const width of [360, 1280])
  test(`nothing moves from state to state by more than the message, ${width} px`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    let idle: Awaited<ReturnType<typeof measureSections>> = [];
    let shiftsOfFonts = 0;
    for await (const state of goThroughStates(page, server)) {
      if (state === 'idle') {
        await fixFonts(page);
        idle = await measureSections(page);
        shiftsOfFonts = (await entriesOf(page, 'layout-shift')).length;
      }
      // Without the fonts' own shifts. In the first form the message takes the place of another line.
      const shifts = await entriesOf(page, 'layout-shift');
      expect(shifts.slice(shiftsOfFonts), state).toEqual([]);
      const sections = await measureSections(page);
      for (const [index, { id, height, message }] of sections.entries()) {
        const growth = height - (idle[index]?.height ?? 0);
        expect(growth, `${state}, ${id}`).toBeGreaterThanOrEqual(0);
        expect(growth, `${state}, ${id}`).toBeLessThanOrEqual(message);
      }
    }
  });

test('in a low window the header covers neither headline nor loom', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  for (const [width, height] of [
    [320, 200],
    [1024, 300],
  ] as const) {
    await page.setViewportSize({ width, height });
    const header = await page.getByRole('banner').boundingBox();
    for (const part of await page.locator('h1, .loom').all())
      expect((await part.boundingBox())?.y).toBeGreaterThan(
        header?.height ?? 0,
      );
  }
});

import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { fixFonts } from '../helpers/fonts';
import { entriesOf } from '../helpers/page';
import { openIn, type State } from '../helpers/states';

// The policy would block style elements and the fonts of `fixFonts`.
test.use({ bypassCSP: true });

/** In the page: the elements that are cut off or reach out of the window. */
function findCutElements(): string[] {
  const found = new Set<string>();
  const isOut = (element: Element) =>
    element.getBoundingClientRect().right > innerWidth + 1;
  if (document.documentElement.scrollWidth > innerWidth + 1)
    for (const element of document.body.querySelectorAll('*'))
      if (isOut(element) && ![...element.children].some(isOut))
        found.add(`${nameOf(element)} makes the page scroll sideways.`);
  for (const element of document.querySelectorAll<HTMLElement>(
    ':is(h1, h2, h3, p, li, a, button, input, pre, dd):not([href="#main"], noscript *)',
  )) {
    const isCut =
      element.scrollWidth > element.clientWidth + 1 &&
      element.clientWidth > 0 &&
      element.tagName !== 'INPUT' &&
      getComputedStyle(element).display !== 'inline';
    if (isCut || isOut(element)) found.add(`${nameOf(element)} is cut off.`);
  }
  return [...found];
}

/** In the page: texts that lie on others, and on phones and tablets words that are broken where one of ten letters would be. */
function findLostTexts(): string[] {
  const found = new Set<string>();
  const ruler = new OffscreenCanvas(0, 0).getContext('2d');
  if (!ruler) throw new Error('A canvas has a context.');
  const lines: { block: Element; area: DOMRect }[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    let block = text.parentElement;
    while (block && getComputedStyle(block).display === 'inline')
      block = block.parentElement;
    const isSeen = block?.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
    });
    if (!block || !isSeen || block.matches('svg *, label, [href="#main"]'))
      continue;
    const range = document.createRange();
    range.selectNode(text);
    // The header lies over the page.
    if (!block.closest('header'))
      for (const area of range.getClientRects()) lines.push({ block, area });
    if (innerWidth > 768 || block.closest('[aria-hidden]')) continue;
    const style = getComputedStyle(block);
    ruler.font = style.font;
    ruler.letterSpacing = style.letterSpacing;
    const wordOfTenLetters = 'reflection';
    const isNarrow =
      block.clientWidth < ruler.measureText(wordOfTenLetters).width;
    for (const { 0: word, index } of text.data.matchAll(/[^\s-]+/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (isNarrow && range.getClientRects().length > 1)
        found.add(
          `${nameOf(block)} breaks the word "${word}": it is too narrow for ten letters.`,
        );
    }
  }
  for (const [index, { block, area }] of lines.entries())
    for (const other of lines.slice(index + 1)) {
      const width =
        Math.min(area.right, other.area.right) -
        Math.max(area.left, other.area.left);
      const height =
        Math.min(area.bottom, other.area.bottom) -
        Math.max(area.top, other.area.top);
      if (block !== other.block && width > 1 && height > 1)
        found.add(`${nameOf(block)} and ${nameOf(other.block)} overlap.`);
    }
  return [...found];
}

const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';
const large = 'html { font-size: 200% }';

/** The states of the form after a submit. */
const changed: State[] = ['loading', 'error', 'success'];

for (const [how, css, widths, seenIn] of [
  // An error's form has all that an idle one has.
  ['in a narrow and a wide window', '', [320, 1024], changed],
  ['with text at 200 %', large, [360, 768, 1280], ['error']],
  ['with the text-spacing override', spacing, [320, 1280], ['error']],
] satisfies [string, string, number[], State[]][])
  for (const state of seenIn)
    test(`no text is lost ${how}, ${state}`, async ({ page, site }) => {
      await openIn(state, page, site);
      // The widest system fonts break words at 200 %.
      await fixFonts(page, css);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        for (const find of [findCutElements, findLostTexts])
          expect(await page.evaluate(find), `${width} px`).toEqual([]);
      }
    });

/** The height of each section, with its name. */
async function heights(page: Page) {
  await fixFonts(page);
  return page.locator('main > *, footer').evaluateAll((parts) =>
    parts.map((part) => ({
      name: nameOf(part),
      height: part.getBoundingClientRect().height,
    })),
  );
}

for (const state of changed)
  for (const width of [360, 1280])
    test(`no layout shift until ${state}, ${width} px`, async ({
      page,
      site,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await openIn('idle', page, site);
      const before = await heights(page);
      await openIn(state, page, site);
      expect(await entriesOf(page, 'layout-shift')).toEqual([]);
      // The other form, out of sight, has the message as well.
      for (const [index, { name, height }] of (await heights(page)).entries())
        expect
          .soft(height, `the height of ${name}`)
          .toBeCloseTo(before[index]?.height ?? NaN, 0);
    });

/** Where each section's heading begins, and how far the section's foot is from its content. */
const placesOf = (sections: Element[]) =>
  sections.map((section) => {
    const areaOf = (part: Element | null) => part?.getBoundingClientRect();
    const { bottom } = section.getBoundingClientRect();
    return {
      name: nameOf(section),
      left: areaOf(section.querySelector('h2'))?.left ?? NaN,
      foot: bottom - (areaOf(section.firstElementChild)?.bottom ?? NaN),
    };
  });

for (const width of [360, 768, 1280])
  test(`the headings and contents of all sections align, ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(site.url);
    const sections = page.locator('main section:has(h2)');
    const [first, ...others] = await sections.evaluateAll(placesOf);
    for (const { name, left, foot } of others) {
      const told = `in line with ${first?.name}: ${name}`;
      expect.soft(left, `heading ${told}`).toBeCloseTo(first?.left ?? NaN, 0);
      expect.soft(foot, `foot ${told}`).toBeCloseTo(first?.foot ?? NaN, 0);
    }
  });

/** In the page: the cards of a list whose title is lower or higher than another's of the row. */
function findUnevenTitles(list: Element): string[] {
  const cards = [...list.children].map((card) => ({
    name: nameOf(card),
    area: card.getBoundingClientRect(),
    title: card.querySelector('h3')?.getBoundingClientRect().top ?? NaN,
  }));
  const isSame = (one: number, other: number) => Math.abs(one - other) < 1;
  return cards.flatMap(({ name, area, title }) =>
    cards
      .filter(
        (other) =>
          isSame(other.area.top, area.top) &&
          isSame(other.area.bottom, area.bottom) &&
          !isSame(other.title, title),
      )
      .map(
        (other) => `${name} has its title not beside that of ${other.name}.`,
      ),
  );
}

/**
 * In the page: the holes in a list of cards that are larger than its gap. All edges of
 * cards make a grid: each of its fields belongs to a card, or to a gap or the border.
 */
function findHoles(list: Element): string[] {
  const cards = [...list.children].map((card) => ({
    name: nameOf(card),
    area: card.getBoundingClientRect(),
  }));
  const { rowGap, borderTopWidth } = getComputedStyle(list);
  const least = 1 + (parseFloat(rowGap) || 0) + parseFloat(borderTopWidth);
  const whole = list.getBoundingClientRect();
  const areas = [whole, ...cards.map(({ area }) => area)];
  const edges = (...sides: ('left' | 'right' | 'top' | 'bottom')[]) =>
    areas
      .flatMap((area) => sides.map((side) => area[side]))
      .sort((one, other) => one - other);
  const columns = edges('left', 'right');
  const rows = edges('top', 'bottom');
  const holes: string[] = [];
  for (const [row, top] of rows.entries())
    for (const [column, left] of columns.entries()) {
      const width = (columns[column + 1] ?? left) - left;
      const height = (rows[row + 1] ?? top) - top;
      const [x, y] = [left + width / 2, top + height / 2];
      const isCovered = cards.some(
        ({ area }) =>
          area.left < x && x < area.right && area.top < y && y < area.bottom,
      );
      if (isCovered || width < least || height < least) continue;
      const before = cards.findLast(({ area }) => area.top < y);
      holes.push(
        `${before?.name} has a hole of ${Math.round(width)} × ${Math.round(height)} px beside it.`,
      );
    }
  return holes;
}

for (const section of ['problem', 'platform', 'teams'])
  test(`any number of cards fills the rows of #${section}`, async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    const list = page.locator(`#${section} ul:has(> li > div > h3)`).first();
    for (const added of [0, 1, 2, 3]) {
      await list.evaluate((ul, isMore) => {
        if (isMore) ul.append(ul.lastElementChild?.cloneNode(true) ?? '');
        ul.querySelectorAll('h3 + p').forEach((text, index) => {
          text.textContent = 'Twice as long. '.repeat(2 ** index);
        });
      }, added > 0);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        const when = `with ${added} more, ${width} px`;
        for (const find of [findUnevenTitles, findHoles])
          expect(await list.evaluate(find), when).toEqual([]);
      }
    }
  });

// Add-ons measure the field's box, cover its right end with an icon, and take clicks there.
for (const width of [360, 640, 768, 1280])
  test(`the field ends where its button begins, ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(site.url);
    const flaws = await page.locator('form').evaluateAll((forms) =>
      forms.flatMap((form) => {
        const field = form.querySelector<HTMLInputElement>('[name=email]');
        const button = form.querySelector('[type=submit]');
        if (!field || !button) return ['A form lacks its field or its button.'];
        const [inner, other] = [field, button].map((it) =>
          it.getBoundingClientRect(),
        );
        const { paddingLeft, paddingRight } = getComputedStyle(field);
        const isApart =
          inner &&
          other &&
          (inner.right <= other.left || inner.bottom <= other.top);
        return [
          isApart ? '' : `${nameOf(field)} and ${nameOf(button)} overlap.`,
          parseFloat(paddingRight) <= parseFloat(paddingLeft)
            ? ''
            : `${nameOf(field)} has more padding on its right.`,
        ].filter(Boolean);
      }),
    );
    expect(flaws).toEqual([]);
  });

test('the skip link is out of sight, however large its text is', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(site.url);
  const link = page.locator('[href="#main"]');
  await link.evaluate((it) => (it.style.width = '3rem'));
  await expect(link).not.toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(link).toBeInViewport({ ratio: 1 });
});

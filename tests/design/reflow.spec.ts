import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { answering } from '../helpers/http';
import { adoptStyles, recordedTimes } from '../helpers/page';
import { openIn, states, type State } from '../helpers/states';

/** Texts that are cut off, and elements that stand out of the window to the right. */
const losses = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(
      'h1, h2, h3, p, li, a, button, input, pre, dd',
    )) {
      if (element.closest('.sr-only') || element.matches('[href="#main"]'))
        continue;
      const { right } = element.getBoundingClientRect();
      const isCut =
        !(element instanceof HTMLInputElement) &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 0 &&
        getComputedStyle(element).display !== 'inline';
      if (right > innerWidth + 1 || isCut)
        found.push(`${element.tagName} ${element.textContent.trim()}`);
    }
    if (document.documentElement.scrollWidth > innerWidth)
      found.push('The page scrolls sideways.');
    return found;
  });

/** Words of up to ten letters, which fit every line, that are broken all the same. */
const brokenWords = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, p, button, footer a')]
      .filter((element) => !element.closest('[aria-hidden], noscript'))
      .flatMap((element) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const broken: string[] = [];
        while (walker.nextNode()) {
          const text = walker.currentNode.textContent ?? '';
          for (const { 0: word, index } of text.matchAll(/[^\s-]+/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + word.length);
            if (word.length <= 10 && range.getClientRects().length > 1)
              broken.push(word);
          }
        }
        return broken;
      }),
  );

const strains: [
  how: string,
  states: readonly State[],
  number[],
  css: string,
][] = [
  ['in a narrow window', states, [320], ''],
  [
    'with text at 200 %',
    ['error'],
    [360, 768, 1280],
    'html { font-size: 200% }',
  ],
  [
    'with the text-spacing override',
    ['error'],
    [320, 1280],
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  ],
];

for (const [how, strained, widths, css] of strains)
  for (const state of strained)
    test(`nothing is lost ${how}, ${state}`, async ({ page, site }) => {
      await openIn(state, page, site);
      await adoptStyles(page, css);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        expect(await losses(page), `${width} px`).toEqual([]);
        if (width < 768)
          expect(await brokenWords(page), `${width} px`).toEqual([]);
      }
    });

for (const state of ['success', 'error'] as const)
  for (const width of [360, 1280])
    test(`nothing moves from idle to loading to ${state}, ${width} px`, async ({
      page,
      site,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      const answer =
        state === 'success'
          ? answering(201)
          : answering(409, '{"code":"23505"}');
      site.answerInsertsWith((request, response) =>
        setTimeout(answer, 300, request, response),
      );
      await openIn(state, page, site);
      expect(await recordedTimes(page, 'layout-shift')).toEqual([]);
    });

for (const width of [360, 768, 1280])
  test(`the sections keep one axis and one distance, ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(site.url);
    const places = await page
      .locator('main section:has(h2)')
      .evaluateAll((sections) =>
        sections.map((section) => {
          const heading = section.querySelector('h2')?.getBoundingClientRect();
          const content = section.lastElementChild?.getBoundingClientRect();
          const { top } = section.getBoundingClientRect();
          return [heading?.left, Math.round((content?.top ?? 0) - top)].join();
        }),
      );
    expect([...new Set(places)]).toHaveLength(1);
  });

/** The columns of twelve that the cards of a list take on a wide screen, for each number of cards. */
const columns = {
  problem: ['0-4 4-8 8-12', '0-6 6-12 0-6 6-12', '0-4 4-8 8-12 0-6 6-12'],
  platform: ['0-12 0-5 5-12 5-12', '0-12 0-5 5-12 5-12 0-12'],
  teams: ['0-6 6-12 0-12', '0-6 6-12 0-6 6-12', '0-6 6-12 0-6 6-12 0-12'],
};

for (const [section, layouts] of Object.entries(columns))
  test(`the cards of #${section} fill their rows, titles on one line, whatever their number and texts`, async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    const list = page.locator(`#${section} ul:has(> li > div > h3)`);
    for (const layout of layouts) {
      await list.evaluate((ul, wanted) => {
        while (ul.childElementCount > wanted) ul.lastElementChild?.remove();
        while (ul.lastElementChild && ul.childElementCount < wanted)
          ul.append(ul.lastElementChild.cloneNode(true));
        [...ul.querySelectorAll('h3 + p')].forEach((text, index) => {
          text.textContent = 'Twice as long. '.repeat(2 ** index);
        });
      }, layout.split(' ').length);

      for (const [width, expected] of [
        [1280, layout],
        [360, layout.replaceAll(/\S+/g, '0-12')],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        expect(await list.evaluate(layoutOf), `${width} px`).toEqual({
          columns: expected,
          overlaps: 0,
          unevenTitles: 0,
          unevenGaps: 0,
        });
      }
    }
  });

/** The columns of twelve that each card of a list takes, and how many of what should not be. */
function layoutOf(list: Element) {
  const { left, width } = list.getBoundingClientRect();
  const cards = [...list.children].map((card) => {
    const { x, right, top, bottom } = card.getBoundingClientRect();
    const title = card.querySelector('h3')?.getBoundingClientRect().top;
    return { x, right, top, bottom, title };
  });
  const twelfths = (x: number) => Math.round((12 * (x - left)) / width);
  const gaps = cards
    .slice(1)
    .map(({ top }, index) => Math.round(top - (cards[index]?.bottom ?? 0)))
    .filter((gap) => gap >= 0);
  return {
    columns: cards
      .map(({ x, right }) => `${twelfths(x)}-${twelfths(right)}`)
      .join(' '),
    overlaps: cards.filter((card, index) =>
      cards
        .slice(index + 1)
        .some(
          (next) =>
            next.x < card.right - 1 &&
            next.right > card.x + 1 &&
            next.top < card.bottom - 1 &&
            next.bottom > card.top + 1,
        ),
    ).length,
    unevenTitles: cards.filter((card) =>
      cards.some(
        ({ top, bottom, title }) =>
          top === card.top && bottom === card.bottom && title !== card.title,
      ),
    ).length,
    unevenGaps: Math.max(0, new Set(gaps).size - 1),
  };
}

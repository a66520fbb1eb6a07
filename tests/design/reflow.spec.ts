import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { fixFonts } from '../helpers/fonts';
import { entryTimes } from '../helpers/page';
import { openIn, states, type State } from '../helpers/states';

// The policy would block style elements and the fonts of `fixFonts`.
test.use({ bypassCSP: true });

/** Texts that are cut off or reach out of the window, and on phones and tablets words of up to ten letters that are broken. */
const lostTexts = (page: Page) =>
  page.evaluate(() => {
    const isSideways = document.documentElement.scrollWidth > innerWidth;
    const found = isSideways ? ['The page scrolls sideways.'] : [];
    for (const element of document.querySelectorAll<HTMLElement>(
      ':is(h1, h2, h3, p, li, a, button, input, pre, dd):not([href="#main"], noscript *)',
    )) {
      const { right } = element.getBoundingClientRect();
      const isCut =
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 0 &&
        element.tagName !== 'INPUT' &&
        getComputedStyle(element).display !== 'inline';
      if (right > innerWidth + 1 || isCut)
        found.push(`${element.tagName} ${element.textContent.trim()}`);
      if (innerWidth > 768 || element.matches('[aria-hidden] *, :has(p)'))
        continue;

      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode.textContent ?? '';
        for (const { 0: word, index } of text.matchAll(/[^\s-]+/g)) {
          const range = document.createRange();
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          if (word.length <= 10 && range.getClientRects().length > 1)
            found.push(`${word} is broken.`);
        }
      }
    }
    return found;
  });

const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';
const large = 'html { font-size: 200% }';

for (const [how, css, widths, seenIn] of [
  ['in a narrow window', '', [320], states],
  ['with text at 200 %', large, [360, 768, 1280], ['error']],
  ['with the text-spacing override', spacing, [320, 1280], ['error']],
] satisfies [string, string, number[], readonly State[]][])
  for (const state of seenIn)
    test(`no text is cut off ${how}, ${state}`, async ({ page, site }) => {
      await openIn(state, page, site);
      // The widest system fonts break words at 200 %.
      await fixFonts(page, css);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        expect(await lostTexts(page), `${width} px`).toEqual([]);
      }
    });

for (const state of ['loading', 'error', 'success'] as const)
  for (const width of [360, 1280])
    test(`no layout shift until ${state}, ${width} px`, async ({
      page,
      site,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      // The other form, out of sight, has the message as well.
      const pageHeight = async () => {
        await fixFonts(page);
        return page.evaluate(() => document.body.offsetHeight);
      };
      await openIn('idle', page, site);
      const height = await pageHeight();
      await openIn(state, page, site);
      expect(await entryTimes(page, 'layout-shift')).toEqual([]);
      expect(await pageHeight()).toBe(height);
    });

for (const width of [360, 768, 1280])
  test(`the headings and contents of all sections align, ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(site.url);
    const places = await page
      .locator('main section:has(h2)')
      .evaluateAll((sections) =>
        sections.map((section) => {
          const [{ bottom = 0 } = {}, heading, content] = [
            section,
            section.querySelector('h2'),
            section.firstElementChild,
          ].map((part) => part?.getBoundingClientRect());
          return `${heading?.left} ${Math.round(bottom - (content?.bottom ?? 0))}`;
        }),
      );
    expect([...new Set(places)]).toHaveLength(1);
  });

/** For each list the gap between its cards, and for several numbers of cards which of twelve columns each takes on a wide screen. */
const lists = {
  problem: [1, '0-4 4-8 8-12', '0-6 6-12 0-6 6-12', '0-4 4-8 8-12 0-6 6-12'],
  platform: [
    16,
    '0-12 0-5 5-12 5-12',
    '0-12 0-5 5-12 5-12 0-12',
    '0-12 0-5 5-12 5-12 0-6 6-12',
  ],
  teams: [0, '0-6 6-12 0-12', '0-6 6-12 0-6 6-12', '0-6 6-12 0-6 6-12 0-12'],
} satisfies Record<string, [gap: number, ...columns: string[]]>;

for (const [section, [gap, ...layouts]] of Object.entries(lists))
  test(`any number of cards fills the rows of #${section}`, async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    const list = page.locator(`#${section} ul:has(> li > div > h3)`);
    for (const wide of layouts) {
      await list.evaluate((ul, wanted) => {
        while (ul.childElementCount > wanted) ul.lastElementChild?.remove();
        while (ul.lastElementChild && ul.childElementCount < wanted)
          ul.append(ul.lastElementChild.cloneNode(true));
        ul.querySelectorAll('h3 + p').forEach((text, index) => {
          text.textContent = 'Twice as long. '.repeat(2 ** index);
        });
      }, wide.split(' ').length);

      for (const [width, columns] of [
        [1280, wide],
        [360, wide.replaceAll(/\S+/g, '0-12')],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        const layout = await list.evaluate(layoutOf);
        expect(layout.columns, `${width} px`).toBe(columns);
        expect([...new Set([...layout.gaps, gap])], columns).toEqual([gap]);
        expect(layout.unevenTitles, columns).toBe(0);
      }
    }
  });

/** The columns of twelve that each card of a list takes, its gap to the card above, and how many cards of a row have titles at different heights. */
function layoutOf(list: Element) {
  const { left, width } = list.getBoundingClientRect();
  const cards = [...list.children].map((card) => {
    const { x, right, top, bottom } = card.getBoundingClientRect();
    const title = card.querySelector('h3')?.getBoundingClientRect().top;
    const [start, end] = [x, right].map((edge) =>
      Math.round((12 * (edge - left)) / width),
    );
    return { start: start ?? 0, end: end ?? 0, top, bottom, title };
  });
  return {
    columns: cards.map(({ start, end }) => `${start}-${end}`).join(' '),
    gaps: cards.flatMap((card, index) => {
      const above = cards
        .slice(0, index)
        .findLast(({ start, end }) => start < card.end && card.start < end);
      return above ? [Math.round(card.top - above.bottom)] : [];
    }),
    unevenTitles: cards.filter((card) =>
      cards.some(
        ({ top, bottom, title }) =>
          top === card.top && bottom === card.bottom && title !== card.title,
      ),
    ).length,
  };
}

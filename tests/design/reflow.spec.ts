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

/** How many CSS pixels of a list no card and no gap covers, and its cards whose title is lower or higher than another's of the row. */
function flawsOf(list: Element) {
  const gap = parseFloat(getComputedStyle(list).rowGap) || 0;
  const area = (width: number, height: number) =>
    (width + gap) * (height + gap);
  const cards = [...list.children].map((card) => {
    const { top, bottom, width, height } = card.getBoundingClientRect();
    const title = card.querySelector('h3')?.getBoundingClientRect().top;
    return { top, bottom, title, area: area(width, height) };
  });
  const covered = cards.reduce((sum, card) => sum + card.area, 0);
  return {
    uncovered: area(list.clientWidth, list.clientHeight) - covered,
    unevenTitles: cards.filter((card) =>
      cards.some(
        ({ top, bottom, title }) =>
          top === card.top && bottom === card.bottom && title !== card.title,
      ),
    ),
  };
}

for (const section of ['problem', 'platform', 'teams'])
  test(`any number of cards fills the rows of #${section}`, async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    const list = page.locator(`#${section} ul:has(> li > div > h3)`);
    for (const added of [0, 1, 2, 3]) {
      await list.evaluate((ul, isMore) => {
        if (isMore) ul.append(ul.lastElementChild?.cloneNode(true) ?? '');
        ul.querySelectorAll('h3 + p').forEach((text, index) => {
          text.textContent = 'Twice as long. '.repeat(2 ** index);
        });
      }, added > 0);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        const { uncovered, unevenTitles } = await list.evaluate(flawsOf);
        const when = `with ${added} more, ${width} px`;
        // The list's own size is in whole pixels.
        expect(Math.abs(uncovered), when).toBeLessThan(1000);
        expect(unevenTitles, when).toEqual([]);
      }
    }
  });

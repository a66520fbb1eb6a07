import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { openIn, states } from '../helpers/states';
import { fixWords } from '../helpers/words';

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

/** Words that are broken where they have no hyphen. */
const brokenWords = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, p, button, footer a')]
      .filter((element) => !element.closest('[aria-hidden], noscript'))
      .flatMap((element) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const broken: string[] = [];
        while (walker.nextNode())
          for (const { 0: word, index } of (
            walker.currentNode.textContent ?? ''
          ).matchAll(/[^\s-]+/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + word.length);
            if (range.getClientRects().length > 1) broken.push(word);
          }
        return broken;
      }),
  );

for (const state of states)
  test(`nothing is lost at 320 px, ${state}`, async ({ page, site }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await openIn(state, page, site);
    expect(await losses(page)).toEqual([]);
  });

for (const width of [360, 768, 1280])
  test(`nothing is lost with text at 200 %, ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openIn('error', page, site);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await losses(page)).toEqual([]);
    if (width > 360) return;
    // A word may be too long for any line, and an editor may write one.
    await fixWords(page);
    expect(await brokenWords(page)).toEqual([]);
  });

for (const width of [320, 1280])
  test(`nothing is lost with the text-spacing override, ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openIn('error', page, site);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
      );
      document.adoptedStyleSheets = [sheet];
    });
    expect(await losses(page)).toEqual([]);
  });

for (const width of [360, 1280])
  test(`nothing moves from idle to loading to success, ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    site.answerInsertsWith((request, response) => {
      request.resume();
      setTimeout(() => response.writeHead(201).end(), 300);
    });
    await openIn('success', page, site);
    await page.waitForTimeout(200);
    expect(
      await page.evaluate(
        () => (globalThis as unknown as { shifts: number[] }).shifts,
      ),
    ).toEqual([]);
  });

for (const width of [360, 1280])
  test(`an error moves nothing below the form, ${width} px`, async ({
    page,
    site,
  }) => {
    const position = () =>
      page
        .locator('#problem')
        .evaluate((next) => next.getBoundingClientRect().top + scrollY);
    await page.setViewportSize({ width, height: 800 });
    await openIn('idle', page, site);
    const before = await position();
    await openIn('error', page, site);
    expect(await position()).toBe(before);
  });

test('three, four or five cards fill their rows, titles on one line, whatever their texts', async ({
  page,
  site,
}) => {
  await openIn('idle', page, site);
  for (const section of ['#problem', '#teams']) {
    const list = page.locator(section).getByRole('list');
    for (const count of [3, 4, 5]) {
      await list.evaluate((ul, wanted) => {
        while (ul.childElementCount > wanted) ul.lastElementChild?.remove();
        while (ul.lastElementChild && ul.childElementCount < wanted)
          ul.append(ul.lastElementChild.cloneNode(true));
        [...ul.querySelectorAll('h3 + p')].forEach((text, index) => {
          text.textContent = 'Twice as long. '.repeat(2 ** index);
        });
      }, count);

      const rows = await list.evaluate((ul) => {
        const { left, right } = ul.getBoundingClientRect();
        const boxes = [...ul.children].map((card) => ({
          card: card.getBoundingClientRect(),
          title: card.querySelector('h3')?.getBoundingClientRect().top,
        }));
        return [...new Set(boxes.map(({ card }) => card.top))].map((top) => {
          const row = boxes.filter(({ card }) => card.top === top);
          return {
            titles: new Set(row.map(({ title }) => title)).size,
            empty:
              right -
              left -
              row.reduce((width, { card }) => width + card.width, 0),
            bottom: Math.max(...row.map(({ card }) => card.bottom)),
            top,
          };
        });
      });
      rows.forEach(({ titles, empty, top }, index) => {
        expect(titles, `${section}, ${count} cards`).toBe(1);
        expect(empty, `${section}, ${count} cards`).toBeLessThan(5);
        expect(top).toBeGreaterThanOrEqual(rows[index - 1]?.bottom ?? 0);
      });
    }
  }
});

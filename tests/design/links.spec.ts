import { expect } from '@playwright/test';
import { readPages } from '../../scripts/editor/built-pages.ts';
import { test } from '../helpers/fixtures.ts';

/**
 * Runs in the page. Finds each word on which a click opens a link that does not contain the word, and
 * each link that is too low for a finger.
 */
function findMisses(): string[] {
  const misses: string[] = [];
  const linkAt = (x: number, y: number) =>
    document.elementFromPoint(x, y)?.closest('a') ?? null;

  for (const block of document.querySelectorAll('main p, main li, footer p')) {
    if (block.closest('[aria-hidden]') || !block.querySelector('a')) continue;
    block.scrollIntoView({ block: 'center', behavior: 'instant' });
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const link = text.parentElement?.closest('a') ?? null;
      const range = document.createRange();
      for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        for (const { left, right, top, bottom } of range.getClientRects())
          for (const y of [top + 1, (top + bottom) / 2, bottom - 1])
            if (linkAt((left + right) / 2, y) !== link)
              misses.push(`"${word}" in ${nameOf(block)}: another link.`);
      }
    }
    for (const link of block.querySelectorAll('a')) {
      const [line] = link.getClientRects();
      if (!line) continue;
      const x = line.left + line.width / 2;
      const y = line.top + line.height / 2;
      // A finger does not feel a gap of one pixel.
      const isHit = (top: number) =>
        linkAt(x, top) === link || linkAt(x, top + 1) === link;
      let [up, down] = [0, 0];
      while (isHit(y - up - 2)) up++;
      while (isHit(y + down + 1)) down++;
      const isAlone = block.textContent?.trim() === link.textContent?.trim();
      const least = isAlone ? 44 : 24;
      if (up + down + 1 < least)
        misses.push(`${nameOf(link)}: ${up + down + 1} px, not ${least}.`);
    }
  }
  return misses;
}

test('no link takes the click of another link or of a word', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const { path } of readPages('dist')) {
    await page.goto(server.url + path);
    // Two links on consecutive lines, and one that is alone, as on a page of words.
    await page
      .locator('.prose')
      .first()
      .evaluate((prose) => {
        prose.insertAdjacentHTML(
          'beforeend',
          '<p>Words before <a href="/">one link</a><br>and words before <a href="/">another</a><br>and more words</p><p><a href="/">A link alone</a></p><ul><li><a href="/">A link alone</a></li><li>Words <a href="/">a link</a></li><li>Words <a href="/">a link</a></li></ul>',
        );
      });
    expect(await page.evaluate(findMisses), path).toEqual([]);
  }
});

/** In the page: the texts of the sections of which something else, such as a drawing, takes the clicks. */
function findCoveredTexts(): string[] {
  const covered: string[] = [];
  const blocks = [
    ...document.querySelectorAll('main :is(h1, h2, h3, p, li, dt, dd)'),
  ].filter(
    (block) =>
      !block.closest('[aria-hidden]') &&
      block.checkVisibility({ visibilityProperty: true }),
  );
  if (blocks.length === 0) return ['The page has no texts.'];
  for (const block of blocks) {
    block.scrollIntoView({ block: 'center', behavior: 'instant' });
    const texts = [...block.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
    );
    const range = document.createRange();
    const areas = texts.flatMap((text) => {
      range.selectNodeContents(text);
      return [...range.getClientRects()];
    });
    for (const { left, right, top, bottom } of areas)
      // A thread is 2 px wide, and the box around it as large as a card.
      for (let x = left + 1; x < right; x += 8) {
        const hit = document.elementFromPoint(x, (top + bottom) / 2);
        if (!hit || hit.contains(block) || block.contains(hit)) continue;
        // The header lies over what scrolls under it.
        if (hit.closest('header')) continue;
        covered.push(`${nameOf(hit)} covers ${nameOf(block)}.`);
      }
  }
  return [...new Set(covered)];
}

test('no drawing takes the clicks of a text', async ({ page, server }) => {
  await page.goto(server.url);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(findCoveredTexts), `${width} px`).toEqual([]);
  }
});

test.describe('with text at 200 %', () => {
  // The policy would block the style element.
  test.use({ bypassCSP: true });

  test('the contact breaks after its @ only', async ({ page, server }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(server.url);
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    const parts = page.locator('#kept [href^="mailto:"] span');
    test.skip((await parts.count()) === 0, 'Another link is in #kept.');
    const linesOfParts = await parts.evaluateAll((spans) =>
      spans.map((span) => span.getClientRects().length),
    );
    expect(linesOfParts).toEqual([1, 1]);
  });
});

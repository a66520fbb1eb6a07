import { expect } from '@playwright/test';
import { readPages } from '../../scripts/editor/built-pages.ts';
import { test } from '../helpers/fixtures.ts';

/**
 * In the page: the texts of which something else, such as a drawing or another link, takes the clicks,
 * and the links that are too low for a finger.
 */
function findMisses(): string[] {
  const misses = new Set<string>();
  const blocks = [
    ...document.querySelectorAll(
      'main :is(h1, h2, h3, p, li, dt, dd), footer p',
    ),
  ].filter(
    (block) =>
      !block.closest('[aria-hidden]') &&
      block.checkVisibility({ visibilityProperty: true }),
  );
  if (blocks.length === 0) return ['The page has no texts.'];
  const range = document.createRange();
  for (const block of blocks) {
    block.scrollIntoView({ block: 'center', behavior: 'instant' });
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (!text.data.trim()) continue;
      const link = text.parentElement?.closest('a');
      range.selectNodeContents(text);
      for (const { left, right, top, bottom } of range.getClientRects())
        // A thread is 2 px wide, and the box around it as large as a card.
        for (let x = left + 1; x < right - 1; x += 8)
          for (const y of [top + 1, (top + bottom) / 2, bottom - 1]) {
            const hit = document.elementFromPoint(x, y);
            // The header lies over what scrolls under it.
            if (!hit || hit.closest('header')) continue;
            const isOfBlock = hit.contains(block) || block.contains(hit);
            if (!isOfBlock || hit.closest('a') !== (link ?? null))
              misses.add(
                `${nameOf(hit)} takes clicks of "${text.data.trim()}".`,
              );
          }
    }
    for (const link of block.querySelectorAll('a')) {
      const [line] = link.getClientRects();
      if (!line) continue;
      const x = line.left + line.width / 2;
      const y = line.top + line.height / 2;
      const linkAt = (top: number) =>
        document.elementFromPoint(x, top)?.closest('a');
      // A finger does not feel a gap of one pixel.
      const isHit = (top: number) =>
        linkAt(top) === link || linkAt(top + 1) === link;
      let [up, down] = [0, 0];
      while (isHit(y - up - 2)) up++;
      while (isHit(y + down + 1)) down++;
      const isAlone = block.textContent?.trim() === link.textContent?.trim();
      const least = isAlone ? 44 : 24;
      if (up + down + 1 < least)
        misses.add(`${nameOf(link)}: ${up + down + 1} px, not ${least}.`);
    }
  }
  return [...misses];
}

test('each text and each link takes its own clicks', async ({
  page,
  server,
}) => {
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
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(findMisses), `${path}, ${width} px`).toEqual(
        [],
      );
    }
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

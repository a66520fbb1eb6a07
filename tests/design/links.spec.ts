import { expect, type Locator } from '@playwright/test';
import { previewBuild } from '../helpers/build.ts';
import { test } from '../helpers/fixtures.ts';
import { findPrivacy } from '../helpers/page.ts';
import { openPage, paths } from '../helpers/states.ts';

/** In the page: finds texts whose clicks another element takes, such as a drawing or another link. */
function findCoveredTexts(blocks: Element[]): string[] {
  const range = document.createRange();
  /** Points on each line of a text, but none at its right end: a link beside the text may cover this end. */
  const pointsOn = (text: Node) => {
    range.selectNodeContents(text);
    return [...range.getClientRects()].flatMap(({ left, width, y, height }) =>
      [1, width / 4, width / 2, (3 * width) / 4].flatMap((right) =>
        [1, height / 2, height - 1].map((below) => ({
          x: left + right,
          y: y + below,
        })),
      ),
    );
  };
  const covered = new Set<string>();
  for (const block of blocks) {
    block.scrollIntoView({ block: 'center', behavior: 'instant' });
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      // A closed <details> hides the words in it, but is visible itself.
      if (
        !parentElement?.checkVisibility() ||
        parentElement.matches('details:not([open])')
      )
        continue;
      for (const { x, y } of pointsOn(texts.currentNode)) {
        const hit = document.elementFromPoint(x, y);
        // The header lies over what scrolls under it.
        if (!hit || hit.closest('header')) continue;
        const isOfBlock = hit.contains(block) || block.contains(hit);
        if (!isOfBlock || hit.closest('a') !== parentElement.closest('a'))
          covered.add(
            `${nameOf(hit)} takes clicks of "${textContent?.trim()}".`,
          );
      }
    }
  }
  return [...covered];
}

/** In the page: the links that are too low for a finger. */
function findLowLinks(links: Element[]): string[] {
  return links.flatMap((link) => {
    link.scrollIntoView({ block: 'center', behavior: 'instant' });
    const [line = new DOMRect()] = link.getClientRects();
    const x = line.x + line.width / 2;
    const rows = Array.from({ length: 80 }, (_, row) => line.y - 30 + row);
    const height = rows.filter(
      (y) => document.elementFromPoint(x, y)?.closest('a') === link,
    ).length;
    const words = link.closest('p, li')?.textContent.trim();
    const least = words === link.textContent.trim() ? 44 : 24;
    // A finger does not feel one pixel.
    return height >= least - 1
      ? []
      : [`${nameOf(link)}: ${height} px, not ${least}.`];
  });
}

test('each text and each link takes its own clicks', async ({
  page,
  server,
}) => {
  for (const path of paths) {
    await openPage(page, server, path);
    const blocks = page
      .locator('main :is(h1, h2, h3, p, li), footer p')
      .and(page.locator(':not([aria-hidden] *):visible'));
    const links = blocks.locator('a');
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(links).not.toHaveCount(0);
      for (const faults of [
        await blocks.evaluateAll(findCoveredTexts),
        await links.evaluateAll(findLowLinks),
      ])
        expect(faults, `${path}, ${width} px`).toEqual([]);
    }
  }
});

/** In the page: what the links to GitHub's editor meet, of texts and of other links. */
function findMet(links: Element[]): string[] {
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const others = [...document.querySelectorAll('a, button, input')].map(
    (element) => ({ element, areas: [element.getBoundingClientRect()] }),
  );
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!element?.checkVisibility()) continue;
    range.selectNode(texts.currentNode);
    others.push({ element, areas: [...range.getClientRects()] });
  }
  return links.flatMap((link) => {
    const { left, right, top, bottom } = link.getBoundingClientRect();
    return others
      .filter(({ element }) => !link.contains(element))
      .filter(({ areas }) =>
        areas.some(
          (area) =>
            area.left < right &&
            area.right > left &&
            area.top < bottom &&
            area.bottom > top,
        ),
      )
      .map(({ element }) => `${nameOf(link)} meets ${nameOf(element)}.`);
  });
}

test('a preview’s links to the editor stand where nothing else stands', async ({
  page,
  server,
}) => {
  server.deploy(previewBuild.directory);
  for (const path of ['/', '/404.html'])
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(server.url + path);
      const links = page.locator('[href*="/edit/"]');
      const view = `${path}, ${width} px`;
      const count = await page.locator('section, footer').count();
      await expect(links, view).toHaveCount(count);
      expect(await links.evaluateAll(findMet), view).toEqual([]);
      expect(await links.evaluateAll(findLowLinks), view).toEqual([]);
    }
});

test('“Privacy” leads to the sentence and its heading, and marks the sentence', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const { link, sentence } = await findPrivacy(page);
  test.skip(sentence === null, 'The sentence is not on the front page.');
  if (!sentence) return;
  const heading = page.locator('section', { has: sentence }).locator('h2');
  const topOf = (part: Locator) =>
    part.evaluate((element) => element.getBoundingClientRect().top);
  await expect(sentence).toHaveCSS('outline-style', 'none');

  await page.setViewportSize({ width: 390, height: 844 });
  await link.press('Enter');
  await expect(sentence).toBeInViewport({ ratio: 1 });
  const { height = 0 } = (await page.locator('header').boundingBox()) ?? {};
  expect(await topOf(heading), 'the top of the heading').toBeGreaterThan(
    height,
  );
  await expect(sentence).toHaveCSS('outline-style', 'solid');

  await page.setViewportSize({ width: 320, height: 256 });
  await link.click();
  await expect(sentence).toBeInViewport();
  expect(await topOf(sentence), 'the top of the sentence').toBeGreaterThan(
    height,
  );
});

test.describe('with text at 200 %', () => {
  // The policy would block the style element.
  test.use({ bypassCSP: true });

  test('the contact breaks after its @ only', async ({ page, server }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(server.url);
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    const links = page.locator('main [href^="mailto:"]:visible');
    test.skip((await links.count()) === 0, 'The page shows no contact.');
    /** The number of lines of each part of the contact. The parts are what is before the `<wbr>`, and what is behind. */
    const linesOfParts = await links.first().evaluate((link) => {
      const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const lines: number[] = [];
      // The owner's contact may be too long for a line.
      const usual = ['hello@', 'briefloom.com'];
      while (texts.nextNode()) {
        texts.currentNode.textContent = usual[lines.length] ?? '';
        range.selectNode(texts.currentNode);
        lines.push(range.getClientRects().length);
      }
      return lines;
    });
    expect(linesOfParts).toEqual([1, 1]);
  });
});

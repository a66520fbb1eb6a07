import { expect, type Page } from '@playwright/test';
import { readPages } from '../../scripts/editor/built-pages.ts';
import { fixedTexts, site } from '../../src/site.ts';
import { createAxe, findViolations } from '../helpers/axe.ts';
import { test } from '../helpers/fixtures.ts';
import type { SiteServer } from '../helpers/server.ts';
import { goThroughPages, openInState } from '../helpers/states.ts';

test('every page is accessible in every state', async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  for await (const { view, isNewPage } of goThroughPages(page, server)) {
    const axe = createAxe(page);
    // Only the forms and the header change with the state.
    if (!isNewPage) axe.include('.waitlist').include('header');
    expect(await findViolations(page, axe), view).toEqual([]);
  }
});

test('the landmarks are complete and named', async ({ page, server }) => {
  await openInState('idle', page, server);
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - /children: equal
    - link "Skip to content"
    - banner:
      - img "${site.name}"
      - button "${fixedTexts.join}"
    - main:
      - heading [level=1]
      - group
    - contentinfo:
      - img "${site.name}"
      - list
      - paragraph`);
  // The first section is not a region: after its form, screen readers would read its name again.
  await expect(page.getByRole('region')).toHaveCount(
    (await page.locator('main section').count()) - 1,
  );
});

test.describe('on every page', () => {
  async function* openPages(page: Page, server: SiteServer) {
    for (const { path } of readPages('dist')) {
      await page.goto(server.url + path);
      yield path;
    }
  }

  test('artwork is named, or hidden from assistive technology', async ({
    page,
    server,
  }) => {
    for await (const path of openPages(page, server)) {
      const snapshot = await page.locator('body').ariaSnapshot();
      expect(snapshot, path).not.toMatch(/- img(?! ")/);
    }
  });

  test('a screen reader reads at most a drawing’s name before a card’s title', async ({
    page,
    server,
  }) => {
    let cardCount = 0;
    for await (const path of openPages(page, server)) {
      // A card is an item of a layout's list. An item of an editor's list may have a title, too.
      const cards = await page.locator('main [role=list] > li:has(h3)').all();
      cardCount += cards.length;
      for (const card of cards)
        expect(
          await card.ariaSnapshot(),
          `${await card.evaluate((element) => nameOf(element))}, ${path}`,
        ).toMatch(/^- listitem:\n( +- img .+\n)* +- heading/);
    }
    expect(cardCount, 'the number of cards on all pages').toBeGreaterThan(0);
  });

  test('a list is a list in Safari, too', async ({ page, server }) => {
    for await (const path of openPages(page, server)) {
      // global.css says why a list without bullets would lose its role. Lists in a text have bullets.
      const lists = page.locator(':is(ul, ol):not([aria-hidden] *, .prose *)');
      const others = lists.and(page.locator(':not([role=list])'));
      expect(
        await others.evaluateAll((all) => all.map((list) => nameOf(list))),
        path,
      ).toEqual([]);
      await expect(lists).not.toHaveCount(0);
    }
  });
});

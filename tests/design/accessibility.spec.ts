import { expect } from '@playwright/test';
import { readPages } from '../../scripts/editor/read-pages.ts';
import { fixedTexts } from '../../src/fixed-texts.ts';
import { site } from '../../src/site.ts';
import { createAxe, findViolations } from '../helpers/axe.ts';
import { test } from '../helpers/fixtures.ts';
import { goThroughPages, openInState } from '../helpers/states.ts';

test('every page is accessible in every state', async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  for await (const { view, isNewPage } of goThroughPages(page, server)) {
    const axe = createAxe(page);
    // Only the forms and the header change with the state.
    if (!isNewPage) axe.include('.waitlist').include('header');
    // The page of all parts shows several headers. Of their menus and the page's own, one is enough.
    axe.exclude('.parts-bar:not(:last-child)').exclude('body > header nav');
    expect(await findViolations(page, axe), view).toEqual([]);
  }
});

test('the landmarks are complete and named', async ({ page, server }) => {
  await openInState('idle', page, server);
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - /children: equal
    - link /./
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

test('every page is read in the right order, with lists and names', async ({
  page,
  server,
}) => {
  let cardCount = 0;
  for (const { path } of readPages('dist')) {
    await page.goto(server.url + path);
    const snapshot = await page.locator('body').ariaSnapshot();
    expect(snapshot, `artwork without a name, ${path}`).not.toMatch(
      /- img(?! ")/,
    );

    // A card is an item of a layout's list. An item of an editor's list may have a title, too.
    const cards = await page.locator('main [role=list] > li:has(h3)').all();
    cardCount += cards.length;
    // Only a drawing's name may come before the title.
    for (const card of cards)
      expect(
        await card.ariaSnapshot(),
        `${await card.evaluate((element) => nameOf(element))}, ${path}`,
      ).toMatch(/^- listitem:\n( +- img .+\n)* +- heading/);

    // global.css says why a list without bullets would lose its role in Safari. Lists in a text have bullets.
    const lists = page.locator(':is(ul, ol):not([aria-hidden] *, .prose *)');
    const others = lists.and(page.locator(':not([role=list])'));
    expect(
      await others.evaluateAll((all) => all.map((list) => nameOf(list))),
      `lists without a role, ${path}`,
    ).toEqual([]);
    await expect(lists).not.toHaveCount(0);
  }
  expect(cardCount, 'the number of cards on all pages').toBeGreaterThan(0);
});

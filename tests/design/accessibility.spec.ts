import { expect } from '@playwright/test';
import { fixedTexts, site } from '../../src/site.ts';
import { createAxe, findViolations } from '../helpers/axe.ts';
import { test } from '../helpers/fixtures.ts';
import { goThroughStates, openInState } from '../helpers/states.ts';

for (const width of [360, 1280])
  test(`the page is accessible in every state, ${width} px`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for await (const state of goThroughStates(page, server)) {
      const axe = createAxe(page);
      // The rest of the page is the same in every state, and is checked once.
      if (state !== 'idle') axe.include('.waitlist').include('header');
      expect(await findViolations(page, axe), state).toEqual([]);
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
      - group "Join the waitlist"
    - contentinfo:
      - img "${site.name}"
      - list
      - paragraph`);
  // The hero is not a region: screen readers would read its name again after the form.
  await expect(page.getByRole('region')).toHaveCount(
    (await page.locator('main section').count()) - 1,
  );
});

test('artwork is hidden from assistive technology, or named', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const snapshot = await page.locator('body').ariaSnapshot();
  expect(snapshot).not.toMatch(/- img(?! ")/);
  // Before a card's title a screen reader reads at most the drawing's name.
  for (const card of await page.locator('main li:has(h3)').all())
    expect(
      await card.ariaSnapshot(),
      await card.evaluate((element) => nameOf(element)),
    ).toMatch(/^- listitem:\n( +- img .+\n)* +- heading/);
});

// global.css says why a list without bullets would lose its role.
test('every list has the role of a list in Safari too', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const items = page.locator(
    ':is(ul, ol):not([aria-hidden] *, [role=list]) > li',
  );
  for (const item of await items.all()) {
    await expect(item).toHaveCSS('display', 'list-item');
    await expect(item).not.toHaveCSS('list-style-type', 'none');
  }
});

import { expect } from '@playwright/test';
import { chromiumArguments, findChromium } from '../../local/chromium.ts';
import { test } from '../helpers/fixtures.ts';
import {
  expectInEveryForm,
  fixedTexts,
  headerButton,
  hydrateIslands,
  openFilled,
} from '../helpers/page.ts';

// Only the whole Chromium has a back-forward cache, which Playwright turns off.
test.use({
  launchOptions: {
    executablePath: findChromium() ?? '',
    args: chromiumArguments,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

test('from the back-forward cache a page at rest joins, and a success is still shown', async ({
  page,
  server,
}) => {
  /** Leaves the page and goes back to it, as it was: a page that is loaded anew would not listen. */
  async function leaveAndReturn() {
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset['persisted'] = String(persisted);
      }),
    );
    await page.goto(`${server.url}/robots.txt`);
    // Not goBack(): it waits for a load event that a page from the cache never has.
    await page.evaluate(() => setTimeout(() => history.back()));
    await expect(page.locator('html')).toHaveAttribute(
      'data-persisted',
      'true',
    );
  }

  const { field, button } = await openFilled(page, server.url);
  await hydrateIslands(page);
  await leaveAndReturn();
  await expect(field).toHaveValue('ann@example.com');
  await button.click();
  await expectInEveryForm(page, fixedTexts.success);

  await leaveAndReturn();
  await expectInEveryForm(page, fixedTexts.success);
  await expect(headerButton(page)).toHaveAccessibleName(fixedTexts.joined);
});

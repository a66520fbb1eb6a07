import { expect, type Page } from '@playwright/test';
import { chromiumArguments, findChromium } from '../../local/chromium.ts';
import { test } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
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

test.describe('from the back-forward cache', () => {
  /** Leaves the page and goes back to it, as it was: a page that is loaded anew would not listen. */
  async function leaveAndReturn(page: Page, url: string) {
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset['persisted'] = String(persisted);
      }),
    );
    await page.goto(`${url}/robots.txt`);
    // Not goBack(): it waits for a load event that a page from the cache never has.
    await page.evaluate(() => setTimeout(() => history.back()));
    await expect(page.locator('html')).toHaveAttribute(
      'data-persisted',
      'true',
    );
  }

  test('a page at rest joins, and a success is still shown', async ({
    page,
    server,
  }) => {
    const { field, button } = await openFilled(page, server.url);
    await hydrateIslands(page);
    await leaveAndReturn(page, server.url);
    await expect(field).toHaveValue('ann@example.com');
    await button.click();
    await expectInEveryForm(page, fixedTexts.success);

    await leaveAndReturn(page, server.url);
    await expectInEveryForm(page, fixedTexts.success);
    await expect(headerButton(page)).toHaveAccessibleName(fixedTexts.joined);
  });

  test('a submit has ended, and the next press joins', async ({
    page,
    server,
  }) => {
    server.answerInsertsWith(() => undefined);
    const { field, button } = await openFilled(page, server.url);
    await field.press('Enter');
    await expect.poll(() => server.posts).toHaveLength(1);
    await leaveAndReturn(page, server.url);
    await expectInEveryForm(page, fixedTexts.networkError);

    server.answerInsertsWith(answering(201));
    await button.click();
    await expectInEveryForm(page, fixedTexts.success);
  });
});

import { expect } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import {
  expectInBoth,
  hydrateIslands,
  openFilled,
  fixedTexts,
  waitlistForm,
} from '../helpers/page.ts';

for (const which of ['first', 'last'] as const)
  test(`the ${which} form joins, and reports a duplicate`, async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, which);
    await field.fill('ann+news@example.com');
    await button.click();
    await expectInBoth(page, fixedTexts.success);

    await page.reload();
    await field.fill('ANN+news@example.com');
    await field.press('Enter');
    await expectInBoth(page, fixedTexts.duplicate);
    expect(await site.rows()).toEqual([
      { email: 'ann+news@example.com', referrer: `${site.url}/` },
    ]);
  });

test('a signup is sent though its page is closed', async ({ page, site }) => {
  site.answerInsertsWith(({ method }, response) => {
    if (method === 'POST') response.writeHead(201).end();
  });
  const { field } = await openFilled(page, site.url);
  await hydrateIslands(page);
  // As many requests without an answer as Chromium sends to a server at once.
  await page.evaluate(() => {
    for (let number = 0; number < 6; number++)
      void fetch('/rest/v1/waitlist', { cache: 'no-store' });
  });
  await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    field.press('Enter'),
  ]);
  expect(site.posts).toHaveLength(0);
  await page.close();
  await expect.poll(() => site.posts).toHaveLength(1);
});

test('an invalid address is not sent', async ({ page, site }) => {
  await page.goto(site.url);
  await hydrateIslands(page);
  const { field, button } = waitlistForm(page, 'first');
  await field.fill('ann');
  await button.click();
  // The browser moves the focus from the button to the invalid field.
  await expect(field).toBeFocused();
  expect(site.posts).toHaveLength(0);
});

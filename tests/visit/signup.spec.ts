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
    server,
  }) => {
    await page.goto(server.url);
    const { field, button } = waitlistForm(page, which);
    await field.fill('ann+news@example.com');
    await button.click();
    await expectInBoth(page, fixedTexts.success);

    await page.reload();
    await field.fill('ANN+news@example.com');
    await field.press('Enter');
    await expectInBoth(page, fixedTexts.duplicate);
    expect(await server.rows()).toEqual([
      { email: 'ann+news@example.com', referrer: `${server.url}/` },
    ]);
  });

test('a signup is sent though its page is closed', async ({ page, server }) => {
  server.answerInsertsWith(({ method }, response) => {
    if (method === 'POST') response.writeHead(201).end();
  });
  const { field } = await openFilled(page, server.url);
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
  expect(server.posts).toHaveLength(0);
  await page.close();
  await expect.poll(() => server.posts).toHaveLength(1);
});

test('an invalid address is not sent', async ({ page, server }) => {
  await page.goto(server.url);
  await hydrateIslands(page);
  const { field, button } = waitlistForm(page, 'first');
  await field.fill('ann');
  await button.click();
  // The browser moves the focus from the button to the invalid field.
  await expect(field).toBeFocused();
  expect(server.posts).toHaveLength(0);
});

import { expect } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import {
  expectInEveryForm,
  hydrateIslands,
  openFilled,
  fixedTexts,
  waitlistForm,
} from '../helpers/page.ts';

test('the last form joins, and reports a duplicate', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const { field, fill, button } = waitlistForm(page, 'last');
  await fill('ann+news@example.com');
  await button.click();
  await expectInEveryForm(page, fixedTexts.success);

  await page.reload();
  await fill('ANN+news@example.com');
  await field.press('Enter');
  await expectInEveryForm(page, fixedTexts.duplicate);
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

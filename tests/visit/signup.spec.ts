import { expect } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { hydrateIslands, openFilled } from '../helpers/page.ts';

test('a signup is sent though its page is closed', async ({ page, server }) => {
  server.answerInsertsWith(({ method }, response) => {
    if (method === 'POST') response.writeHead(201).end();
  });
  const { field } = await openFilled(page, server.url);
  await hydrateIslands(page);
  // Chromium sends six requests to a server at once. While these have no answer, the signup waits.
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

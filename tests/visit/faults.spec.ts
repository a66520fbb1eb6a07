import { expect, type BrowserContext } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
import {
  openFilled,
  expectInBoth,
  fixedTexts,
  hydrateIslands,
} from '../helpers/page.ts';
import type { SiteServer } from '../helpers/server.ts';

// Faults that only a browser's fetch can show; the store's test has all other responses.
const faults: [
  what: string,
  message: 'serverError' | 'networkError',
  cause: (server: SiteServer, context: BrowserContext) => unknown,
][] = [
  [
    'a redirect that would send the address elsewhere',
    'serverError',
    (server) =>
      server.answerInsertsWith((_request, response) =>
        response.writeHead(307, { Location: '/elsewhere' }).end(),
      ),
  ],
  [
    'a connection that is reset',
    'networkError',
    (server) =>
      server.answerInsertsWith(({ socket }) => socket.resetAndDestroy()),
  ],
  ['a backend that is gone', 'serverError', (server) => server.stopBackend()],
  [
    'being offline',
    'networkError',
    (_server, context) => context.setOffline(true),
  ],
];

for (const [what, message, cause] of faults)
  test(`after ${what} a press works`, async ({ page, context, server }) => {
    const { field, button } = await openFilled(page, server.url);
    await hydrateIslands(page);
    await cause(server, context);
    await button.click();
    await expectInBoth(page, fixedTexts[message]);
    // Chromium itself may retry a request that got no response on a reused connection.
    expect(server.posts.filter((path) => path !== '/rest/v1/waitlist')).toEqual(
      [],
    );
    await expect(field).toHaveValue('ann@example.com');

    await context.setOffline(false);
    server.answerInsertsWith(answering(201));
    await button.click();
    await expectInBoth(page, fixedTexts.success);
  });

import type { PGlite } from '@electric-sql/pglite';
import { expect, test as base, type Page } from '@playwright/test';
import { installNames } from './names.ts';
import { openSignedDatabase, startServer, type SiteServer } from './server.ts';

/** Playwright's `test`, with the built site running behind it. */
export const test = base.extend<{ server: SiteServer }, { database: PGlite }>({
  database: [
    async ({}, use) => {
      const database = await openSignedDatabase();
      await use(database);
      await database.close();
    },
    // Postgres may start slowly on a busy machine.
    { scope: 'worker', timeout: 60_000 },
  ],

  page: async ({ page, javaScriptEnabled }, use, { errors }) => {
    await installNames(page);
    // In the first frames of a window, Chromium's headless shell moves the pointer to 0, 0. That
    // would hydrate the page, so the test begins two frames later.
    if (javaScriptEnabled)
      await page.evaluate(
        () =>
          new Promise((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(resolve)),
          ),
      );
    const unusedRoutes = watchRoutes(page);
    await use(page);
    if (errors.length === 0)
      expect(
        [...unusedRoutes],
        'No request has matched these patterns of page.route, so the test has tested nothing',
      ).toEqual([]);
  },

  server: async ({ database }, use) => {
    const server = await startServer(database);
    await use(server);
    await server.stop();
  },
});

/** Collects the patterns of `page.route` that no request has matched yet. If a file is renamed, its route is never used, and the test tests nothing. */
function watchRoutes(page: Page): Set<string> {
  const unused = new Set<string>();
  const setRoute = page.route.bind(page);
  page.route = (pattern, handler, options) => {
    unused.add(String(pattern));
    const usedHandler: typeof handler = (route, request) => {
      unused.delete(String(pattern));
      return handler(route, request);
    };
    return setRoute(pattern, usedHandler, options);
  };
  return unused;
}

import type { PGlite } from '@electric-sql/pglite';
import { test as base } from '@playwright/test';
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

  page: async ({ page, javaScriptEnabled }, use) => {
    await installNames(page);
    // In a window's first frames Chromium's headless shell moves its pointer to
    // 0, 0, which would hydrate the page.
    if (javaScriptEnabled)
      await page.evaluate(
        () =>
          new Promise((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(resolve)),
          ),
      );
    await use(page);
  },

  server: async ({ database }, use) => {
    const server = await startServer(database);
    await use(server);
    await server.stop();
  },
});

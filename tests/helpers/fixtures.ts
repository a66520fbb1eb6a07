import type { PGlite } from '@electric-sql/pglite';
import { test as base } from '@playwright/test';
import { installNames } from './names';
import { openSignedDatabase, startSite, type Site } from './site';

export interface Options {
  /** The folder of the page under test, with its sources and its build. */
  folder: string;
}

/** Playwright's `test`, with the built site running behind it. */
export const test = base.extend<Options & { site: Site }, { database: PGlite }>(
  {
    folder: ['.', { option: true }],

    database: [
      async ({}, use) => {
        const database = await openSignedDatabase();
        await use(database);
        await database.close();
      },
      // Postgres may start slowly on a busy machine.
      { scope: 'worker', timeout: 60_000 },
    ],

    page: async ({ page, folder, javaScriptEnabled }, use) => {
      await installNames(page, folder);
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

    site: async ({ database, folder }, use) => {
      const site = await startSite(database, folder);
      await use(site);
      await site.stop();
    },
  },
);

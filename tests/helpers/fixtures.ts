import type { PGlite } from '@electric-sql/pglite';
import { test as base } from '@playwright/test';
import { openSignedDatabase, startSite, type Site } from './site';

export const test = base.extend<{ site: Site }, { database: PGlite }>({
  database: [
    async ({}, use) => {
      const database = await openSignedDatabase();
      await use(database);
      await database.close();
    },
    // Postgres may start slowly on a machine that is busy.
    { scope: 'worker', timeout: 60_000 },
  ],

  site: async ({ database }, use) => {
    const site = await startSite(database);
    await use(site);
    await site.stop();
    await site.stopBackend();
  },
});

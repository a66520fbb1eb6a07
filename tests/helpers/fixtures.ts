import type { PGlite } from '@electric-sql/pglite';
import { expect, test as base, type Page } from '@playwright/test';
import { waitlistPath } from '../../src/stores/waitlist-path.ts';
import { installNames } from './names.ts';
import { openSignedDatabase, startServer, type SiteServer } from './server.ts';

interface Fixtures {
  server: SiteServer;
  /** The errors of the page that a test causes on purpose. Every other error fails the test. */
  expectedErrors: RegExp | undefined;
}

/** The errors that Chromium and Astro log if a script of the islands is missing. */
export const missingScripts = /^Failed to load resource|^\[astro-island\]/;

/** Playwright's `test`, with the built site running behind it. A test fails if its page has an error. */
export const test = base.extend<Fixtures, { database: PGlite }>({
  expectedErrors: [undefined, { option: true }],

  database: [
    async ({}, use) => {
      const database = await openSignedDatabase();
      await use(database);
      await database.close();
    },
    // Postgres may start slowly on a busy machine.
    { scope: 'worker', timeout: 60_000 },
  ],

  page: async ({ page, server, expectedErrors }, use, { errors }) => {
    const pageErrors = collectErrors(page, server.url + waitlistPath);
    await installNames(page);
    const unusedRoutes = watchRoutes(page);
    await use(page);
    expect(
      pageErrors.filter((text) => !expectedErrors?.test(text)),
      'Errors of the page. A test that causes them on purpose sets expectedErrors',
    ).toEqual([]);
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

/**
 * Collects the errors that the page does not catch, and those in its console. Browsers also log each
 * insert that is refused or fails; that is no error of the page, which shows a message to the visitor.
 */
function collectErrors(page: Page, insertUrl: string): string[] {
  const found: string[] = [];
  page.on('pageerror', ({ message }) => found.push(message));
  page.on('console', (entry) => {
    const { url } = entry.location();
    if (entry.type() === 'error' && url !== insertUrl)
      found.push(`${entry.text()} at ${url}`);
  });
  return found;
}

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

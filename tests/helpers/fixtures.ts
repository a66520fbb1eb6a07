import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { getRequestListener } from '@hono/node-server';
import { test as base } from '@playwright/test';
import { openDatabase } from '../../local/database';
import { listen } from '../../local/listen';
import { createRestApi } from '../../local/postgrest/api';
import { loadSettings } from '../../local/settings';
import { createSite } from '../../local/site';

interface Row {
  email: string;
  referrer: string;
}

/** The built site behind Netlify's engines, with an embedded backend of its own that takes signups from it alone. */
interface Site {
  url: string;
  /** The backend's own address. */
  backendUrl: string;
  /** The paths of the POSTs that have reached the site's server. */
  posts: string[];
  /** From now on answers inserts with `listener`, in the place of the rewrite. */
  answerInsertsWith: (listener: RequestListener) => void;
  /** From now on fails every request for a script, or no longer. */
  failScripts: (isFailing: boolean) => void;
  /** The table, oldest row first. */
  rows: () => Promise<Row[]>;
  /** Puts an address on the list, as another visitor has. */
  addRow: (email: string) => Promise<unknown>;
  stopBackend: () => Promise<void>;
  /** Stops the site's own server: connections are refused. */
  stop: () => Promise<void>;
}

export const keys = loadSettings();
process.env['WAITLIST_SIGNING_SECRET'] =
  'the-secret-of-the-site-and-its-database';

export const test = base.extend<{ site: Site }, { database: PGlite }>({
  database: [
    async ({}, use) => {
      const database = await openDatabase('memory://');
      // Netlify's local engine signs as the deploy "dev", not "production".
      await database.query("select private.require_signature($1, 'dev')", [
        process.env['WAITLIST_SIGNING_SECRET'],
      ]);
      await use(database);
      await database.close();
    },
    { scope: 'worker' },
  ],

  site: async ({ database }, use) => {
    await database.exec(
      'truncate waitlist, private.signup_counter restart identity',
    );
    const api = createRestApi(database, keys);
    const backend = await listen(
      getRequestListener(api.fetch, { overrideGlobalObjects: false }),
    );
    const directory = await mkdtemp(join(tmpdir(), 'briefloom-'));
    await cp('dist', directory, { recursive: true });
    await writeFile(
      join(directory, '_redirects'),
      `/rest/v1/waitlist ${backend.url}/rest/v1/waitlist 200! signed=WAITLIST_SIGNING_SECRET`,
    );

    const builtSite = createSite(directory);
    let areScriptsFailing = false;
    let insertListener: RequestListener = (request, response) =>
      builtSite.emit('request', request, response);
    const server = await listen((request, response) => {
      const { method, url = '' } = request;
      if (method === 'POST') site.posts.push(url);
      if (areScriptsFailing && url.startsWith('/_astro/')) request.destroy();
      else if (url === '/rest/v1/waitlist') insertListener(request, response);
      else builtSite.emit('request', request, response);
    });

    const site: Site = {
      url: server.url,
      backendUrl: backend.url,
      posts: [],
      answerInsertsWith: (listener) => (insertListener = listener),
      failScripts: (isFailing) => (areScriptsFailing = isFailing),
      async rows() {
        const { rows } = await database.query<Row>(
          'select email, referrer from waitlist order by id',
        );
        return rows;
      },
      addRow: (email) =>
        database.query('insert into waitlist (email) values ($1)', [email]),
      stopBackend: backend.close,
      stop: server.close,
    };
    await use(site);

    await server.close();
    await backend.close();
    await rm(directory, { recursive: true });
  },
});

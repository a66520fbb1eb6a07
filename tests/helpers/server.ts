import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { getRequestListener } from '@hono/node-server';
import { listen } from '../../local/listen.ts';
import { createRestApi } from '../../local/postgrest/api.ts';
import {
  backendSettings,
  localDefaults,
} from '../../src/settings/environment.ts';
import { createNetlifySite } from '../../local/netlify-site.ts';
import { waitlistPath } from '../../src/stores/waitlist-path.ts';
import { openNewDatabase } from './database.ts';
import { answering } from './http.ts';

export type SiteServer = Awaited<ReturnType<typeof startServer>>;

/** The settings that `dist` is built with for the tests. */
export const defaults = backendSettings(localDefaults);

/**
 * Opens an empty database in memory that accepts only signed inserts. Sets WAITLIST_SIGNING_SECRET, the
 * secret with which the site signs.
 */
export async function openSignedDatabase(): Promise<PGlite> {
  process.env['WAITLIST_SIGNING_SECRET'] =
    'the-secret-of-the-site-and-its-database';
  const database = await openNewDatabase();
  await database.query('select private.require_signature($1)', [
    process.env['WAITLIST_SIGNING_SECRET'],
  ]);
  return database;
}

/**
 * Empties the database, and serves a copy of `dist` as Netlify does. In the rewrite that the build has
 * written, the URL of an embedded backend replaces the backend's URL.
 */
export async function startServer(database: PGlite) {
  await database.exec('truncate waitlist');
  const api = createRestApi(database, defaults);
  const backend = await listen(
    getRequestListener(api.fetch, { overrideGlobalObjects: false }),
  );
  const directory = await mkdtemp(join(tmpdir(), 'briefloom-'));
  for (const built of ['dist', '.netlify'])
    await cp(built, join(directory, built), { recursive: true });
  const config = join(directory, '.netlify/v1/config.json');
  const rules = await readFile(config, 'utf8');
  await writeFile(config, rules.replace(defaults.supabaseUrl, backend.url));

  const builtSite = createNetlifySite(join(directory, 'dist'));
  let site = builtSite;
  let insertListener: RequestListener = builtSite;
  const http = await listen((request, response) => {
    const { method, url = '' } = request;
    if (request.headers['sec-fetch-dest'] === 'document') server.loads++;
    if (method === 'POST') server.posts.push(url);
    if (server.removed?.test(url)) answering(404)(request, response);
    else if (url === waitlistPath) insertListener(request, response);
    else site(request, response);
  });

  const server = {
    url: http.url,
    /** The built page, a copy of `dist/index.html`. */
    builtPage: join(directory, 'dist/index.html'),
    backendUrl: backend.url,
    /** The paths of the POSTs that have reached the site's server. */
    posts: [] as string[],
    /** How often a browser has loaded the page. */
    loads: 0,
    /** Paths that answer 404. */
    removed: undefined as RegExp | undefined,
    /** From now on serves another build. Inserts still go to the rewrite of the first one. */
    deploy: (publishDirectory: string) =>
      (site = createNetlifySite(publishDirectory)),
    /** From now on answers inserts with `listener`, by default with the rewrite. */
    answerInsertsWith: (listener: RequestListener = builtSite) =>
      (insertListener = listener),
    /** The table, oldest row first. */
    async rows() {
      const { rows } = await database.query(
        'select email, referrer from waitlist order by id',
      );
      return rows;
    },
    /** Stops the site's server and its backend: connections are refused. */
    async stop() {
      await http.close();
      await backend.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return server;
}

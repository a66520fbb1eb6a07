import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { PGlite } from '@electric-sql/pglite';
import { test as base } from 'vitest';
import { listen } from '../../local/listen';
import { createNetlifySite } from '../../local/netlify';
import { makeCertificate } from '../../tests/helpers/certificate';
import { answering } from '../../tests/helpers/http';
import {
  keys,
  openSignedDatabase,
  startSite,
  type Site,
} from '../../tests/helpers/site';
import { checkHeaders, shippedKey, visit } from './probe/visit';

// Each has a site of its own, so none waits for another.
const { concurrent: test } = base.extend<{ database: PGlite; site: Site }>({
  database: [
    async ({}, use) => {
      const database = await openSignedDatabase();
      await use(database);
      await database.close();
    },
    { scope: 'file' },
  ],
  site: async ({ database }, use) => {
    const site = await startSite(database);
    await use(site);
    await site.stop();
  },
});

/** Runs `npm run probe` as npm does; resolves to its exit code, its output and its complaint. */
function probe(options: string[], environment: Record<string, string> = {}) {
  return new Promise<[number, string, string]>((resolve) => {
    execFile(
      process.execPath,
      ['scripts/owner/probe.ts', ...options],
      { env: { ...process.env, SUPABASE_URL: '', ...environment } },
      (error, output, complaint) => resolve([error ? 1 : 0, output, complaint]),
    );
  });
}

test('leaves nothing, and says whether the database itself takes unsigned requests', async ({
  site,
  database,
  expect,
}) => {
  const takes = `^${site.url} takes signups: .+\n`;
  const settings = {
    SUPABASE_URL: site.backendUrl,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
  };
  const signed = await probe([site.url], settings);
  expect(signed).toEqual([0, expect.stringMatching(takes), '']);
  expect(signed[1]).toContain(`${site.backendUrl} takes signed requests only`);

  const secret = process.env['WAITLIST_SIGNING_SECRET'];
  await database.query('select private.require_signature(null)');
  const unsigned = await probe([site.url], settings);
  await database.query('select private.require_signature($1)', [secret]);
  expect(unsigned).toEqual([0, expect.stringMatching(takes), '']);
  expect(unsigned[1]).toContain('takes unsigned requests as well');

  expect(await site.rows()).toEqual([]);
  const { rows } = await database.query('table private.recent_signup');
  expect(rows).toEqual([]);
});

test('says in one line how signups break', async ({ site, expect }) => {
  async function expectFailure(address: string, reason: string) {
    const line = expect.stringMatching(new RegExp(`^.*${reason}.*\n$`));
    expect.soft(await probe([address])).toEqual([1, '', line]);
  }

  // A visitor's page waits as long, and no longer.
  const asked = Promise.withResolvers<undefined>();
  site.answerInsertsWith(() => {
    asked.resolve(undefined);
  });
  const unanswered = expectFailure(site.url, 'not answered within 15 seconds');
  await asked.promise;
  site.answerInsertsWith(answering(540));
  await expectFailure(site.url, 'takes no signups: .* 540, the project is');
  await expectFailure('briefloom.com', 'Name the site');
  await unanswered;
  await site.stop();
  await expectFailure(site.url, 'refuses connections');
});

const edited =
  (from: string | RegExp, to: string) => async (answer: Response) =>
    new Response((await answer.text()).replace(from, to), answer);
const withType = (type: string) => async (answer: Response) =>
  new Response(await answer.text(), { headers: { 'content-type': type } });
const missing = () => new Response('', { status: 404 });
const claims = Buffer.from('{"role":"service_role"}').toString('base64url');
const legacyKey = `eyJh.${claims}.x`;

const pages = [
  ['has 0 of the 2', /^\/$/, edited(/<form.*?<\/form>/gs, '')],
  ['has 1 of the 2', /^\/$/, edited(/<form.*?<\/form>/s, '')],
  ['has an inline script that', /^\/$/, edited('<script>', '<script>;')],
  ['has an inline style that', /^\/$/, edited('<style>', '<style>*{}')],
  ['answers 404', /ScrollHeader/, missing],
  ['text/html in the place of', /islands/, withType('text/html')],
  ['answers 404', /woff2$/, missing],
  ['answers 404', /^\/logo/, missing],
  ['a key that opens', /islands/, edited(/sb_publishable_\w+/, 'sb_secret_x')],
  ['a key that opens', /islands/, edited(/sb_publishable_\w+/, legacyKey)],
  ['holds no public key', /islands/, edited(/sb_publishable_\w+/, '')],
  ['nothing, but netlify.toml', /^\/logo/, withType('image/svg+xml')],
] as const;

test('says in one line what is wrong with the page', async ({
  site,
  expect,
}) => {
  let [, path, change]: (typeof pages)[number] = pages[0];
  const front = await listen(
    getRequestListener(
      async ({ url }) => {
        const { pathname } = new URL(url);
        const answer = await fetch(site.url + pathname);
        const headers = new Headers(answer.headers);
        headers.delete('content-encoding');
        headers.delete('content-length');
        const plain = new Response(answer.body, { headers });
        return path.test(pathname) ? change(plain) : plain;
      },
      { overrideGlobalObjects: false },
    ),
  );
  async function check() {
    const seen = await visit(front.url);
    shippedKey(seen);
    await checkHeaders(seen);
  }
  for (const page of pages) {
    [, path, change] = page;
    const line = new RegExp(`^${front.url}[^\n]*${page[0]}[^\n]*$`);
    await expect.soft(check()).rejects.toThrow(line);
  }
  await front.close();
});

test('shows what is promised, and what a deploy keeps of it', async ({
  site,
  expect,
}) => {
  const { certFile, ...certificate } = makeCertificate();
  const builtSite = createNetlifySite('dist');
  const server = createSecureServer(
    { ...certificate, allowHTTP1: true },
    (request, response) => {
      if (request.method === 'GET') void builtSite(request, response);
      else response.writeHead(400).end('{"code":"23514"}');
    },
  ).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `https://localhost:${port}`;
  const trust = { NODE_EXTRA_CA_CERTS: certFile };
  const [exitCode, output] = await probe(['-v', url], trust);
  server.close();
  expect(output).toMatch(/^.+\n✓ protocol +h2 +h2\n✓ encoding +br +br\n✓ page/);
  expect(output.match(/^✓ .+ ≤ +[\d,]+ +[\d,]+$/gm)).toHaveLength(6);
  expect(output).not.toContain('✗');
  expect(exitCode).toBe(0);

  expect(await probe(['-v', site.url])).toEqual([
    1,
    expect.stringMatching(/^.+\n✗ protocol +h2 +http\/1.1\n✓ encoding/),
    `${site.url} does not keep all that is promised of it\n`,
  ]);
});

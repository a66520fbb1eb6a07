import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test, vi } from 'vitest';
import { netlifyConfig } from '../src/integrations/netlify.ts';
import { waitlistPath } from '../src/stores/waitlist-path.ts';
import { listen } from './listen.ts';
import { createNetlifySite } from './netlify-site.ts';

let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  // This server stands in for Supabase. It answers with the request's path and headers, compressed.
  const backend = await listen(({ url, headers }, response) => {
    response.setHeader('Content-Encoding', 'gzip');
    response.end(gzipSync(JSON.stringify({ url, ...headers })));
  });
  const directory = mkdtempSync(join(tmpdir(), 'waitlist-site-'));
  for (const folder of [
    'dist/_astro',
    'dist/scripts',
    'dist/pricing',
    '.netlify/v1',
  ])
    mkdirSync(join(directory, folder), { recursive: true });
  writeFileSync(join(directory, 'dist/index.html'), 'page');
  writeFileSync(join(directory, 'dist/404.html'), 'no such page');
  writeFileSync(join(directory, 'dist/our logo.svg'), 'logo');
  writeFileSync(join(directory, 'dist/pricing/index.html'), 'prices');
  writeFileSync(join(directory, 'dist/_astro/font.woff2'), '');
  writeFileSync(join(directory, 'dist/scripts/form.js'), '');
  writeFileSync(join(directory, 'dist/share.png'), '');
  const config = netlifyConfig({
    supabaseUrl: backend.url,
    isSignatureRequested: true,
  });
  const configFile = join(directory, '.netlify/v1/config.json');
  writeFileSync(configFile, JSON.stringify(config));
  vi.stubEnv('WAITLIST_SIGNING_SECRET', 'secret');
  server = await listen(createNetlifySite(join(directory, 'dist')));
  return async () => {
    vi.unstubAllEnvs();
    await server.close();
    await backend.close();
    rmSync(directory, { recursive: true });
  };
});

test('a rewritten request has production’s signature', async () => {
  const path = `${waitlistPath}?columns=email`;
  // curl sends the second header before more than 1 MB.
  const headers = { 'X-NF-Sign': 'forged', Expect: '100-continue' };
  const options = { method: 'POST', headers };
  const sent = request(server.url + path, options).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const received = (await json(answer)) as Record<string, string>;
  expect(received['url']).toBe(path);
  const [, claims = ''] = received['x-nf-sign']?.split('.') ?? [];
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject(
    {
      deploy_context: 'production',
      site_url: server.url,
      exp: expect.any(Number),
    },
  );
});

/** Netlify's default: https://docs.netlify.com/build/caching/caching-overview/ */
const revalidate = 'public, max-age=0, must-revalidate';
const year = 'public, max-age=31536000, immutable';

test.for([
  ['/', 'text/html; charset=utf-8', revalidate],
  ['/missing', 'text/html; charset=UTF-8', revalidate],
  ['/share.png', 'image/png', revalidate],
  ['/scripts/form.js', 'text/javascript; charset=utf-8', revalidate],
  ['/_astro/font.woff2', 'font/woff2', year],
] as const)('the headers of %s', async ([path, type, cacheControl]) => {
  const { headers } = await fetch(server.url + path);
  const ofServer = ['connection', 'keep-alive', 'date', 'content-length'];
  expect(
    Object.fromEntries(
      [...headers].filter(([name]) => !ofServer.includes(name)),
    ),
  ).toEqual({
    'cache-control': cacheControl,
    'content-security-policy': "frame-ancestors 'none'",
    'content-type': type,
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': 'max-age=63072000',
    'x-content-type-options': 'nosniff',
  });
});

test.for([
  ['/our%20logo.svg', 200, 'logo'],
  ['/pricing', 200, 'prices'],
  ['/pricing/', 200, 'prices'],
  ['/no/such.page', 404, 'no such page'],
  ['/%', 400, ''],
] as const)('%s is answered with %i "%s"', async ([path, status, body]) => {
  const answer = await fetch(server.url + path);
  expect([answer.status, await answer.text()]).toEqual([status, body]);
});

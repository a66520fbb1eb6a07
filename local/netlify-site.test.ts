import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { netlifyConfig } from '../src/integrations/netlify.ts';
import { waitlistPath } from '../src/stores/waitlist-path.ts';
import { listen } from './listen.ts';
import { createNetlifySite } from './netlify-site.ts';

type Server = Awaited<ReturnType<typeof listen>>;

let directory: string;
let server: Server;
/** Stands in for Supabase; answers with the request's path and headers, compressed. */
let backend: Server;

beforeAll(async () => {
  backend = await listen(({ url, headers }, response) => {
    response.setHeader('Content-Encoding', 'gzip');
    response.end(gzipSync(JSON.stringify({ url, ...headers })));
  });
  directory = mkdtempSync(join(tmpdir(), 'waitlist-site-'));
  for (const folder of ['dist/_astro', 'dist/pricing', '.netlify/v1'])
    mkdirSync(join(directory, folder), { recursive: true });
  writeFileSync(join(directory, 'dist/index.html'), 'page');
  writeFileSync(join(directory, 'dist/404.html'), 'no such page');
  writeFileSync(join(directory, 'dist/our logo.svg'), 'logo');
  writeFileSync(join(directory, 'dist/pricing/index.html'), 'prices');
  writeFileSync(join(directory, 'dist/_astro/script.js'), '');
  writeFileSync(join(directory, 'dist/share.png'), '');
  const config = netlifyConfig(
    { supabaseUrl: backend.url, isSignatureRequested: true },
    ['script.js'],
  );
  const configFile = join(directory, '.netlify/v1/config.json');
  writeFileSync(configFile, JSON.stringify(config));
  vi.stubEnv('WAITLIST_SIGNING_SECRET', 'secret');
  server = await listen(createNetlifySite(join(directory, 'dist')));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await backend.close();
  rmSync(directory, { recursive: true });
});

/** Sends the path unchanged, unlike `fetch`, which normalizes it. */
async function send(method: string, path: string) {
  const { port } = server;
  const outgoing = request({ port, host: '127.0.0.1', method, path });
  const [response] = (await once(outgoing.end(), 'response')) as [
    NodeJS.ReadableStream & { statusCode: number },
  ];
  return { status: response.statusCode, body: await text(response) };
}

describe('a rewritten request', () => {
  const path = `${waitlistPath}?columns=email`;
  let received: Record<string, string>;

  beforeAll(async () => {
    const headers = {
      'X-Forwarded-For': '192.0.2.1',
      'X-NF-Client-Connection-IP': '192.0.2.1',
      'X-NF-Sign': 'forged',
    };
    const answer = await fetch(server.url + path, { method: 'POST', headers });
    received = await answer.json();
  });

  test('has the visitor’s IP address', () => {
    expect(received).toMatchObject({
      url: path,
      'x-forwarded-for': '127.0.0.1',
      'x-nf-client-connection-ip': '127.0.0.1',
    });
  });

  test('has the signature of a production deploy', () => {
    const [, claims = ''] = received['x-nf-sign']?.split('.') ?? [];
    const signed = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect(signed).toMatchObject({
      deploy_context: 'production',
      site_url: server.url,
      exp: expect.any(Number),
    });
  });
});

/** Netlify's default: https://docs.netlify.com/build/caching/caching-overview/ */
const revalidate = 'public, max-age=0, must-revalidate';

test.for([
  ['/', 'text/html; charset=utf-8', revalidate],
  ['/missing', 'text/html; charset=UTF-8', revalidate],
  ['/share.png', 'image/png', revalidate],
  // A script that a deploy has removed may come back. Chromium must not keep this answer.
  ['/_astro/removed.js', 'text/html; charset=UTF-8', revalidate],
  [
    '/_astro/script.js',
    'text/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
  ],
] as const)('the headers of %s', async ([path, type, cacheControl]) => {
  const response = await fetch(server.url + path);
  const headers = new Headers(response.headers);
  for (const name of ['connection', 'keep-alive', 'date', 'content-length'])
    headers.delete(name);
  expect(Object.fromEntries(headers)).toEqual({
    'cache-control': cacheControl,
    'content-security-policy': "frame-ancestors 'none'",
    'content-type': type,
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': 'max-age=63072000',
    'x-content-type-options': 'nosniff',
  });
});

const notFound = { status: 404, body: 'no such page' };

test('a URL without a file is answered with the page 404.html', async () => {
  expect(await send('GET', '/no/such.page')).toEqual(notFound);
});

test('a path that cannot be decoded is answered with 400', async () => {
  expect(await send('GET', '/%zz')).toEqual({ status: 400, body: '' });
  expect(await send('GET', '/?%zz')).toEqual({ status: 200, body: 'page' });
});

test.for([
  ['/our%20logo.svg', 'logo'],
  ['/pricing', 'prices'],
  ['/pricing/', 'prices'],
] as const)(
  'a file is served at the URL of a link: %s',
  async ([path, body]) => {
    expect(await send('GET', path)).toEqual({ status: 200, body });
  },
);

test.for([
  '/REST/v1/waitlist',
  '/rest/v1/waitlistx',
  '/rest/v1/waitlist/../rpc/remove_signup',
])('no other path reaches the backend: %s', async (path) => {
  expect(await send('POST', path)).toEqual(notFound);
});

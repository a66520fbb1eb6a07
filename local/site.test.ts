import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createSite } from './site.ts';

let directory: string;
let site: Server;
/** Stands for Supabase, and answers with what has reached it. */
const backend = createServer(({ url, headers }, response) => {
  const names = [
    'x-forwarded-for',
    'x-nf-client-connection-ip',
    'x-nf-sign',
  ] as const;
  response.end(JSON.stringify([url, ...names.map((name) => headers[name])]));
});

beforeAll(async () => {
  const port = await listen(backend);
  directory = mkdtempSync(join(tmpdir(), 'waitlist-site-'));
  const published = join(directory, 'dist');
  mkdirSync(published);
  writeFileSync(join(directory, 'secret.txt'), 'secret');
  writeFileSync(join(published, 'index.html'), 'page');
  writeFileSync(
    join(published, '_redirects'),
    `/rest/v1/waitlist http://127.0.0.1:${String(port)}/rest/v1/waitlist 200! signed=WAITLIST_SIGNING_SECRET`,
  );
  vi.stubEnv('WAITLIST_SIGNING_SECRET', 'secret');
  site = createSite(published);
  await listen(site);
});
afterAll(() => {
  vi.unstubAllEnvs();
  site.close();
  backend.close();
  rmSync(directory, { recursive: true });
});

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Unlike `fetch`, sends the path as it is written here. */
async function send(method: string, path: string, headers = {}) {
  const { port } = site.address() as AddressInfo;
  const outgoing = request({ port, host: '127.0.0.1', method, path, headers });
  const [response] = (await once(outgoing.end(), 'response')) as [
    NodeJS.ReadableStream & { statusCode: number },
  ];
  return { status: response.statusCode, body: await text(response) };
}

test('what is said of a visitor is the server’s word, whatever the visitor says', async () => {
  const { body } = await send('POST', '/rest/v1/waitlist?columns=email', {
    'X-Forwarded-For': '192.0.2.1',
    'X-NF-Client-Connection-IP': '192.0.2.1',
    'X-NF-Sign': 'forged',
  });
  expect(JSON.parse(body)).toEqual([
    '/rest/v1/waitlist?columns=email',
    '127.0.0.1',
    '127.0.0.1',
    expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  ]);
});

describe('nothing else reaches the backend', () => {
  test.for([
    '//rest/v1/waitlist',
    '/REST/v1/waitlist',
    '/rest/v1/',
    '/rest/v1/waitlistx',
    '/rest/v1/waitlist/x',
    '/rest/v1/waitlist/../signup_counter',
    '/rest/v1/waitlist%2f..%2frpc',
    '/rest/v1/waitlist%3fselect=email',
    '/rest/v1/rpc/x',
  ])('%s', async (path) => {
    expect(await send('POST', path)).toEqual({ status: 405, body: '' });
  });
});

describe('no file but those of the page is served', () => {
  test.for([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '//etc/passwd',
    '/%00',
  ])('%s', async (path) => {
    expect((await send('GET', path)).status).toBe(404);
  });
});

test.for(['/%', '/%ff'])(
  'a path that is no text is refused: %s',
  async (path) => {
    expect((await send('GET', path)).status).toBe(400);
  },
);

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../../local/listen.ts';
import { answering } from '../../tests/helpers/http.ts';
import { describeAnswer, request } from './request.ts';

test.for([
  [402, '', '402, Supabase has restricted'],
  [404, '{"code":"PGRST202"}', '404 PGRST202, the database lacks a function'],
  [503, '{"code":"PGRST002"}', '503 PGRST002, the database is starting'],
  [404, '{"code":"22P02"}', '404 22P02, an error of the database$'],
  [404, '<html>', '404, of its own$'],
  [418, '', '418$'],
] as const)('%i %s is named', ([status, text, line]) => {
  expect(describeAnswer({ status, text }, { 404: 'of its own' })).toMatch(
    new RegExp(`^${line}`),
  );
});

/** Milliseconds that no answer of this machine takes. */
const timeout = 10_000;

test.for<[string, RequestListener, number]>([
  [
    'broke the connection off before its answer was whole',
    (_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('[', () => response.destroy());
    },
    timeout,
  ],
  [
    'has not answered within 0.3 seconds',
    (_request, response) => response.write('['),
    300,
  ],
])('a server that %s', async ([line, listener, timeout]) => {
  const { url, close } = await listen(listener);
  await expect(request(`${url}/path`, { timeout })).rejects.toThrow(
    `${url} ${line}`,
  );
  await close();
});

test('an address where nothing listens, or something that speaks another protocol', async () => {
  const { url, close } = await listen(answering(200));
  await expect(
    request(url.replace('http', 'https'), { timeout }),
  ).rejects.toThrow('does not speak https');
  await close();
  await expect(request(url, { timeout })).rejects.toThrow(
    `${url} refuses connections: is it running?`,
  );
  await expect(request('https://nowhere.invalid', { timeout })).rejects.toThrow(
    'https://nowhere.invalid is not known',
  );
});

test('a self-signed certificate', async () => {
  const pem = readFileSync('tests/helpers/self-signed.pem');
  const server = createServer({ key: pem, cert: pem }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(
    request(`https://localhost:${port}`, { timeout }),
  ).rejects.toThrow('has a certificate that is not trusted (DEPTH_ZERO');
  server.close();
});

import { once } from 'node:events';
import { createConnection } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

test.for([
  ['an idle connection', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 60_000, 200],
  ['a request that never ends', 'POST / HTTP/1.1\r\nHost: x\r\n', 200, 500],
] as const)(
  'closing does not wait for %s',
  async ([, sent, gracePeriod, duration]) => {
    const server = await listen((_request, response) => response.end());
    const socket = createConnection(server.port, '127.0.0.1');
    socket.on('error', () => undefined).write(sent);
    await once(socket, sent.endsWith('\r\n\r\n') ? 'data' : 'connect');
    const start = performance.now();
    await server.close(gracePeriod);
    expect(performance.now() - start).toBeLessThan(duration + 1000);
    socket.destroy();
  },
);

test('closing waits for the response to a running request, and no longer', async () => {
  const arrived = Promise.withResolvers<undefined>();
  const server = await listen((_request, response) => {
    arrived.resolve(undefined);
    setTimeout(() => response.end('late'), 100);
  });
  const answer = fetch(server.url);
  await arrived.promise;
  const start = performance.now();
  const closed = server.close(5000);
  expect(await (await answer).text()).toBe('late');
  // It does not wait for the connection, which is idle from then on.
  await closed;
  expect(performance.now() - start).toBeLessThan(3000);
});

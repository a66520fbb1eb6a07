import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

const addresses = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => address);

test.skipIf(addresses.length === 0)(
  'others on the network cannot connect',
  async () => {
    const { port, url, close } = await listen((_request, response) => {
      response.end();
    });
    expect((await fetch(url)).status).toBe(200);
    for (const address of addresses)
      await expect(fetch(`http://${address}:${port}`)).rejects.toThrow();
    await close();
  },
);

test('a port that another process uses is named, with the settings of ports', async () => {
  const { port, close } = await listen(() => undefined);
  const again = listen(() => undefined, port);
  for (const part of [`${port}`, 'PORT=', 'SUPABASE_URL'])
    await expect(again).rejects.toThrow(part);
  await close();
});

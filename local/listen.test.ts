import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

/** This machine's own IP addresses in its networks. */
const ips = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => address);

test.skipIf(ips.length === 0)(
  'others on the network cannot connect',
  async () => {
    const { port, url, close } = await listen((_request, response) => {
      response.end();
    });
    expect((await fetch(url)).status).toBe(200);
    for (const ip of ips)
      await expect(fetch(`http://${ip}:${port}`)).rejects.toThrow();
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

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

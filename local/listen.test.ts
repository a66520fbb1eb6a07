import { existsSync, readFileSync } from 'node:fs';
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

const advice = 'or choose another port with PORT=… for the page, SUPABASE_URL';

test('a port that another process uses is named, with what to do', async () => {
  const { port, close } = await listen(() => undefined);
  await expect(listen(() => undefined, port)).rejects.toThrow(
    `Port ${port} is taken, perhaps by another copy of this site: stop that copy, ${advice}`,
  );
  await close();
});

/** The file in which Linux keeps the first port that any user may open. */
const firstPort = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
const isPortReserved =
  existsSync(firstPort) && Number(readFileSync(firstPort, 'utf8')) > 80;

test.skipIf(!isPortReserved)(
  'a port that the system refuses is named, with what to do',
  async () => {
    // Linux refuses no port to root.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      await expect(listen(() => undefined, 80)).rejects.toThrow(
        `Port 80 is reserved by the system: free it, ${advice}`,
      );
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  },
);

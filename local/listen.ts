import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts an HTTP server that only this machine can reach; port 0 takes any free port.
 * Its `close` ends all connections; it may be called again.
 *
 * @throws an Error of one line that says what to do, if the port is taken.
 */
export async function listen(listener: RequestListener, wantedPort = 0) {
  const host = '127.0.0.1';
  const { port, close } = await listenOn(host, listener, wantedPort);
  return { url: `http://${host}:${port}`, port, close };
}

/**
 * Starts a second server on a port of ::1, since browsers take `localhost` for either
 * address. Does nothing on a machine without IPv6. Returns what closes it.
 *
 * @throws an Error of one line that says what to do, if the port is taken.
 */
export async function listenOnIPv6(
  listener: RequestListener,
  port: number,
): Promise<() => Promise<void>> {
  try {
    const { close } = await listenOn('::1', listener, port);
    return close;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)) throw error;
    return async () => undefined;
  }
}

async function listenOn(
  host: string,
  listener: RequestListener,
  wantedPort: number,
) {
  const server = createServer(listener).listen(wantedPort, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${wantedPort} is taken, perhaps by another copy of this site: stop that, or choose another port with PORT=… for the page, SUPABASE_URL for the database.`,
    );
  });

  async function close(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  }
  return { port: (server.address() as AddressInfo).port, close };
}

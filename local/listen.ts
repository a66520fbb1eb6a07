import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
} from 'node:net';
import { pipeline } from 'node:stream';

const host = '127.0.0.1';

/**
 * Starts an HTTP server that only this machine can reach; port 0 takes any free port.
 * Its `close` ends all connections; it may be called again.
 *
 * @throws an Error of one line that says what to do, if the port is taken.
 */
export async function listen(listener: RequestListener, wantedPort = 0) {
  const server = createServer(listener);
  await take(server, wantedPort, host);
  const { port } = server.address() as AddressInfo;

  async function close(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  }
  return { url: `http://${host}:${port}`, port, close };
}

/**
 * Passes connections to a port of ::1 on to 127.0.0.1, since browsers take `localhost`
 * for either. Does nothing on a machine without IPv6. Returns what ends it; connections
 * that are open end with the server that they lead to.
 *
 * @throws an Error of one line that says what to do, if the port is taken.
 */
export async function forwardFromIPv6(port: number): Promise<() => void> {
  const server = createTcpServer((socket) => {
    // Where one side ends or fails, the other does too.
    pipeline(socket, connect(port, host), socket, () => undefined);
  });
  await take(server, port, '::1').catch((error: NodeJS.ErrnoException) => {
    if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(error.code ?? ''))
      throw error;
  });
  return () => server.close();
}

/** Resolves once a server listens. */
async function take(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port} is taken, perhaps by another copy of this site: stop that, or choose another port with PORT=… for the page, SUPABASE_URL for the database.`,
    );
  });
}

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts an HTTP server that only this machine can reach. Port 0 means any free port.
 * Its `close` ends all connections, and may be called again.
 *
 * @throws an Error of one line that says what to do, if another program uses the port, or the
 *   system refuses it.
 */
export async function listen(listener: RequestListener, requestedPort = 0) {
  const host = '127.0.0.1';
  const server = createServer(listener).listen(requestedPort, host);
  await once(server, 'listening').catch((cause: Error) => {
    throw new Error(
      `${cause.message}. Free the port, or choose another one: PORT=… for the page, SUPABASE_URL for the database.`,
      { cause },
    );
  });
  const { port } = server.address() as AddressInfo;

  async function close(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  }
  return { url: `http://${host}:${port}`, port, close };
}

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Why a server cannot listen on a port, by the code of Node's error. */
const reasons = new Map([
  [
    'EADDRINUSE',
    'is taken, perhaps by another copy of this site: stop that copy',
  ],
  // Windows reserves ranges of ports; Unix reserves those below 1024 for the administrator.
  ['EACCES', 'is reserved by the system: free it'],
]);

/**
 * Starts an HTTP server that only this machine can reach. Port 0 means any free port.
 * Its `close` ends all connections, and may be called again.
 *
 * @throws an Error of one line that says what to do, if the port is taken or the system
 *   refuses it.
 */
export async function listen(listener: RequestListener, requestedPort = 0) {
  const host = '127.0.0.1';
  const server = createServer(listener).listen(requestedPort, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const reason = reasons.get(error.code ?? '');
    if (reason === undefined) throw error;
    throw new Error(
      `Port ${requestedPort} ${reason}, or choose another port with PORT=… for the page, SUPABASE_URL for the database.`,
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

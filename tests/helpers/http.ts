import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real HTTP server on a free port of this machine; `close` also ends what is still open. */
export async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      if (server.listening) await once(server.close(), 'close');
    },
  };
}

/** A listener that gives every request the same answer. */
export const answering =
  (status: number, body = '', type = 'application/json'): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'Content-Type': type }).end(body);

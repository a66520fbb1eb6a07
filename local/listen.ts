import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

const host = '127.0.0.1';

interface ListeningServer {
  url: string;
  port: number;
  /** Refuses new connections and ends running requests after `gracePeriod` milliseconds; may be called again. */
  close: (gracePeriod?: number) => Promise<void>;
}

/** Starts an HTTP server that only this machine can reach; port 0 takes any free port. */
export async function listen(
  listener: RequestListener,
  wantedPort = 0,
): Promise<ListeningServer> {
  const server = createServer(listener).listen(wantedPort, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function close(gracePeriod = 0) {
    if (!server.listening) return;
    const closed = once(server.close(), 'close');
    const idle = setInterval(() => server.closeIdleConnections(), 20);
    const busy = setTimeout(() => server.closeAllConnections(), gracePeriod);
    await closed;
    clearInterval(idle);
    clearTimeout(busy);
  }
  return { url: `http://${host}:${port}`, port, close };
}

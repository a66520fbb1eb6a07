import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { openDatabase } from './database.ts';
import { createRestApi } from './postgrest/api.ts';

interface Settings {
  dataDirectory: string;
  /** 0 takes any free port. */
  port: number;
  publishableKey: string;
  secretKey: string;
}

interface Backend {
  url: string;
  /** Answers what is under way, then ends; every row answered 201 is kept. */
  close: () => Promise<void>;
}

const host = '127.0.0.1';
/** How long a request under way may still take once the backend is closing. */
const patience = 2000;

/**
 * Starts the embedded backend where the page's rewrite finds Supabase in
 * production.
 *
 * @throws an Error of one line that says what to do, if the port is taken or the
 *   data folder cannot be used.
 */
export async function startBackend({
  dataDirectory,
  port,
  ...keys
}: Settings): Promise<Backend> {
  const database = await openDatabase(dataDirectory);
  const { fetch } = createRestApi(database, keys);
  const server = createAdaptorServer({ fetch });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    await database.close();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port} of ${host} is taken, perhaps by a Supabase or another copy of this site: stop that one first.`,
      { cause: error },
    );
  }

  return {
    url: `http://${host}:${String((server.address() as AddressInfo).port)}`,
    close: async () => {
      await stop(server);
      await database.close();
    },
  };
}

/** Idle keep-alive connections are closed at once, and again as others turn idle. */
function stop(server: ReturnType<typeof createAdaptorServer>): Promise<void> {
  return new Promise((resolve) => {
    if (!('closeIdleConnections' in server)) return;
    const idle = setInterval(() => {
      server.closeIdleConnections();
    }, 20);
    const busy = setTimeout(() => {
      server.closeAllConnections();
    }, patience);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(busy);
      resolve();
    });
  });
}

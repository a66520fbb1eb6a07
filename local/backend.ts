import { getRequestListener } from '@hono/node-server';
import { openDatabase } from './database.ts';
import { listen } from './listen.ts';
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
  /** Waits for running requests, `gracePeriod` at most, then stops; every row answered with 201 is kept. */
  close: () => Promise<void>;
}

/** Milliseconds that running requests get to end when the backend is closed. */
const gracePeriod = 2000;

/**
 * Starts the embedded backend, the database and its REST API, on 127.0.0.1 only.
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
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  try {
    const { url, close } = await listen(listener, port);
    return {
      url,
      async close() {
        await close(gracePeriod);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port} of 127.0.0.1 is taken, perhaps by a Supabase or another copy of this site: stop that one first.`,
      { cause: error },
    );
  }
}

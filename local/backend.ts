import { getRequestListener } from '@hono/node-server';
import { openDatabase } from './database.ts';
import { listen } from './listen.ts';
import { createRestApi, type Keys } from './postgrest/api.ts';

/**
 * Starts the embedded backend, which is the database and its REST API. Only this machine can reach the
 * backend. Port 0 means any free port.
 *
 * @throws an Error of one line that says what to do, if the port is taken or the
 *   data folder cannot be used.
 */
export async function startBackend({
  dataDirectory,
  port,
  ...keys
}: Keys & { dataDirectory: string; port: number }) {
  const database = await openDatabase(dataDirectory);
  const api = createRestApi(database, keys);
  const server = await listen(
    getRequestListener(api.fetch, { overrideGlobalObjects: false }),
    port,
  ).catch(async (error: unknown) => {
    // An open database would keep the process alive for some seconds.
    await database.close();
    throw error;
  });
  async function close() {
    await server.close();
    await database.close();
  }
  return { url: server.url, close };
}

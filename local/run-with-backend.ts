import { backendSettings } from '../src/settings/environment.ts';
import { site } from '../src/site.ts';
import { startBackend } from './backend.ts';
import type { Keys } from './postgrest/api.ts';

/**
 * Runs a server of the page and its backend until Ctrl-C. The backend is the embedded one,
 * unless `SUPABASE_URL` names another machine. If either cannot start, the process prints one line that says what to do.
 *
 * @param startPage starts the page's server on `pagePort` of 127.0.0.1; resolves to a
 *   function that stops it
 */
export async function runWithBackend(
  startPage: (supabaseUrl: string) => Promise<() => Promise<void>>,
): Promise<void> {
  let backend: Awaited<ReturnType<typeof startEmbeddedBackend>>;
  try {
    const { supabaseUrl, ...keys } = backendSettings();
    // The database starts first, so that the page can take signups as soon as it is served.
    backend = await startEmbeddedBackend(supabaseUrl, keys);
    const closePage = await startPage(supabaseUrl);
    console.log(
      `${site.name} is at http://localhost:${pagePort}, its list in ${backend ? 'the embedded database' : supabaseUrl}`,
    );
    // After Ctrl-C the process gets a signal from the terminal, and again from npm or Node.
    let closed: Promise<void> | undefined;
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.on(signal, () => {
        closed ??= closePage()
          .then(() => backend?.close())
          .then(() => process.exit());
      });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    await backend?.close();
  }
}

/** The port of the page. */
export const pagePort = Number(process.env['PORT'] || 4321);

async function startEmbeddedBackend(supabaseUrl: string, keys: Keys) {
  const { hostname, port } = new URL(supabaseUrl);
  if (!['127.0.0.1', 'localhost'].includes(hostname)) return undefined;
  const { DATA_DIR: dataDirectory = '.data' } = process.env;
  console.log(
    'Starting the embedded database. The first start may take half a minute.',
  );
  return startBackend({ dataDirectory, port: Number(port || 80), ...keys });
}

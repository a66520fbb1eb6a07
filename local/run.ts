import { site } from '../src/site.ts';
import { startBackend } from './backend.ts';
import { loadSettings } from './settings.ts';

/** Starts a server of the page whose inserts are led to `supabaseUrl`; resolves to the function that stops it. */
type StartPage = (
  port: number,
  supabaseUrl: string,
) => Promise<() => Promise<void>>;

/**
 * Runs a server of the page with the backend behind it until Ctrl-C, which stops
 * both. The backend is the embedded one, unless `SUPABASE_URL` names another
 * machine or a Supabase that already runs on this one. Whatever keeps either
 * from starting ends the process with one line that says what to do.
 */
export async function runWithBackend(startPage: StartPage): Promise<void> {
  const { supabaseUrl, ...keys } = loadSettings();
  const { PORT = '4321' } = process.env;
  const port = Number(PORT);

  try {
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new Error(
        `PORT must be a whole number from 1 to 65535, not "${PORT}".`,
      );
    }
    const [backend, stopPage] = await Promise.all([
      startEmbeddedBackend(new URL(supabaseUrl), keys),
      startPage(port, supabaseUrl),
    ]);
    console.log(
      `${site.name} is at http://localhost:${PORT}, its list in ${backend ? 'the embedded database' : supabaseUrl}`,
    );
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.once(signal, () => void stopPage().then(() => backend?.close()));
    }
  } catch (error) {
    const isTaken =
      error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    console.error(
      isTaken
        ? `Port ${PORT} is taken: stop what listens there, or choose another with PORT=….`
        : error instanceof Error
          ? error.message
          : error,
    );
    process.exit(1);
  }
}

async function startEmbeddedBackend(
  supabaseUrl: URL,
  keys: { publishableKey: string; secretKey: string },
) {
  const { DATA_DIR: dataDirectory = '.data' } = process.env;
  const isThisMachine = ['127.0.0.1', 'localhost', '[::1]'].includes(
    supabaseUrl.hostname,
  );
  if (!isThisMachine || (await hasWaitlist(supabaseUrl, keys.publishableKey)))
    return undefined;
  return startBackend({
    dataDirectory,
    port: Number(supabaseUrl.port),
    ...keys,
  });
}

/** Whether a Supabase with the waitlist table, closed to readers as it is, already answers at this address. */
async function hasWaitlist(supabaseUrl: URL, apikey: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/rest/v1/waitlist', supabaseUrl), {
      headers: { apikey },
    });
    const { code }: { code?: unknown } = await answer.json();
    return code === '42501';
  } catch {
    return false;
  }
}

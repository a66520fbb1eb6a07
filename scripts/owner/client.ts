import {
  PostgrestClient,
  type PostgrestSingleResponse,
} from '@supabase/postgrest-js';
import { backendSettings } from '../../src/settings/environment.ts';
import type { Database } from './database.types.ts';

/** What `runOwnerCommand` gives to a command: the client, `rowsOf` and `errorOf` for its responses, and the label. */
export type OwnerClient = ReturnType<typeof createOwnerClient>;

/** Runs one of the owner's commands. If it fails, it prints one line and exits with 1. */
export async function runOwnerCommand(
  command: (ownerClient: OwnerClient) => Promise<void>,
): Promise<void> {
  try {
    await command(createOwnerClient());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** `1 signup`, `1,085 signups`. */
export function formatSignups(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'signup' : 'signups'}`;
}

/** Milliseconds after which the client aborts a request. Supabase ends a query after 8,000. */
const timeout = 30_000;

/**
 * Throws the error of a failed fetch. If the host has several IP addresses, Node's error has a reason
 * for each of them, but no message. Then the thrown error has the reasons as its message.
 */
function throwWithReasons(error: Error): never {
  if (!(error.cause instanceof AggregateError)) throw error;
  const reasons = error.cause.errors.map(({ message }: Error) => message);
  throw new Error(reasons.join(', '));
}

/** A client for the backend that the settings name. */
function createOwnerClient() {
  const { supabaseUrl: origin, secretKey } = backendSettings();
  const { hostname, protocol } = new URL(origin);
  const isLocal = ['127.0.0.1', 'localhost'].includes(hostname);
  if (protocol !== 'https:' && !isLocal)
    throw new Error(
      `SUPABASE_URL must begin with https://, or others on the network could read the key: ${origin}`,
    );
  const apikey = secretKey.trim();
  if (!/^(?!sb_publishable_)[\w.-]+$/.test(apikey))
    throw new Error(
      'SUPABASE_SECRET_KEY is not a secret key. Copy it from Supabase (Settings, API keys): it begins with sb_secret_.',
    );

  const client = new PostgrestClient<Database>(`${origin}/rest/v1`, {
    headers: { apikey },
    // Otherwise the client tries a read four times, and the owner waits for two minutes for a
    // server that does not answer.
    retry: false,
    fetch: (url, options) =>
      fetch(url, {
        ...options,
        // A redirect would send the key to another server.
        redirect: 'error',
        // The client's own timeout ends when the headers have come. This one is for the body, too.
        signal: AbortSignal.timeout(timeout),
      }).catch(throwWithReasons),
  });

  /** Runs a query and returns its rows. @throws `errorOf` the response, if it has no rows. */
  async function rowsOf<Row>(
    query: PromiseLike<PostgrestSingleResponse<Row[]>>,
  ): Promise<Row[]> {
    const response = await query;
    if (Array.isArray(response.data)) return response.data;
    throw errorOf(response);
  }

  /**
   * An Error of one line for a response that is no success, in the words of PostgREST, Postgres or Node
   * unless they would mislead. It leaves out their `details`, in which Postgres names the values of a row.
   */
  function errorOf({ status, error }: PostgrestSingleResponse<unknown>): Error {
    // In this case `error.message` is the response body, which may contain e-mails. Do not print it.
    if (!error || (status >= 200 && status < 300))
      return new Error(
        `${origin} does not answer with the waitlist: is SUPABASE_URL right?`,
      );
    // No complete response arrived. The cause says more than "fetch failed".
    if (status === 0) {
      const [, cause] = /^Caused by: (.+)/m.exec(error.details) ?? [];
      return new Error(`${origin}: ${cause ?? error.message}`);
    }
    // A gateway may answer with JSON that has no `message`, or with a page of HTML.
    const [message] = (error.message ?? JSON.stringify(error)).split('\n');
    const hint = error.hint ? ` (${error.hint})` : '';
    return new Error(`${origin} answers ${status}: ${message}${hint}`);
  }

  /** The backend's URL, and whether that is this machine. */
  const label = isLocal ? `${origin}, on this machine` : origin;
  return { client, rowsOf, errorOf, label };
}

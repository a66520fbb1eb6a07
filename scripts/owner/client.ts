import {
  PostgrestClient,
  type PostgrestSingleResponse,
} from '@supabase/postgrest-js';
import { loadSettings } from '../../src/settings/local.ts';
import { projectUrl } from '../../src/settings/project-url.ts';
import type { Database } from './database.ts';

/** The waitlist as its owner reaches it. */
export type Waitlist = ReturnType<typeof openWaitlist>;

/**
 * Runs an owner's command on the list that the settings name. A failure is one line
 * and a non-zero exit; if the reader of a pipe closes it early, there is no line.
 */
export async function runOwnerCommand(
  command: (waitlist: Waitlist) => Promise<void>,
): Promise<void> {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') console.error(`The output is not whole: ${message}`);
    process.exit(1);
  });
  try {
    await command(openWaitlist());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** `1 signup`, `1,085 signups`. */
export function inSignups(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'signup' : 'signups'}`;
}

/** Milliseconds after which a request without a whole answer is given up. Supabase ends a query after 8,000. */
const timeout = 30_000;

function openWaitlist() {
  const { supabaseUrl, secretKey } = loadSettings();
  const origin = projectUrl('SUPABASE_URL', supabaseUrl);
  const { hostname, protocol } = new URL(origin);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !isLocal)
    throw new Error(
      `SUPABASE_URL must begin with https://, or the key could be read on its way: ${origin}`,
    );
  const apikey = secretKey.trim();
  if (!/^(?!sb_publishable_)[\w.-]+$/.test(apikey))
    throw new Error(
      "SUPABASE_SECRET_KEY is no secret key: set it to the project's, which begins with sb_secret_.",
    );

  const client = new PostgrestClient<Database>(`${origin}/rest/v1`, {
    headers: { apikey },
    fetch: (url, options) =>
      fetch(url, {
        ...options,
        // Followed, a redirect would hand on the key.
        redirect: 'error',
        // The client's own timeout ends with the headers of an answer.
        signal: AbortSignal.timeout(timeout),
      }),
  });

  /**
   * The rows that a query answers.
   *
   * @throws an Error of one line, in the words of PostgREST, Postgres or Node. Their
   *   `details` are left out: Postgres names the values of a row there.
   */
  async function rowsOf<Row>(
    query: PromiseLike<PostgrestSingleResponse<Row[]>>,
  ): Promise<Row[]> {
    const { status, data, error } = await query;
    if (Array.isArray(data)) return data;
    // There the client's message is the body, which may be a part of the list.
    if (!error || (status >= 200 && status < 300))
      throw new Error(
        `${origin} does not answer with the waitlist: is SUPABASE_URL right?`,
      );
    // No whole answer: the cause says more than "fetch failed".
    if (status === 0) {
      const [, cause] = /^Caused by: (.+)/m.exec(error.details) ?? [];
      throw new Error(`${origin}: ${cause ?? error.message}`);
    }
    // Not every server before PostgREST has a `message`, and a page of HTML has many lines.
    const [message] = (error.message ?? JSON.stringify(error)).split('\n');
    const hint = error.hint ? ` (${error.hint})` : '';
    throw new Error(`${origin} answers ${status}: ${message}${hint}`);
  }

  /** The backend's address, and whether that is this machine. */
  const name = isLocal ? `${origin}, on this machine` : origin;
  return { client, rowsOf, name };
}

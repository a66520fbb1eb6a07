import { PostgrestClient } from '@supabase/postgrest-js';
import { loadSettings } from '../../src/settings/local.ts';
import { projectUrl } from '../../src/settings/netlify.ts';
import { describeAnswer, request } from './request.ts';

interface Signup extends Record<string, unknown> {
  id: number;
  email: string;
  referrer: string | null;
  created_at: string;
}

/** The tags of a page's address, and how many signed up with them. */
export interface Source {
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  signups: number;
}

/** What the migrations let the owner's key reach. */
interface Database {
  public: {
    Tables: Record<never, never>;
    Views: {
      waitlist: Readable<Signup>;
      waitlist_totals: Readable<{
        total: number;
        last_7_days: number;
        last_30_days: number;
      }>;
      waitlist_days: Readable<{ day: string; signups: number }>;
      waitlist_sources: Readable<Source>;
    };
    Functions: {
      remove_signup: {
        Args: { address: string };
        Returns: { email: string }[];
      };
    };
  };
}

interface Readable<Row> {
  Row: Row;
  Relationships: [];
}

/** The waitlist as its owner reaches it. */
export interface OwnerClient {
  /** The backend's address, and whether that is this machine. */
  name: string;
  /** Queries of the REST path, with the secret key. */
  list: PostgrestClient<Database>;
  /**
   * The rows that answer a query.
   *
   * @throws an Error of one line that says what to do.
   */
  rows: <Row>(query: Query<Row>) => Promise<Row[]>;
}

interface Query<Row> {
  throwOnError: () => PromiseLike<{ data: Row[] }>;
}

/** Milliseconds after which a request without a whole answer is given up. */
const timeout = 30_000;

const refusedKey =
  'the key is refused: set SUPABASE_SECRET_KEY to the secret key of this project';

/** What these answers mean to the owner's commands, in the place of their general meaning. */
const meanings = {
  '200': 'but not with the waitlist: is SUPABASE_URL right?',
  '401': refusedKey,
  '403': refusedKey,
  '404': 'there is no such path: is SUPABASE_URL right?',
  '42501': refusedKey,
};

/**
 * Runs an owner's command on the list that the settings name. A failure is one line
 * and a non-zero exit; if the reader of a pipe closes it early, nothing is printed and the
 * exit code is 141.
 */
export async function runOwnerCommand(
  command: (client: OwnerClient) => Promise<void>,
): Promise<void> {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // 128 + SIGPIPE, as a shell names the end of a program that nobody reads.
    if (code === 'EPIPE') process.exit(141);
    const reason = code === 'ENOSPC' ? 'the disk is full' : message;
    console.error(`The output is not whole: ${reason}`);
    process.exit(1);
  });
  try {
    await command(openClient());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** `1 signup`, `1,085 signups`. */
export function inSignups(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'signup' : 'signups'}`;
}

function openClient(): OwnerClient {
  const { supabaseUrl, secretKey } = loadSettings();
  const address = projectUrl('SUPABASE_URL', supabaseUrl);
  const { hostname, protocol } = new URL(address);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !isLocal) {
    throw new Error(
      `SUPABASE_URL must begin with https://, or the key could be read on its way: ${address}`,
    );
  }
  const apikey = secretKey.trim();
  if (!/^[\w.-]+$/.test(apikey)) {
    throw new Error(
      'SUPABASE_SECRET_KEY is no key: set it to the secret key of the project.',
    );
  }

  return {
    name: isLocal ? `${address}, on this machine` : address,
    list: new PostgrestClient(`${address}/rest/v1`, {
      headers: { apikey },
      retry: false,
      fetch: fetchRows,
    }),
    rows: async (query) => (await query.throwOnError()).data,
  };
}

/**
 * `fetch` for the client: an answer other than rows is an Error of one line. A
 * redirect is one too: followed, it would hand on the key, and make a POST a GET.
 */
async function fetchRows(
  input: RequestInfo | URL,
  options?: RequestInit,
): Promise<Response> {
  const address = new URL(input instanceof Request ? input.url : input);
  const answer = await request(address, {
    ...options,
    redirect: 'error',
    timeout,
  });
  if (!/^20[01]$/.test(String(answer.status)) || !isRows(answer.text)) {
    throw new Error(
      `${address.origin} answers ${describeAnswer(answer, meanings)}`,
    );
  }
  return new Response(answer.text, answer);
}

function isRows(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

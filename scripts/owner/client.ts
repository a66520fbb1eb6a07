import {
  PostgrestClient,
  type PostgrestSingleResponse,
} from '@supabase/postgrest-js';
import { loadSettings } from '../../local/settings.ts';

interface Signup extends Record<string, unknown> {
  id: number;
  email: string;
  referrer: string | null;
  created_at: string;
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
      waitlist_sources: Readable<{
        utm_source: string | null;
        utm_medium: string | null;
        utm_campaign: string | null;
        signups: number;
      }>;
      waitlist_removals: Readable<{ email: string }> & {
        Insert: { email: string };
        Update: never;
      };
    };
    Functions: Record<never, never>;
  };
}

interface Readable<Row> {
  Row: Row;
  Relationships: [];
}

/** The waitlist as its owner reaches it. */
interface OwnerClient {
  /** The backend's address. */
  url: string;
  /** Queries of the REST path, with the secret key. */
  list: PostgrestClient<Database>;
  /**
   * The rows that answer a query.
   *
   * @throws an Error of one line that says what to do.
   */
  rows: <Row>(
    query: PromiseLike<PostgrestSingleResponse<Row[]>>,
  ) => Promise<Row[]>;
}

/** Milliseconds after which a request without a whole answer is given up. */
const patience = 30_000;

/**
 * Runs an owner's command on the list that the settings name. A failure is one line
 * and a non-zero exit; a reader of the output that has read enough ends it quietly.
 */
export async function runOwnerCommand(
  command: (client: OwnerClient) => Promise<void>,
): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  try {
    await command(openClient());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

function openClient(): OwnerClient {
  const { supabaseUrl, secretKey } = loadSettings();
  if (!URL.canParse(supabaseUrl)) {
    throw new Error(`SUPABASE_URL is no address: ${supabaseUrl}`);
  }
  const url = supabaseUrl.replace(/\/+$/, '');
  return {
    url,
    list: new PostgrestClient(`${url}/rest/v1`, {
      headers: { apikey: secretKey },
      retry: false,
      // Unlike the client's own time limit, it also holds for the body.
      fetch: (input, init) =>
        fetch(input, { ...init, signal: AbortSignal.timeout(patience) }),
    }),
    async rows(query) {
      const { data, status } = await query;
      if (status === 0) {
        throw new Error(
          `No connection to ${url}: is it running, and is SUPABASE_URL right?`,
        );
      }
      if (status === 401 || status === 403) {
        throw new Error(
          `${url} refused the key: set SUPABASE_SECRET_KEY to its secret key.`,
        );
      }
      if (!Array.isArray(data)) {
        throw new Error(
          `${url} did not answer with the waitlist (HTTP ${String(status)}): is SUPABASE_URL right, and has the project this checkout's migrations?`,
        );
      }
      return data;
    },
  };
}

import { loadSettings } from '../../src/settings/local.ts';
import { projectUrl } from '../../src/settings/supabase.ts';
import { describeAnswer, request } from './request.ts';

/** The waitlist as its owner reaches it. */
export type OwnerClient = ReturnType<typeof openClient>;

/** Milliseconds after which a request without a whole answer is given up. */
const timeout = 30_000;

const refusedKey =
  'the key is refused: set SUPABASE_SECRET_KEY to the secret key of this project';

/** What these answers mean to the owner's commands, in the place of their general meaning. */
const meanings = {
  '200': 'but not with the waitlist: is SUPABASE_URL right?',
  '401': refusedKey,
  '404': 'there is no such path: is SUPABASE_URL right?',
  '42501': refusedKey,
};

/**
 * Runs an owner's command on the list that the settings name. A failure is one line
 * and a non-zero exit; if the reader of a pipe closes it early, there is no line.
 */
export async function runOwnerCommand(
  command: (client: OwnerClient) => Promise<void>,
): Promise<void> {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') console.error(`The output is not whole: ${message}`);
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

function openClient() {
  const { supabaseUrl, secretKey } = loadSettings();
  const origin = projectUrl('SUPABASE_URL', supabaseUrl);
  const { hostname, protocol } = new URL(origin);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !isLocal) {
    throw new Error(
      `SUPABASE_URL must begin with https://, or the key could be read on its way: ${origin}`,
    );
  }
  const apikey = secretKey.trim();
  if (!/^[\w.-]+$/.test(apikey)) {
    throw new Error(
      'SUPABASE_SECRET_KEY is no key: set it to the secret key of the project.',
    );
  }

  /**
   * The rows that a path of the REST API answers; with arguments it is the call of a
   * function.
   *
   * @see https://docs.postgrest.org/en/stable/references/api/tables_views.html
   * @throws an Error of one line that says what to do.
   */
  async function rows<Row>(path: string, args?: object): Promise<Row[]> {
    const answer = await request(`${origin}/rest/v1/${path}`, {
      headers: { apikey, 'Content-Type': 'application/json' },
      ...(args && { method: 'POST', body: JSON.stringify(args) }),
      // Followed, it would hand on the key, and make a POST a GET.
      redirect: 'error',
      timeout,
    });
    if (answer.status === 200 && answer.text.startsWith('['))
      return JSON.parse(answer.text);
    throw new Error(`${origin} answers ${describeAnswer(answer, meanings)}`);
  }
  /** The backend's address, and whether that is this machine. */
  const name = isLocal ? `${origin}, on this machine` : origin;
  return { name, rows };
}

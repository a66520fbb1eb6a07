import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { stringify } from 'csv-stringify';
import { loadSettings } from '../local/settings.ts';

interface Signup {
  id: number;
  email: string;
  referrer: string | null;
  created_at: string;
}

interface Source {
  url: string;
  secretKey: string;
}

const pageSize = 1000;
const patience = 30_000;

/**
 * The whole waitlist through the REST path, oldest first.
 *
 * Each page starts after the last id of the one before, and the end is a page
 * without rows: so a lower cap of the server's (Supabase's is 1,000 rows), or a row
 * that comes or goes meanwhile, neither repeats nor hides another.
 *
 * @throws an Error of one line that says what to do.
 */
export async function readWaitlist(
  { url, secretKey }: Source,
  onProgress: (rows: number) => void = () => undefined,
): Promise<Signup[]> {
  const signups: Signup[] = [];
  for (;;) {
    const after = signups.at(-1)?.id ?? 0;
    const page = await readPage(
      `${url}/rest/v1/waitlist?select=id,email,referrer,created_at&id=gt.${String(after)}&order=id.asc&limit=${String(pageSize)}`,
      secretKey,
    );
    if (page.length === 0) break;
    signups.push(...page);
    onProgress(signups.length);
  }
  return signups.sort(
    (one, other) => timeOf(one) - timeOf(other) || one.id - other.id,
  );
}

async function readPage(address: string, apikey: string): Promise<Signup[]> {
  const { origin } = new URL(address);
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      headers: { apikey },
      signal: AbortSignal.timeout(patience),
    });
    text = await response.text();
  } catch {
    throw new Error(
      `No connection to ${origin}: is it running, and is SUPABASE_URL right?`,
    );
  }
  const answer = parse(text);
  if (response.status === 401 || response.status === 403) {
    throw new Error(
      `${origin} refused the key: set SUPABASE_SECRET_KEY to its secret key.`,
    );
  }
  if (response.status !== 200 || !isPage(answer)) {
    throw new Error(
      `${origin} did not answer with the waitlist (HTTP ${String(response.status)}): is SUPABASE_URL right, and has the project this checkout's migrations?`,
    );
  }
  return answer;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPage(answer: unknown): answer is Signup[] {
  return (
    Array.isArray(answer) &&
    answer.every(
      (row: unknown) =>
        typeof row === 'object' &&
        row !== null &&
        'id' in row &&
        typeof row.id === 'number' &&
        'email' in row &&
        'referrer' in row &&
        'created_at' in row &&
        typeof row.created_at === 'string',
    )
  );
}

function timeOf({ created_at }: Signup): number {
  return Date.parse(created_at);
}

/** Writes nothing before everything is read: no half list can look whole. */
async function main(): Promise<void> {
  const { supabaseUrl: url, secretKey } = loadSettings();
  if (!url || !secretKey) {
    throw new Error(
      'Set SUPABASE_URL and SUPABASE_SECRET_KEY, as .env.example does.',
    );
  }
  if (!URL.canParse(url)) {
    throw new Error(`SUPABASE_URL is no address: ${url}`);
  }

  const signups = await readWaitlist(
    { url: url.replace(/\/+$/, ''), secretKey },
    (rows) => {
      console.error(`${String(rows)} signups read`);
    },
  );
  await pipeline(
    signups.map(({ email, referrer, created_at }) => ({
      email,
      referrer,
      created_at: new Date(created_at).toISOString(),
    })),
    // A spreadsheet would run a cell that begins with a formula's character.
    stringify({
      header: true,
      columns: ['email', 'referrer', 'created_at'],
      escape_formulas: true,
      record_delimiter: 'windows',
    }),
    process.stdout,
  );
  console.error(`${String(signups.length)} signups exported`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  main().catch((error: unknown) => {
    console.error(
      error instanceof Error ? error.message : 'The export failed.',
    );
    process.exitCode = 1;
  });
}

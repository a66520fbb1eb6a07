import { argv } from 'node:process';

const path = '/rest/v1/waitlist';

/** Milliseconds after which a request without a whole answer is given up. */
const patience = 20_000;

/** What else an insert can be answered with, by status and PostgREST's code. */
const meanings: Record<string, string> = {
  '200': 'the rewrite is missing',
  '201':
    'the table has lost its checks, and "probe" must be taken off the list',
  '401': 'Supabase does not know the key that the page ships',
  '401 42501':
    'the database refuses whoever comes through the site: compare the signing secrets, or push the migrations',
  '404': 'the rewrite is missing',
  '404 PGRST205': 'the project has no such table: push the migrations',
  '405': 'the rewrite is missing',
  '429 PT429':
    'this machine has used up its signups, so that nothing is proved: try again in 10 minutes',
  '502': 'nothing answers behind the rewrite: is the project paused?',
};

/**
 * Proves the whole path of a signup, page, rewrite, key, table and checks, by an
 * insert that the table's check must refuse: it leaves no row and uses no quota.
 *
 * @param address the page's
 * @returns a line that says so
 * @throws an Error of one line that says what is broken.
 */
async function probe(address: string): Promise<string> {
  const start = performance.now();
  const page = await request(address);
  const { origin } = new URL(page.url);
  const answer = await request(new URL(path, origin), {
    method: 'POST',
    headers: {
      apikey: await shippedKey(page),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ email: 'probe', referrer: page.url }),
    redirect: 'manual',
  });
  const code = /"code": ?"(\w+)"/.exec(answer.text)?.[1] ?? '';
  const result = `${String(answer.status)} ${code}`.trim();
  if (result !== '400 23514') {
    const meaning = meanings[result] ?? meanings[String(answer.status)];
    throw new Error(
      `${origin} takes no signups: ${path} answers ${result}${meaning ? `, ${meaning}` : ''}`,
    );
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  return `${origin} takes signups: page, rewrite, key, table and checks answered in ${seconds} s`;
}

interface Answer {
  url: string;
  status: number;
  text: string;
}

async function request(
  address: string | URL,
  options: RequestInit = {},
): Promise<Answer> {
  const { href } = new URL(address);
  try {
    const response = await fetch(href, {
      ...options,
      signal: AbortSignal.timeout(patience),
    });
    const { url, status } = response;
    return { url, status, text: await response.text() };
  } catch {
    throw new Error(`${href} does not answer`);
  }
}

/** The public key in the page's own scripts, in one of Supabase's two forms. */
async function shippedKey(page: Answer): Promise<string> {
  const scripts = new Set(scriptsOf(page));
  for (const script of scripts) {
    const answer = await request(script);
    const [key] =
      /\bsb_publishable_[\w-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(answer.text) ??
      [];
    if (key) return key;
    for (const more of scriptsOf(answer)) scripts.add(more);
  }
  throw new Error(
    `${page.url} (HTTP ${String(page.status)}) is no waitlist page: its scripts hold no public key`,
  );
}

/** The addresses of the scripts that a page or a script of the site names. */
function scriptsOf({ url, text }: Answer): string[] {
  return [...text.matchAll(/["'`](\.?\/[\w./-]+\.js)["'`]/g)]
    .map(([, script = '']) => new URL(script, url))
    .filter(({ origin }) => origin === new URL(url).origin)
    .map(({ href }) => href);
}

try {
  const [address = ''] = argv.slice(2);
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
    throw new Error('Name the site: npm run probe -- https://example.com');
  }
  console.log(await probe(address));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

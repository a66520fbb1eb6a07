/**
 * Goes the whole way of a signup on the deployed page, in Chromium, and prints a table of
 * what is promised and what was seen. It leaves no row: what the forms send is replaced
 * by one that the table refuses. docs/owner.md says how to run it and how to read it.
 */
import { fileURLToPath } from 'node:url';
import { HeadersHandler } from '@netlify/headers';
import {
  chromium,
  type APIResponse,
  type Locator,
  type Page,
  type Request,
  type Response,
} from '@playwright/test';
import { findChromium } from '../../local/chromium.ts';
import * as budgets from '../../src/settings/budgets.ts';
import { projectUrl } from '../../src/settings/project-url.ts';
import { responseTimeout } from '../../src/settings/response-timeout.ts';
import { waitlistPath } from '../../src/stores/waitlist-path.ts';
import type { Signup } from '../../src/stores/waitlist.ts';

/**
 * Each field that the page sends, since PostgREST refuses one that the table has no column
 * for. The table's check refuses the address, so the row is not counted either.
 */
const refusedSignup: Required<Signup> = { email: 'probe', referrer: 'probe' };
/** The answer to it. */
const refused = '400 23514';
/** The answer to an insert without a signature, where one is required. */
const unsigned = '401 42501';

try {
  const [address] = process.argv.slice(2);
  if (!address)
    throw new Error('Name the site: npm run probe -- https://example.com');
  const executablePath = findChromium() ?? '';
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage();
    await visit(page, address);
    await insertUnsigned(page);
  } finally {
    await browser.close();
  }
} catch (error) {
  console.error(error instanceof Error ? messageOf(error) : error);
  process.exitCode = 1;
}

/** Loads the page, fills both forms and presses both buttons. */
async function visit(page: Page, address: string): Promise<void> {
  // The page itself gives up an insert after `responseTimeout`.
  page.setDefaultTimeout(responseTimeout + 5000);
  const requests: Request[] = [];
  page.on('requestfinished', (request) => {
    if (!request.redirectedTo()) requests.push(request);
  });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) =>
    errors.push(`${message} at ${page.url()}`),
  );
  page.on('console', (entry) => {
    const { url } = entry.location();
    if (entry.type() === 'error' && !isInsert(url))
      errors.push(`${entry.text()} at ${url}`);
  });
  // Read as they come: the page may load itself once more.
  const secretKeys: string[] = [];
  page.on('response', async (response) => {
    if (!['document', 'script'].includes(response.request().resourceType()))
      return;
    // A redirect has no text.
    const text = await response.text().catch(() => '');
    // https://supabase.com/docs/guides/api/api-keys
    if (/\bsb_secret_/.test(text))
      secretKeys.push(`sb_secret_… at ${response.url()}`);
  });
  await page.route(`**${waitlistPath}`, (route) =>
    route.continue({ postData: refusedSignup }),
  );

  const document = await page.goto(address, { waitUntil: 'networkidle' });
  if (document?.status() !== 200)
    return print('page', '200', document ? await answerOf(document) : 'none');
  print('page', '200', '200');
  const { 'content-encoding': compression = 'none' } = document.headers();
  print('compression of the page', 'br', compression);

  // Images that editors add have a limit of their own, in the check.
  const added = await page
    .locator('main img')
    .evaluateAll((images: HTMLImageElement[]) => images.map(({ src }) => src));
  const first = requests.filter((request) => !added.includes(request.url()));
  printAtMost(
    'bytes of the page',
    budgets.maxPageBytes,
    await bytesOf([document.request()]),
  );
  printAtMost(
    'bytes of the files with it',
    budgets.maxFileBytes,
    await bytesOf(first.filter((request) => request !== document.request())),
  );
  printAtMost(
    'requests before an interaction',
    budgets.maxRequestsBeforeInteraction,
    first.length,
  );
  printNone(
    'scripts before an interaction',
    first.filter(isScript).map((request) => request.url()),
  );

  const forms = page.locator('form:has([name=email])');
  print('insert of the first form', refused, await press(page, forms.nth(0)));
  print('insert of the second form', refused, await press(page, forms.nth(1)));
  const scripts = await bytesOf(requests.filter(isScript));
  print('bytes of the scripts', '> 0', inDigits(scripts), scripts > 0);
  const received = requests.filter((request) => !isInsert(request.url()));
  printNone('headers unlike netlify.toml', await wrongHeaders(received));
  printNone('secret keys', secretKeys);
  printNone('errors in the console', errors);
}

/** Fills a form and presses its button; resolves to the answer to its insert. */
async function press(page: Page, form: Locator): Promise<string> {
  const fillAndPress = async () => {
    await form.getByRole('textbox').fill('probe@example.com');
    await form.getByRole('button').click();
  };
  try {
    const [insert] = await Promise.all([
      page.waitForRequest(`**${waitlistPath}`),
      fillAndPress(),
    ]);
    const response = await insert.response();
    if (response) return await answerOf(response);
    return `${insert.failure()?.errorText} at ${insert.url()}`;
  } catch (error) {
    return messageOf(error as Error);
  }
}

/** Sends the row to the project itself, as anybody can who has the public key. */
async function insertUnsigned({ request }: Page): Promise<void> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY: apikey } = process.env;
  if (!SUPABASE_URL || !apikey) return;
  const url = projectUrl('SUPABASE_URL', SUPABASE_URL) + waitlistPath;
  const answer = await request
    .post(url, { headers: { apikey }, data: refusedSignup, maxRedirects: 0 })
    .then(answerOf, messageOf);
  print('unsigned insert', unsigned, answer);
}

/** Status and code of an answer, if they are promised; else all that it says. */
async function answerOf(response: Response | APIResponse): Promise<string> {
  const text = await response.text();
  const [, code] = /"code": ?"(\w+)"/.exec(text) ?? [];
  const answer = `${response.status()} ${code}`;
  if ([refused, unsigned].includes(answer)) return answer;
  const body = text.startsWith('<') ? 'HTML' : text.slice(0, 300);
  return `${response.status()} ${body || 'without text'} at ${response.url()}`;
}

/** For each header of netlify.toml the first file that comes without it, or with another value. */
async function wrongHeaders(requests: Request[]): Promise<string[]> {
  const projectDir = fileURLToPath(new URL('../..', import.meta.url));
  const configPath = `${projectDir}netlify.toml`;
  const netlify = new HeadersHandler({
    configPath,
    projectDir,
    logger: console,
  });
  // Spaces mean nothing around a header's commas.
  const compact = (value: string) => value.replaceAll(' ', '');
  const wrong = new Map<string, string>();
  for (const request of requests) {
    const url = request.url();
    const headers = (await request.response())?.headers() ?? {};
    const promised = await netlify.apply(new globalThis.Request(url));
    for (const [name, value] of Object.entries(promised)) {
      const seen = headers[name.toLowerCase()] ?? 'none';
      if (compact(seen) !== compact(value) && !wrong.has(name))
        wrong.set(name, `${name}: ${seen} at ${url}`);
    }
  }
  return [...wrong.values()];
}

function isInsert(url: string): boolean {
  return url.endsWith(waitlistPath);
}

function isScript(request: Request): boolean {
  return request.resourceType() === 'script';
}

/** As sent: compressed, with the headers. */
async function bytesOf(requests: Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce(
    (sum, size) => sum + size.responseHeadersSize + size.responseBodySize,
    0,
  );
}

/** Playwright's message, without the log of what it has tried. */
function messageOf(error: Error): string {
  return error.message.split('\nCall log:')[0] ?? '';
}

/** Prints a row of the table. `seen` has a line for each finding. */
function print(
  what: string,
  promised: string,
  seen: string,
  isKept = promised === seen,
): void {
  const start = `${isKept ? '✓' : '✗'} ${what.padEnd(32)}${promised.padEnd(12)}`;
  console.log(start + seen.replaceAll('\n', `\n${' '.repeat(start.length)}`));
  if (!isKept) process.exitCode = 1;
}

/** Nothing at all is never what is promised. */
function printAtMost(what: string, limit: number, seen: number): void {
  const isKept = seen > 0 && seen <= limit;
  print(what, `≤ ${inDigits(limit)}`, inDigits(seen), isKept);
}

function printNone(what: string, findings: string[]): void {
  print(what, 'none', findings.join('\n') || 'none');
}

/** `15,360` */
function inDigits(count: number): string {
  return count.toLocaleString('en');
}

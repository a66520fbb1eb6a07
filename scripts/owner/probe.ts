/**
 * Signs up on the deployed page, in Chromium, and prints a table with the expected and the
 * actual values. It adds no row: it replaces what the forms send by a row that the database
 * refuses. docs/owner.md says how to run it and how to read the table.
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
import { projectUrl } from '../../src/settings/project-url.ts';
import { responseTimeout } from '../../src/stores/response-timeout.ts';
import { waitlistPath } from '../../src/stores/waitlist-path.ts';
import type { Signup } from '../../src/stores/waitlist.ts';
import * as budgets from '../budgets.ts';
import { bytesOf } from './bytes.ts';

/**
 * All fields that the page sends: PostgREST answers otherwise if the table lacks a column.
 * The table's check refuses the address, so no signup is counted for the visitor.
 */
const refusedSignup: Required<Signup> = { email: 'probe', referrer: 'probe' };
/** The answer to `refusedSignup`. */
const refused = '400 23514';
/** The answer to an insert without a signature, where one is required. */
const unsignedRefused = '401 42501';

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
  // Longer than the page itself waits for the answer to an insert.
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
  // Each answer is read at once: the browser drops its text if the page reloads itself.
  const secretKeys: string[] = [];
  page.on('response', async (response) => {
    if (!['document', 'script'].includes(response.request().resourceType()))
      return;
    // Playwright throws for a redirect, which has no text.
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

  // The check limits each image that an editor adds; the budget does not count them.
  const addedImages = await page
    .locator('main img')
    .evaluateAll((images: HTMLImageElement[]) => images.map(({ src }) => src));
  const beforeInteraction = requests.filter(
    (request) => !addedImages.includes(request.url()),
  );
  printAtMost(
    'bytes of the files with it',
    budgets.maxFileBytes,
    await bytesOf(
      beforeInteraction.filter((request) => request !== document.request()),
    ),
  );
  printAtMost(
    'requests before an interaction',
    budgets.maxRequestsBeforeInteraction,
    beforeInteraction.length,
  );
  printNone(
    'scripts before an interaction',
    beforeInteraction.filter(isScript).map((request) => request.url()),
  );

  const forms = page.locator('form:has([name=email])');
  print('insert of the first form', refused, await press(page, forms.nth(0)));
  print('insert of the second form', refused, await press(page, forms.nth(1)));
  const scripts = await bytesOf(requests.filter(isScript));
  print('bytes of the scripts', '> 0', formatNumber(scripts), scripts > 0);
  const received = requests.filter((request) => !isInsert(request.url()));
  printNone('headers unlike netlify.toml', await differingHeaders(received));
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

/** Sends the row to Supabase's own address, as anybody with the public key can. */
async function insertUnsigned({ request }: Page): Promise<void> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY: apikey } = process.env;
  if (!SUPABASE_URL || !apikey) return;
  const url = projectUrl('SUPABASE_URL', SUPABASE_URL) + waitlistPath;
  const answer = await request
    .post(url, { headers: { apikey }, data: refusedSignup, maxRedirects: 0 })
    .then(answerOf, messageOf);
  print('unsigned insert', unsignedRefused, answer);
}

/** Status and code of an expected answer; status, beginning and address of any other. */
async function answerOf(response: Response | APIResponse): Promise<string> {
  const text = await response.text();
  const [, code] = /"code": ?"(\w+)"/.exec(text) ?? [];
  const answer = `${response.status()} ${code}`;
  if ([refused, unsignedRefused].includes(answer)) return answer;
  const body = text.startsWith('<') ? 'HTML' : text.slice(0, 300);
  return `${response.status()} ${body || 'without text'} at ${response.url()}`;
}

/** For each header of netlify.toml, the first response that lacks it or has another value. */
async function differingHeaders(requests: Request[]): Promise<string[]> {
  const projectDir = fileURLToPath(new URL('../..', import.meta.url));
  const configPath = `${projectDir}netlify.toml`;
  const netlify = new HeadersHandler({
    configPath,
    projectDir,
    logger: console,
  });
  // A server may add or leave out spaces after a header's commas.
  const compact = (value: string) => value.replaceAll(' ', '');
  const differing = new Map<string, string>();
  for (const request of requests) {
    const url = request.url();
    const headers = (await request.response())?.headers() ?? {};
    const expected = await netlify.apply(new globalThis.Request(url));
    for (const [name, value] of Object.entries(expected)) {
      const actual = headers[name.toLowerCase()] ?? 'none';
      if (compact(actual) !== compact(value) && !differing.has(name))
        differing.set(name, `${name}: ${actual} at ${url}`);
    }
  }
  return [...differing.values()];
}

function isInsert(url: string): boolean {
  return url.endsWith(waitlistPath);
}

function isScript(request: Request): boolean {
  return request.resourceType() === 'script';
}

/** An error's message, without Playwright's log of its attempts. */
function messageOf(error: Error): string {
  return error.message.split('\nCall log:')[0] ?? '';
}

/** Prints a row of the table; `actual` may have several lines. */
function print(
  label: string,
  expected: string,
  actual: string,
  isAsExpected = expected === actual,
): void {
  const start = `${isAsExpected ? '✓' : '✗'} ${label.padEnd(32)}${expected.padEnd(12)}`;
  console.log(start + actual.replaceAll('\n', `\n${' '.repeat(start.length)}`));
  if (!isAsExpected) process.exitCode = 1;
}

/** Prints a row for a figure that must be above zero and at most `limit`. */
function printAtMost(label: string, limit: number, actual: number): void {
  const isWithin = actual > 0 && actual <= limit;
  print(label, `≤ ${formatNumber(limit)}`, formatNumber(actual), isWithin);
}

function printNone(label: string, findings: string[]): void {
  print(label, 'none', findings.join('\n') || 'none');
}

/** `15,360` */
function formatNumber(count: number): string {
  return count.toLocaleString('en');
}

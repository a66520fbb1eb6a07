/**
 * Signs up on the deployed page, in Chromium, and prints a table with the expected and the
 * actual values. It adds no row: it replaces what the forms send by a row that the database
 * refuses. docs/owner.md says how to run it and how to read the table.
 */
import { join } from 'node:path';
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
import { responseTimeout } from '../../src/stores/timeouts.ts';
import { waitlistPath } from '../../src/stores/waitlist-path.ts';
import type { Signup } from '../../src/stores/waitlist.ts';

/**
 * A row with all fields that the page sends: if the table lacks one of these columns, PostgREST
 * answers with another error. The table's check refuses the e-mail, so the database counts no
 * signup for the visitor.
 */
const refusedSignup: Required<Signup> = { email: 'probe', referrer: 'probe' };
/** The answer to `refusedSignup`. */
const refused = '400 23514';
/** The answer to an insert without a signature, where one is required. */
const unsignedRefused = '401 42501';

try {
  const [url] = process.argv.slice(2);
  if (!url)
    throw new Error('Name the site: npm run probe -- https://example.com');
  const executablePath = findChromium() ?? '';
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage();
    await visit(page, url);
    await insertUnsigned(page);
  } finally {
    await browser.close();
  }
} catch (error) {
  console.error(error instanceof Error ? messageOf(error) : error);
  process.exitCode = 1;
}

/** Loads the page, fills each form and presses its button. */
async function visit(page: Page, url: string): Promise<void> {
  // Longer than the page itself waits for the answer to an insert.
  page.setDefaultTimeout(responseTimeout + 5000);
  const requests: Request[] = [];
  page.on('requestfinished', (request) => {
    if (!request.redirectedTo() && !isInsert(request.url()))
      requests.push(request);
  });
  const errors: { text: string; url: string }[] = [];
  page.on('pageerror', ({ message: text }) =>
    errors.push({ text, url: page.url() }),
  );
  page.on('console', (entry) => {
    const { url } = entry.location();
    if (entry.type() === 'error' && !isInsert(url))
      errors.push({ text: entry.text(), url });
  });
  // Each answer is read at once: the browser drops its text if the page reloads itself.
  const secretKeys: Promise<string[]>[] = [];
  page.on('response', (response) => secretKeys.push(findSecretKey(response)));
  await page.route(`**${waitlistPath}`, (route) =>
    route.continue({ postData: refusedSignup }),
  );

  const document = await page.goto(url);
  if (document?.status() !== 200)
    return print('page', '200', document ? await answerOf(document) : 'none');
  print('page', '200', '200');
  const forms = page.locator('form:has([name=email])');
  // On a page without a form the first press fails, and its row says so.
  const count = Math.max(1, await forms.count());
  for (let index = 0; index < count; index++) {
    const answer = await press(page, forms.nth(index));
    print(`insert of form ${index + 1}`, refused, answer);
  }
  // Only Netlify's drawer in a preview is on another origin: the policy allows no other.
  const { origin } = new URL(page.url());
  const isOwn = (url: string) =>
    [origin, undefined].includes(URL.parse(url)?.origin);
  const ownRequests = requests.filter((request) => isOwn(request.url()));
  printNone('headers unlike netlify.toml', await differingHeaders(ownRequests));
  printNone('secret keys', (await Promise.all(secretKeys)).flat());
  printNone(
    'errors in the console',
    errors
      .filter(({ url }) => isOwn(url))
      .map(({ text, url }) => `${text} at ${url}`),
  );
}

/** Finds a Supabase secret key in a page or a script: https://supabase.com/docs/guides/api/api-keys */
async function findSecretKey(response: Response): Promise<string[]> {
  const type = response.request().resourceType();
  if (!['document', 'script'].includes(type)) return [];
  const isRedirect = response.status() >= 300 && response.status() < 400;
  if (isRedirect) return [];
  const text = await response.text().catch(() => undefined);
  if (text === undefined) return [`not read: ${response.url()}`];
  // A legacy key is a JWT, which names its role.
  const decoded = text.replace(/\beyJ[\w-]+\.(eyJ[\w-]+)/g, (_jwt, payload) =>
    String(Buffer.from(payload, 'base64url')),
  );
  const [key] = /\bsb_secret_|(?<="role":")service_role/.exec(decoded) ?? [];
  return key ? [`${key}… at ${response.url()}`] : [];
}

/** Fills a form and presses its button; resolves to the answer to its insert. */
async function press(page: Page, form: Locator): Promise<string> {
  try {
    // An e-mail suits any other text field that the form may get.
    for (const field of await form.locator(':required').all())
      if (await field.evaluate((input) => input.matches('[type=checkbox]')))
        await field.check();
      else if (await field.evaluate((input) => input.matches('select')))
        await field.selectOption({ index: 1 });
      else await field.fill('probe@example.com');
    const [insert] = await Promise.all([
      page.waitForRequest(`**${waitlistPath}`),
      form.locator('[type=submit]').click(),
    ]);
    const response = await insert.response();
    if (response) return await answerOf(response);
    return `${insert.failure()?.errorText} at ${insert.url()}`;
  } catch (error) {
    return messageOf(error as Error);
  }
}

/** Sends the row to Supabase's own URL, as anybody with the public key can. */
async function insertUnsigned({ request }: Page): Promise<void> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY: apikey } = process.env;
  if (!SUPABASE_URL && !apikey) return;
  if (!SUPABASE_URL || !apikey)
    return print(
      'unsigned insert',
      unsignedRefused,
      'not sent: set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY, or neither',
    );
  const url = projectUrl('SUPABASE_URL', SUPABASE_URL) + waitlistPath;
  const answer = await request
    .post(url, { headers: { apikey }, data: refusedSignup, maxRedirects: 0 })
    .then(answerOf, messageOf);
  print('unsigned insert', unsignedRefused, answer);
}

/** Status and code of an expected answer; status, beginning and URL of any other. */
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
  const projectDir = process.cwd();
  const configPath = join(projectDir, 'netlify.toml');
  const options = { projectDir, configPath, logger: console };
  const netlify = new HeadersHandler(options);
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

/** An error's message, without Playwright's log of its attempts. */
function messageOf(error: Error): string {
  return error.message.split('\nCall log:')[0] ?? '';
}

/** Prints a row of the table; `actual` may have several lines. */
function print(label: string, expected: string, actual: string): void {
  const mark = actual === expected ? '✓' : '✗';
  const start = `${mark} ${label.padEnd(30)}${expected.padEnd(12)}`;
  console.log(start + actual.replaceAll('\n', `\n${' '.repeat(start.length)}`));
  if (actual !== expected) process.exitCode = 1;
}

function printNone(label: string, findings: string[]): void {
  print(label, 'none', findings.join('\n') || 'none');
}

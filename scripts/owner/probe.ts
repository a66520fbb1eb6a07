/**
 * Signs up on the deployed page, in Chromium, and prints a table with the expected and the
 * actual values. It adds no row: it replaces what the forms send by a row that the database
 * refuses. docs/owner.md says how to run it and how to read the table.
 */
import {
  chromium,
  type APIResponse,
  type Locator,
  type Page,
  type Response,
} from '@playwright/test';
import { findChromium } from '../../local/chromium.ts';
import { projectUrl } from '../../src/settings/project-url.ts';
import { responseTimeout } from '../../src/stores/timeouts.ts';
import { waitlistPath } from '../../src/stores/waitlist-path.ts';
import type { Signup } from '../../src/stores/waitlist.ts';

/**
 * A row with all fields that the page sends: if the table lacks one of these columns, PostgREST
 * answers with another error. The table's check refuses the e-mail.
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
  // The page itself waits for the answer to an insert for up to `responseTimeout`.
  page.setDefaultTimeout(responseTimeout + 5000);
  const errors: { text: string; url: string }[] = [];
  page.on('pageerror', ({ message: text }) =>
    errors.push({ text, url: page.url() }),
  );
  page.on('console', (entry) => {
    const { url } = entry.location();
    if (entry.type() === 'error' && !isInsert(url))
      errors.push({ text: entry.text(), url });
  });
  await page.route(`**${waitlistPath}`, (route) =>
    route.continue({ postData: refusedSignup }),
  );

  const document = await page.goto(url);
  if (document?.status() !== 200)
    return print(
      'page',
      '200',
      document ? await answerOf(document, '200') : 'none',
    );
  print('page', '200', '200');
  const forms = page.locator('form:has([name=email])');
  // On a page without a form the first press fails, and its row says so.
  const count = Math.max(1, await forms.count());
  for (let index = 0; index < count; index++) {
    const answer = await press(page, forms.nth(index));
    print(`insert of form ${index + 1}`, refused, answer);
  }
  // Netlify's drawer in a preview is on another origin, and has errors of its own.
  const { origin } = new URL(page.url());
  const ownErrors = errors
    .filter(({ url }) => [origin, undefined].includes(URL.parse(url)?.origin))
    .map(({ text, url }) => `${text} at ${url}`);
  print('errors in the console', 'none', ownErrors.join('\n') || 'none');
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
    if (response) return await answerOf(response, refused);
    return `${insert.failure()?.errorText} at ${insert.url()}`;
  } catch (error) {
    return messageOf(error as Error);
  }
}

/** Sends the row to Supabase's own URL, as anybody with the public key can. */
async function insertUnsigned({ request }: Page): Promise<void> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY: apikey } = process.env;
  if (!apikey) return;
  if (!SUPABASE_URL)
    return print(
      'unsigned insert',
      unsignedRefused,
      'not sent: set SUPABASE_URL',
    );
  const url = projectUrl('SUPABASE_URL', SUPABASE_URL) + waitlistPath;
  const answer = await request
    .post(url, { headers: { apikey }, data: refusedSignup, maxRedirects: 0 })
    .then((response) => answerOf(response, unsignedRefused), messageOf);
  print('unsigned insert', unsignedRefused, answer);
}

/** The status and the code of an answer. If the answer is not the expected one, its text and its URL follow. */
async function answerOf(
  response: Response | APIResponse,
  expected: string,
): Promise<string> {
  const text = await response.text();
  const [, code] = /"code": ?"(\w+)"/.exec(text) ?? [];
  const answer = [response.status(), code].filter(Boolean).join(' ');
  if (answer === expected) return answer;
  const body = text.startsWith('<') ? 'HTML' : text.slice(0, 300);
  return `${answer} ${body || 'without text'} at ${response.url()}`;
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

import { chromium, type Locator, type Response } from '@playwright/test';
import { chromiumArguments, findChromium } from '../../../local/chromium.ts';
import * as budgets from '../../../src/settings/budgets.ts';
import { responseTimeout } from '../../../src/settings/response-timeout.ts';
import { waitlistPath } from '../../../src/stores/waitlist-path.ts';
import { refusedRow } from './insert.ts';

/**
 * Visits the page with Chromium: loads it, fills both forms and presses both buttons.
 * What is sent then is replaced by a row that the table refuses, so that nothing is
 * stored.
 *
 * @returns lines of what is promised beside what the browser has seen
 * @throws an Error that says what to install if there is no browser.
 */
export async function browse(address: string) {
  await using browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: chromiumArguments,
  });
  // The certificate has been checked by the requests that came before.
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  page.setDefaultTimeout(responseTimeout);

  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (entry) => {
    // A refused insert is one as well; violations of the policy are among the others.
    const isInsert = entry.location().url.endsWith(waitlistPath);
    if (entry.type() === 'error' && !isInsert) errors.push(entry.text());
  });
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));

  const document = await page.goto(address, { waitUntil: 'networkidle' });
  // Images that editors add have a limit of their own, in the check.
  const added = await page
    .locator('main img')
    .evaluateAll((images: HTMLImageElement[]) => images.map(({ src }) => src));
  const before = responses.filter((it) => !added.includes(it.url()));
  await page.route(`**${waitlistPath}`, (route) =>
    route.continue({ postData: refusedRow }),
  );
  let pressed = 0;
  for (const form of await page.locator('form:has([type=email])').all())
    if (await isPressed(form)) pressed++;

  const scripts = ofType('script', responses);
  const sent = responses
    .map((it) => `${it.request().method()} ${String(it.status())}`)
    .filter((it) => !it.startsWith('GET'));
  const pageBytes = await bytesOf(ofType('document', before));
  const fileBytes = (await bytesOf(before)) - pageBytes;
  const typefaceBytes = await bytesOf(ofType('font', before));
  const scriptBytes = (await bytesOf(scripts)).toLocaleString('en');
  const encoding = await document?.headerValue('content-encoding');
  return [
    exactly('protocol', 'HTTP/2.0', await document?.httpVersion()),
    exactly('encoding', 'br', encoding ?? 'none'),
    atMost('page, bytes', budgets.mostPageBytes, pageBytes),
    atMost('files with it, bytes', budgets.mostFileBytes, fileBytes),
    atMost('typeface, bytes', budgets.mostTypefaceBytes, typefaceBytes),
    atMost(
      'requests before interaction',
      budgets.mostRequestsBeforeInteraction,
      before.length,
    ),
    exactly('scripts before interaction', 0, ofType('script', before).length),
    exactly('forms filled and pressed', 2, pressed),
    exactly('sent by that', 'POST 400, POST 400', sent.join(', ')),
    exactly('scripts after it, bytes', '', scriptBytes, scriptBytes !== '0'),
    exactly('errors in the console', 0, errors.length),
    ...errors.map((error) => ({ line: `  ${error}`, isKept: false })),
  ];
}

/** Fills a form and presses its button; whether that is enabled then, and the form shows an error in the end. */
async function isPressed(form: Locator): Promise<boolean> {
  try {
    await form.locator('[type=email]').fill('probe@example.com');
    await form.getByRole('button').click();
    await form.locator('[aria-invalid=true]').waitFor();
    return true;
  } catch {
    return false;
  }
}

function ofType(type: string, responses: Response[]): Response[] {
  return responses.filter((it) => it.request().resourceType() === type);
}

/** What the browser has received for these: compressed, with the headers. */
async function bytesOf(responses: Response[]): Promise<number> {
  let bytes = 0;
  for (const response of responses) {
    const sizes = await response.request().sizes();
    bytes += sizes.responseHeadersSize + sizes.responseBodySize;
  }
  return bytes;
}

function exactly(
  what: string,
  promised: unknown,
  seen: unknown,
  isKept = promised === seen,
) {
  const columns = [promised, seen].map((it) => String(it).padStart(20));
  const line = `${isKept ? '✓' : '✗'} ${what.padEnd(30)}${columns.join('')}`;
  return { line, isKept };
}

/** Nothing at all is never what is promised. */
function atMost(what: string, limit: number, seen: number) {
  const isKept = seen > 0 && seen <= limit;
  const here = seen > 0 ? seen.toLocaleString('en') : 'none';
  return exactly(what, `≤ ${limit.toLocaleString('en')}`, here, isKept);
}

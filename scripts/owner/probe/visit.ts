import {
  chromium,
  type Browser,
  type Locator,
  type Page,
} from '@playwright/test';
import { chromiumArguments, findChromium } from '../../../local/chromium.ts';
import { responseTimeout } from '../../../src/settings/response-timeout.ts';
import { isInsert, refusedRow } from './insert.ts';
import { faultOf, receive, type Received } from './received.ts';

/** What a browser has met on a visit of the page. */
export interface Visit {
  /** The page itself, where redirects have led. */
  page: Received;
  /** How the page was sent: `h2`, or `http/1.1`. */
  protocol: string;
  /** The page, and what came with it before the visitor did anything; without images that editors have added. */
  first: Received[];
  /** All that came, in the order of the requests. */
  all: Received[];
  /** How many forms there are, and how many of them could be filled and pressed. */
  forms: number;
  pressed: number;
  /** Errors in the console, with the address at which each happened. */
  errors: { url: string; text: string }[];
}

/**
 * Visits the page with Chrome or Chromium: loads it, fills both forms and presses both
 * buttons. What is sent then is replaced by a row that the table refuses, so that nothing
 * is stored.
 *
 * @throws an Error of one line if there is no browser, or no page.
 */
export async function visit(address: string): Promise<Visit> {
  const browser = await launch();
  try {
    return await visitIn(await browser.newPage(), address);
  } finally {
    await browser.close();
  }
}

async function visitIn(page: Page, address: string): Promise<Visit> {
  // A press ends in words after `responseTimeout`: a little later they must be there.
  page.setDefaultTimeout(responseTimeout + 5000);
  const requests: Promise<Received>[] = [];
  page.on('request', (request) => requests.push(receive(page, request)));
  const errors: Visit['errors'] = [];
  page.on('pageerror', ({ message }) =>
    errors.push({ url: page.url(), text: message }),
  );
  page.on('console', (entry) => {
    const { url } = entry.location();
    if (entry.type() === 'error' && !isInsert(url))
      errors.push({ url, text: entry.text() });
  });

  // Why a page does not come, its request says.
  await page.goto(address, { waitUntil: 'networkidle' }).catch(() => undefined);
  const came = await Promise.all(requests);
  const document = came.findLast(({ type }) => type === 'document');
  const fault = document ? faultOf(document) : `${address} cannot be opened`;
  if (!document || fault) throw new Error(fault);
  const protocol = await page.evaluate(
    () =>
      performance
        .getEntriesByType('navigation')
        .map((entry) => Reflect.get(entry, 'nextHopProtocol') as string)[0],
  );

  // Images that editors add have a limit of their own, in the check.
  const added = await page
    .locator('main img')
    .evaluateAll((images: HTMLImageElement[]) => images.map(({ src }) => src));
  await page.route(
    ({ href }) => isInsert(href),
    (route) => route.continue({ postData: refusedRow }),
  );
  const forms = await page.locator('form:has([type=email])').all();
  let pressed = 0;
  for (const form of forms) if (await isPressed(form)) pressed++;

  // What a browser asks for only on a phone's home screen, or far down the page.
  const named = await page
    .locator('link[rel$=icon], img')
    .evaluateAll((elements: (HTMLLinkElement | HTMLImageElement)[]) =>
      elements.map((it) => ('href' in it ? it.href : it.src)),
    );
  const known = (await Promise.all(requests)).map(({ url }) => url);
  await page.evaluate(
    (urls) => Promise.allSettled(urls.map((url) => fetch(url))),
    named.filter((url) => !known.includes(url)),
  );

  return {
    page: document,
    protocol: protocol ?? '',
    first: came.filter(({ url }) => !added.includes(url)),
    all: await Promise.all(requests),
    forms: forms.length,
    pressed,
    errors,
  };
}

async function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error(
      'The probe visits the page with Chrome or Chromium, and finds none: install it (npx playwright install chromium), or name it with CHROME_PATH.',
    );
  return chromium
    .launch({ executablePath, args: chromiumArguments })
    .catch((error: Error) => {
      const [reason] = error.message.split('\n');
      throw new Error(`${executablePath} does not start: ${reason}`, {
        cause: error,
      });
    });
}

/** Fills a form and presses its button; whether that is enabled then, and the form shows an error in the end. */
async function isPressed(form: Locator): Promise<boolean> {
  try {
    await form.locator('[type=email]').fill('probe@example.com');
    await form.locator('[type=submit]').click();
    await form.locator('[aria-invalid=true]').waitFor();
    return true;
  } catch {
    return false;
  }
}

import { brotliCompressSync, constants } from 'node:zlib';
import { expect, type Page, type Request } from '@playwright/test';
import { readPages } from '../../scripts/editor/built-pages.ts';
import { test } from '../helpers/fixtures.ts';
import {
  entriesOf,
  expectInEveryForm,
  fixedTexts,
  hydrateIslands,
  waitlistForm,
} from '../helpers/page.ts';

/** The bytes that the server has sent for these requests, headers included. */
async function bytesOf(requests: Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce(
    (sum, size) => sum + size.responseHeadersSize + size.responseBodySize,
    0,
  );
}

const kibibyte = 1024;

test('a visit keeps to the budgets, sets no cookie and logs nothing', async ({
  page,
  context,
  server,
}) => {
  const entries: string[] = [];
  page.on('console', (entry) => entries.push(entry.text()));
  page.on('pageerror', (error) => entries.push(error.message));
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const scripts = () =>
    requests.filter((request) => request.resourceType() === 'script');

  await page.goto(server.url, { waitUntil: 'networkidle' });
  expect(scripts()).toEqual([]);
  // Not counted: images of editors, whose size the check limits, and the font files that a page
  // loads only for letters outside ASCII.
  const added = await page
    .locator('main img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')));
  const own = requests.filter(
    (request) =>
      !added.includes(new URL(request.url()).pathname) &&
      !request.url().includes('newsreader-'),
  );
  // These are the page, its typeface, its icon and its logo.
  expect(own.length).toBeLessThanOrEqual(4);
  // The page is not counted: each word of an editor adds bytes to it.
  expect(await bytesOf(own.slice(1))).toBeLessThanOrEqual(15 * kibibyte);

  await hydrateIslands(page);
  // Our scripts may have 65.6 KiB. The rest is for links and names that editors add in site.ts.
  expect(await bytesOf(scripts())).toBeLessThanOrEqual(66 * kibibyte);

  requests.length = 0;
  const { field, fill } = waitlistForm(page, 'first');
  await fill();
  await field.press('Enter');
  await expectInEveryForm(page, fixedTexts.success);
  expect(requests.map((request) => request.url())).toEqual([
    `${server.url}/rest/v1/waitlist`,
  ]);
  expect(entries).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test('a visitor’s interaction loads scripts on a page with a form, and none on another page', async ({
  page,
  server,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  const pages = readPages('dist');
  const hasForm = ({ root }: (typeof pages)[0]) =>
    root.querySelector('form') !== null;
  for (const built of pages) {
    await page.goto(server.url + built.path);
    await page.mouse.move(5, 5);
    await page.mouse.wheel(0, 100);
    await page.keyboard.press('Tab');
    // The browser has requested whatever the interaction loads before this file has come.
    await page.evaluate(() => fetch('/robots.txt').then(() => undefined));
    expect(
      scripts.length > 0,
      `Does ${built.path} load scripts? ${scripts.join(', ')}`,
    ).toBe(hasForm(built));
    scripts.length = 0;
  }
  expect(pages.every(hasForm), 'Every page has a form.').toBe(false);
});

/** The bytes of a text that is compressed by brotli. Its quality is a number from 0 to 11. */
function compressedSize(text: string, quality: number): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return brotliCompressSync(text, { params }).length;
}

test('the first view arrives before the server waits, and its inline scripts are small', async ({
  server,
}) => {
  const html = await (await fetch(server.url)).text();
  const [firstView = ''] = /^.*?<form.*?<\/button>/s.exec(html) ?? [];
  expect(firstView, 'the page up to the button of its first form').not.toBe('');
  const headers = 500;
  // Many servers use this quality when they compress a page for each request. Netlify does not
  // document its own.
  const bytes = headers + compressedSize(firstView, 5);
  // Over TLS 1.3 and HTTP/2 a server sends some 9 KB before it waits for the browser.
  expect(
    bytes,
    'the page up to the button of its first form: shorten the words above it, or the CSS',
  ).toBeLessThanOrEqual(9_000);

  const scripts = html.matchAll(/<script>(.*?)<\/script>/gs);
  const code = Array.from(scripts, ([, script]) => script).join('');
  expect(code, 'the inline scripts').not.toBe('');
  expect(compressedSize(code, 11), 'the inline scripts').toBeLessThanOrEqual(
    2.64 * kibibyte,
  );
});

/** Serves the front page with another headline, and with other changes if `change` makes any. */
async function serveWithHeadline(
  page: Page,
  url: string,
  headline: string,
  change = (html: string) => html,
) {
  await page.route(`${url}/`, async (route) => {
    const response = await route.fetch();
    const html = change(await response.text());
    const body = html.replace(/(<h1[^>]*>).*?(?=<\/h1>)/s, `$1${headline}`);
    await route.fulfill({ response, body });
  });
}

for (const [name, count] of [
  ['Mueller', 1],
  ['Müller', 2],
  ['José', 2],
  ['Łukasz', 2],
] as const)
  test(`the page loads and draws the letters of ${name}`, async ({
    page,
    server,
  }) => {
    const withoutAccents = (html: string) =>
      html.replaceAll(/[\u00A1-\u021B]/g, '');
    await serveWithHeadline(page, server.url, name, withoutAccents);
    const files: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'font') files.push(request.url());
    });
    await page.goto(`${server.url}/`, { waitUntil: 'networkidle' });
    await expect(page.locator('h1')).toHaveText(name);
    expect(files).toHaveLength(count);

    const devTools = await page.context().newCDPSession(page);
    await devTools.send('DOM.enable');
    await devTools.send('CSS.enable');
    const { root } = await devTools.send('DOM.getDocument');
    const { nodeId } = await devTools.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: 'h1',
    });
    const { fonts } = await devTools.send('CSS.getPlatformFontsForNode', {
      nodeId,
    });
    const families = new Set(fonts.map(({ familyName }) => familyName));
    expect([...families]).toEqual([expect.stringContaining('Newsreader')]);
  });

for (const width of [360, 768, 1280])
  test(`a late typeface moves nothing if the headline wraps alike in the fallback font, ${width} px`, async ({
    page,
    server,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize({ width, height: 900 });
    // This headline wraps alike. Of 40 pairs of a headline and a width, one did not.
    const headline = 'From loose keywords to a site worth citing';
    // An editor's image may be larger than the headline, and painted later.
    const withoutImages = (html: string) => html.replaceAll(/<img[^>]*>/g, '');
    await serveWithHeadline(page, server.url, headline, withoutImages);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/*.woff2', async (route) => {
      await released;
      await route.continue();
    });
    // The load event waits for the typeface.
    await page.goto(`${server.url}/`, { waitUntil: 'domcontentloaded' });
    await expect(page.locator('h1')).toHaveText(headline);
    const largestPaints = () => entriesOf(page, 'largest-contentful-paint');
    await expect.poll(largestPaints).not.toEqual([]);
    const beforeTypeface = await largestPaints();
    release();
    // A browser loads a typeface only for a text that uses it.
    const typefaces = await page.evaluate(async () => {
      const { fonts } = document;
      await fonts.ready;
      return [...fonts].map(({ family, status }) => `${family} ${status}`);
    });
    expect(typefaces).toContain('Newsreader loaded');

    expect(await largestPaints()).toEqual(beforeTypeface);
    expect(await entriesOf(page, 'layout-shift')).toEqual([]);
  });

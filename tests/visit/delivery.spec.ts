import { brotliCompressSync, constants } from 'node:zlib';
import { expect, type Page, type Request } from '@playwright/test';
import { parse } from 'node-html-parser';
import { asWritten } from '../../src/integrations/built-pages.ts';
import { scriptTimeout } from '../../src/stores/timeouts.ts';
import { test } from '../helpers/fixtures.ts';
import {
  entriesOf,
  expectInEveryForm,
  fixedTexts,
  holdRequests,
  hydrateIslands,
  serveChanged,
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

/** The limits of a visit, and what a visitor feels beyond each. */
const budgets = {
  /** Each further request costs a phone on a slow link a round trip before the page is whole. */
  requests: { max: 4, unit: 'requests of a visitor who only reads' },
  /**
   * Typeface, icon and logo. Beyond this limit a phone on a slow link shows the headline in the fallback
   * font for more than a second. (The page is not counted: each word of an editor adds bytes to it.)
   */
  files: { max: 15 * kibibyte, unit: 'bytes of files beside the page' },
  /**
   * Over TLS 1.3 and HTTP/2 a server sends some 9 KB before it waits for the browser. Beyond this limit
   * the headline and the form are painted one round trip later. The form may have another field.
   */
  firstView: { max: 9_500, unit: 'bytes up to the button of the first form' },
  /** Beyond this limit the inline scripts delay the words below the first form on a slow link. */
  inlineScripts: { max: 3 * kibibyte, unit: 'bytes of inline scripts' },
  /**
   * Beyond this limit a visitor on a slow link (1.6 Mbit/s) can press the button before the form is
   * live: the scripts take longer than it takes to type an e-mail.
   */
  islandScripts: { max: 75 * kibibyte, unit: 'bytes of the islands’ scripts' },
};

function expectWithin(budget: keyof typeof budgets, actual: number) {
  const { max, unit } = budgets[budget];
  const message = `${unit}; only the owner may raise this budget`;
  expect(actual, message).toBeGreaterThan(0);
  expect(actual, message).toBeLessThanOrEqual(max);
}

test('a visit keeps to its budgets, and a signup is one request', async ({
  page,
  context,
  server,
}) => {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(server.url, { waitUntil: 'networkidle' });
  // Not counted: pictures of editors, which the build makes light, posters and captions of their videos,
  // and the font files that a page loads only for letters outside ASCII.
  const added = await page
    .locator('main :is(img, video, track)')
    .evaluateAll((parts) =>
      parts.flatMap((part) =>
        ['currentSrc', 'poster', 'src'].map((name) => Reflect.get(part, name)),
      ),
    );
  const typeface = await page
    .locator('[rel=preload]')
    .evaluate((link) => (link as HTMLLinkElement).href);
  const own = requests
    .filter((request) => !added.includes(request.url()))
    .filter(
      (request) =>
        request.resourceType() !== 'font' || request.url() === typeface,
    );
  expectWithin('requests', own.length);
  expectWithin('files', await bytesOf(own.slice(1)));

  requests.length = 0;
  await hydrateIslands(page);
  const scriptBytes = await bytesOf(requests);
  expectWithin('islandScripts', scriptBytes);
  // A press waits for the scripts for as long as they take on a link with 16 kbit/s.
  expect((8 * scriptBytes) / 16, 'ms of 16 kbit/s').toBeLessThan(scriptTimeout);

  requests.length = 0;
  const { field, fill } = waitlistForm(page, 'first');
  await fill();
  await field.press('Enter');
  await expectInEveryForm(page, fixedTexts.success);
  expect(requests.map((request) => request.url())).toEqual([
    `${server.url}/rest/v1/waitlist`,
  ]);
  expect(await context.cookies()).toEqual([]);
});

/** The bytes of a text that is compressed by brotli. Its quality is a number from 0 to 11. */
function compressedSize(text: string, quality: number): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return brotliCompressSync(text, { params }).length;
}

/**
 * The front page with texts of the usual length in the first view, and without what an editor may have
 * added there: each word and each picture of an editor adds bytes.
 */
async function readUsualPage(url: string): Promise<string> {
  const html = await (await fetch(url)).text();
  const page = parse(html, asWritten);
  const headline = 'From keywords to SEO content worth citing';
  const text =
    'SEO software for agencies and content teams. It turns keywords into a sitemap, briefs, internal links and schema for search and AI answers.';
  for (const [selector, words] of [
    ['title, h1', headline],
    ['main section:has(h1) .prose', `<p>${text}</p>`],
    ['header nav, main section:has(h1) img', ''],
  ] as const)
    for (const element of page.querySelectorAll(selector))
      element.set_content(words);
  for (const [selector, words] of [
    ['[property="og:title"], [property="og:image:alt"]', headline],
    ['[name=description], [property="og:description"]', text],
  ] as const)
    for (const element of page.querySelectorAll(selector))
      element.setAttribute('content', words);
  return page.toString();
}

test('the page keeps to the budgets of first view and inline scripts', async ({
  server,
}) => {
  const html = await readUsualPage(server.url);
  const [firstView = ''] = /^.*?<form.*?<\/button>/s.exec(html) ?? [];
  expect(firstView, budgets.firstView.unit).not.toBe('');
  const headers = 500;
  // Many servers use this quality when they compress a page for each request. Netlify does not
  // document its own.
  expectWithin('firstView', headers + compressedSize(firstView, 5));

  const inline = html.matchAll(/<script>(.*?)<\/script>/gs);
  const code = Array.from(inline, ([, script]) => script).join('');
  expect(code, budgets.inlineScripts.unit).not.toBe('');
  expectWithin('inlineScripts', compressedSize(code, 11));
});

/** Serves the front page with another headline, and without what an editor may have added beside it. */
const serveWithHeadline = (page: Page, url: string, headline: string) =>
  serveChanged(page, url, (html) =>
    html
      // Letters of other font files, and images that are painted later than the headline
      .replaceAll(/[\u00A1-\u021B]|<(img|video)[^>]*>/g, '')
      .replace(/(<h1[^>]*>).*?(?=<\/h1>)/s, `$1${headline}`),
  );

test('the page loads the files of the typeface that its letters need, and draws them', async ({
  page,
  server,
}) => {
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') files.push(request.url());
  });
  await serveWithHeadline(page, server.url, 'Mueller');
  await page.goto(`${server.url}/`);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('DOM.enable');
  await devTools.send('CSS.enable');
  const { root } = await devTools.send('DOM.getDocument');
  const { nodeId } = await devTools.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'h1',
  });
  const headline = page.locator('h1');
  for (const [name, count] of [
    ['Mueller', 1],
    ['Zoé Aydın-Lebœuf', 2],
    ['Łukasz', 3],
  ] as const) {
    await headline.evaluate(async (heading, text) => {
      heading.textContent = text;
      heading.getBoundingClientRect();
      await document.fonts.ready;
    }, name);
    expect(files, name).toHaveLength(count);
    const { fonts } = await devTools.send('CSS.getPlatformFontsForNode', {
      nodeId,
    });
    const areLoaded = new Set(fonts.map(({ isCustomFont }) => isCustomFont));
    expect([...areLoaded], name).toEqual([true]);
  }
});

test('a late typeface moves nothing, if the headline wraps alike', async ({
  page,
  server,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 360, height: 900 });
  // This headline wraps alike.
  const headline = 'From loose keywords to a site worth citing';
  await serveWithHeadline(page, server.url, headline);
  const release = await holdRequests(page, '**/*.woff2');
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
  expect(typefaces).toContain('typeface loaded');

  expect(await largestPaints()).toEqual(beforeTypeface);
  expect(await entriesOf(page, 'layout-shift')).toEqual([]);
});

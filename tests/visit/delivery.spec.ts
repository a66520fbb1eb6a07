import { readdirSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, type Request } from '@playwright/test';
import { test } from '../helpers/fixtures';
import {
  expectInBoth,
  fixedTexts,
  hydrated,
  entryTimes,
  waitlistForm,
} from '../helpers/page';

const kibibyte = 1024;

test('every response has the security and cache headers', async ({
  request,
  site,
}) => {
  const [script] = readdirSync('dist/_astro');
  for (const path of ['/', `/_astro/${script}`, '/logo.svg', '/share.png']) {
    const headers = (await request.get(site.url + path)).headers();
    expect(headers, path).toMatchObject({
      'content-security-policy': "frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy':
        path === '/share.png' ? 'cross-origin' : 'same-origin',
      'strict-transport-security': expect.stringMatching(/^max-age=\d+$/),
      'x-content-type-options': 'nosniff',
    });
    expect(headers['cache-control'], path).toBe(
      path.startsWith('/_astro/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=0, must-revalidate',
    );
  }
});

test('the Content-Security-Policy allows only what the page needs', async () => {
  const html = await readFile('dist/index.html', 'utf8');
  const [policy = ''] =
    /(?<=content-security-policy" content=")[^"]+/.exec(html) ?? [];
  const directives = policy.replaceAll(/'sha256-[^']+'/g, "'hash'").split(';');
  expect(directives.map((it) => it.trim()).sort()).toEqual([
    '',
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "font-src 'self'",
    "form-action 'none'",
    "img-src 'self'",
    "script-src 'self' 'hash'",
    "style-src 'self' 'hash'",
  ]);
});

test('every published file is referred to, or known by name', async () => {
  const files = await Array.fromAsync(glob('dist/**/*.*'));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const unused = files
    .map((file) => basename(file))
    .filter((name) => !texts.some((text) => text.includes(name)));
  const knownByName = ['index.html', 'llms.txt', 'robots.txt'];
  expect(unused.filter((name) => !knownByName.includes(name))).toEqual([]);
});

test('a visit sets no cookie and logs nothing', async ({
  page,
  context,
  site,
}) => {
  const entries: string[] = [];
  page.on('console', (entry) => entries.push(entry.text()));
  page.on('pageerror', (error) => entries.push(error.message));
  await page.goto(site.url);
  await page.mouse.wheel(0, 2000);
  await hydrated(page);
  const { field, button } = waitlistForm(page, 'last');
  await field.fill('ann@example.com');
  await button.click();
  await expectInBoth(page, fixedTexts.success);
  await page.waitForTimeout(300);
  expect(entries).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test('the page keeps to its budgets', async ({ page, site }) => {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  /** The bytes of the responses as sent, headers included. */
  async function bytesOf(some: Request[]) {
    const sizes = await Promise.all(some.map((request) => request.sizes()));
    return sizes.reduce(
      (sum, size) => sum + size.responseHeadersSize + size.responseBodySize,
      0,
    );
  }
  const scripts = () =>
    requests.filter((request) => request.resourceType() === 'script');

  await page.goto(site.url, { waitUntil: 'networkidle' });
  expect(scripts()).toEqual([]);
  expect(requests.length).toBeLessThanOrEqual(4);
  expect(
    await bytesOf(requests.slice(0, 1)),
    'The page no longer arrives in one go: it needs fewer words or simpler drawings.',
  ).toBeLessThanOrEqual(14_600);
  expect(await bytesOf(requests)).toBeLessThanOrEqual(30 * kibibyte);

  await hydrated(page);
  await page.waitForLoadState('networkidle');
  expect(await bytesOf(scripts())).toBeLessThanOrEqual(64 * kibibyte);

  requests.length = 0;
  const { field } = waitlistForm(page, 'first');
  await field.fill('ann@example.com');
  await field.press('Enter');
  await expectInBoth(page, fixedTexts.success);
  expect(requests.map((request) => request.url())).toEqual([
    `${site.url}/rest/v1/waitlist`,
  ]);
});

test('the inline scripts keep to their budget', async () => {
  const html = await readFile('dist/index.html', 'utf8');
  const scripts = html.match(/(?<=<script>).*?(?=<\/script>)/gs) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  const { length } = brotliCompressSync(scripts.join(''));
  expect(length).toBeLessThanOrEqual(2.5 * kibibyte);
});

for (const width of [360, 768, 1280])
  test(`a late typeface shifts no layout, ${width} px`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize({ width, height: 900 });
    // Most headlines wrap alike in the fallback font and in the typeface; this one certainly does.
    await page.route(`${site.url}/`, async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const body = html.replace(
        /(<h1[^>]*>)[^<]*/,
        '$1From loose keywords to a site worth citing',
      );
      await route.fulfill({ response, body });
    });
    await page.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await page.goto(`${site.url}/`, { waitUntil: 'networkidle' });
    const arrival = await page.evaluate(() => {
      const resources = performance.getEntriesByType('resource');
      return resources.find(({ name }) => name.endsWith('.woff2'))?.toJSON();
    });
    const paint = (await entryTimes(page, 'paint')).at(-1);
    expect(paint).toBeLessThan(arrival?.responseEnd);
    const largest = await entryTimes(page, 'largest-contentful-paint');
    expect(largest.at(-1)).toBe(paint);
    expect(await entryTimes(page, 'layout-shift')).toEqual([]);
    const isSet = () => document.fonts.check('1em Newsreader');
    expect(await page.evaluate(isSet)).toBe(true);
  });

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures';
import { hydrated, messages, waitlistForm } from './page';

const kibibyte = 1024;

test('every answer carries the policy’s headers', async ({ request, site }) => {
  const [script] = readdirSync('dist/_astro');
  for (const path of ['/', `/_astro/${script}`, '/logo.svg', '/share.png']) {
    const headers = (await request.get(site.url + path)).headers();
    expect(headers, path).toMatchObject({
      'content-security-policy': "frame-ancestors 'none'",
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy':
        path === '/share.png' ? 'cross-origin' : 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': 'strict-origin-when-cross-origin',
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

/**
 * The rules of Mozilla's HTTP Observatory that give or take points, as its
 * `src/grader/charts.js` has them: https://github.com/mdn/mdn-http-observatory
 */
test('the Observatory’s rules give 130 points', async ({ page, site }) => {
  const response = await page.goto(site.url);
  const headers = response?.headers() ?? {};
  const policy = await page
    .locator('meta[http-equiv="content-security-policy"]')
    .getAttribute('content');
  const directives = new Map(
    policy?.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
  const sources = [...directives.values()].flat();

  expect(
    sources.filter((source) => /unsafe|^\*|^https?:|^data:/.test(source)),
  ).toEqual([]);
  const points: [rule: string, holds: boolean, modifier: number][] = [
    [
      "default-src 'none' alone, nothing unsafe",
      directives.get('default-src')?.join() === "'none'",
      10,
    ],
    [
      'a private referrer policy',
      /^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/.test(
        headers['referrer-policy'] ?? '',
      ),
      5,
    ],
    [
      'framing refused by the policy’s header',
      headers['content-security-policy'] === "frame-ancestors 'none'",
      5,
    ],
    [
      'a same-origin resource policy',
      headers['cross-origin-resource-policy'] === 'same-origin',
      10,
    ],
  ];
  const score = points.reduce(
    (sum, [, holds, modifier]) => sum + (holds ? modifier : 0),
    100,
  );
  expect(score, JSON.stringify(points, null, 2)).toBe(130);

  // These take points when they do not hold.
  expect(
    Number(headers['strict-transport-security']?.match(/max-age=(\d+)/)?.[1]),
  ).toBeGreaterThan(15_768_000);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect(await page.locator('script[src]').count()).toBe(0);

  for (const directive of ['form-action', 'base-uri'])
    expect(directives.get(directive)).toEqual(["'none'"]);
  expect(directives.get('connect-src')).toEqual(["'self'"]);
});

test('a whole visit with a signup leaves nothing in the console and no cookie', async ({
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
  await expect(page.getByText(messages.success)).toHaveCount(2);
  await page.waitForTimeout(300);
  expect(entries).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

/** Follows a page's requests and their encoded bytes, headers included, as DevTools counts them. */
async function recordRequests(page: Page) {
  const requests = new Map<
    string,
    { url: string; type: string; bytes: number }
  >();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  devtools.on(
    'Network.requestWillBeSent',
    ({ requestId, request: { url }, type = 'Other' }) => {
      if (!url.startsWith('data:'))
        requests.set(requestId, { url, type, bytes: 0 });
    },
  );
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  return (type?: string) => {
    const some = [...requests.values()].filter(
      (request) => !type || request.type === type,
    );
    return {
      urls: some.map(({ url }) => url),
      bytes: some.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  };
}

test('the page keeps to its budgets', async ({ page, site }) => {
  const requests = await recordRequests(page);
  await page.goto(site.url, { waitUntil: 'networkidle' });

  expect(requests('Script').urls).toEqual([]);
  expect(requests().urls.length).toBeLessThanOrEqual(3);
  expect(requests('Document').bytes).toBeLessThanOrEqual(13 * kibibyte);
  expect(requests().bytes).toBeLessThanOrEqual(16 * kibibyte);

  await hydrated(page);
  await page.waitForLoadState('networkidle');
  expect(requests('Script').bytes).toBeLessThanOrEqual(64 * kibibyte);

  const before = requests().urls.length;
  const { field } = waitlistForm(page, 'first');
  await field.fill('ann@example.com');
  await field.press('Enter');
  await expect(page.getByText(messages.success)).toHaveCount(2);
  expect(requests().urls.slice(before)).toEqual([
    `${site.url}/rest/v1/waitlist`,
  ]);
});

test('the inline scripts keep to their budget', async () => {
  const html = await readFile('dist/index.html', 'utf8');
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script]) => script ?? '',
  );
  expect(scripts.length).toBeGreaterThan(0);
  const bytes = scripts.reduce(
    (sum, script) => sum + brotliCompressSync(script).length,
    0,
  );
  expect(bytes).toBeLessThanOrEqual(2.5 * kibibyte);
});

test('the largest paint is the first one', async ({ page, site }) => {
  await page.goto(site.url, { waitUntil: 'networkidle' });
  const paints = await page.evaluate(async () => {
    const entries = await new Promise<PerformanceEntryList>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      });
    });
    const [first] = performance.getEntriesByName('first-contentful-paint');
    return { first: first?.startTime, largest: entries.at(-1)?.startTime };
  });
  expect(paints.largest).toBe(paints.first);
});

/**
 * Measures the built site in Chromium and prints one table for each network
 * condition. Bytes and requests are exact; times depend on the machine.
 */
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { fixedTexts } from '../src/site.ts';
import { chromiumArguments, findChromium } from '../src/settings/chromium.ts';
import { hydrated, waitlistForm } from './helpers/page.ts';
import { openSignedDatabase, startSite } from './helpers/site.ts';

interface Throttling {
  /** Milliseconds added to each round trip. */
  latency: number;
  /** Bytes per second. */
  download: number;
  upload: number;
  /** How many times slower the processor is. */
  cpu: number;
}

/** What DevTools calls "Slow 4G", with its 4x slowdown of the processor. */
const slow: Throttling = {
  latency: 562.5,
  download: 188_744,
  upload: 86_400,
  cpu: 4,
};

/** Lighthouse's defaults for a mobile visitor. */
const mobile: Throttling = {
  latency: 150,
  download: 200_000,
  upload: 93_750,
  cpu: 4,
};

type Row = Record<string, string | number>;

async function measure(
  browser: Browser,
  url: string,
  throttling?: Throttling,
): Promise<Row[]> {
  const page = await browser.newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  if (throttling) {
    const { latency, download, upload, cpu } = throttling;
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: download,
      uploadThroughput: upload,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  }

  const requests = new Map<
    string,
    { type: string; bytes: number; start: number }
  >();
  devtools.on(
    'Network.requestWillBeSent',
    ({ requestId, type = 'Other', timestamp }) => {
      requests.set(requestId, { type, bytes: 0, start: timestamp * 1000 });
    },
  );
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  const totals = (): Row => {
    const row: Row = { requests: requests.size, bytes: 0 };
    for (const { type, bytes } of requests.values()) {
      row[type] = Number(row[type] ?? 0) + bytes;
      row['bytes'] = Number(row['bytes']) + bytes;
    }
    return row;
  };

  /** Milliseconds between the requests for the first and for the largest script. */
  const largestScriptDelay = () => {
    const scripts = [...requests.values()].filter(
      ({ type }) => type === 'Script',
    );
    const first = Math.min(...scripts.map(({ start }) => start));
    const [largest] = scripts.toSorted((a, b) => b.bytes - a.bytes);
    return Math.round((largest?.start ?? NaN) - first);
  };

  await page.goto(url, { waitUntil: 'networkidle' });
  const rows: Row[] = [{ moment: 'before any interaction', ...totals() }];

  const interaction = performance.now();
  await hydrated(page);
  const hydrationTime = performance.now() - interaction;
  await page.waitForLoadState('networkidle');
  rows.push({
    moment: 'after the first interaction',
    ...totals(),
    ms: Math.round(hydrationTime),
    'largest script after, ms': largestScriptDelay(),
  });

  const { root, field, button } = waitlistForm(page, 'first');
  await field.fill(`bench-${Math.random()}@example.com`);
  const press = performance.now();
  await button.click();
  await root.getByText(fixedTexts.success).waitFor();
  rows.push({
    moment: 'after a signup',
    ...totals(),
    ms: Math.round(performance.now() - press),
  });

  await page.close();
  return rows;
}

async function scores(url: string, chromePath: string): Promise<Row> {
  const chrome = await launch({
    chromePath,
    chromeFlags: ['--headless=new', ...chromiumArguments],
  });
  try {
    const result = await lighthouse(url, { port: chrome.port });
    const { categories = {}, audits = {} } = result?.lhr ?? {};
    const row: Row = {};
    for (const { title, score } of Object.values(categories))
      row[title] = Math.round((score ?? 0) * 100);
    for (const [name, audit] of [
      ['FCP', 'first-contentful-paint'],
      ['LCP', 'largest-contentful-paint'],
      ['TBT', 'total-blocking-time'],
      ['CLS', 'cumulative-layout-shift'],
    ] as const) {
      row[name] = Number(audits[audit]?.numericValue?.toFixed(3));
    }
    return row;
  } finally {
    chrome.kill();
  }
}

const executablePath = findChromium() ?? '';
const database = await openSignedDatabase();
const site = await startSite(database);
const { url } = site;

const html = readFileSync('dist/index.html');
console.log('The page, compressed; Netlify does not document its quality');
console.table(
  [5, 11].map((quality) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
    return {
      'brotli quality': quality,
      bytes: brotliCompressSync(html, { params }).length,
    };
  }),
);

const browser = await chromium.launch({
  executablePath,
  args: chromiumArguments,
});
console.log('Without throttling');
console.table(await measure(browser, url));
console.log('150 ms and 1.6 Mbit/s, processor 4 times slower');
console.table(await measure(browser, url, mobile));
console.log('Slow 4G, processor 4 times slower');
console.table(await measure(browser, url, slow));
await browser.close();

console.log('Lighthouse, mobile');
console.table([await scores(url, executablePath)]);

await site.stop();
await database.close();

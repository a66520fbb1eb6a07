/**
 * Prints what a visit to the built site costs in Chromium, up to each of its moments:
 * requests and bytes, which are exact, and times, which depend on the machine.
 */
import { chromium, type Browser, type Request } from '@playwright/test';
import { chromiumArguments, findChromium } from '../local/chromium.ts';
import { fixedTexts } from '../src/site.ts';
import { bytesOf } from './helpers/bytes.ts';
import makeTemplate from './helpers/data-folder.ts';
import { entryTimes, hydrated, waitlistForm } from './helpers/page.ts';
import { openSignedDatabase, startSite } from './helpers/site.ts';

async function measure(browser: Browser, url: string, isSlow: boolean) {
  const page = await browser.newPage();
  const devtools = await page.context().newCDPSession(page);
  if (isSlow) {
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 200_000,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  await devtools.send('Performance.enable');
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));

  const rows = [];
  const form = waitlistForm(page, 'first');
  for (const [moment, reach] of [
    ['loaded', () => page.goto(url)],
    ['hydrated', () => hydrated(page)],
    [
      'joined',
      async () => {
        await form.field.fill(`bench-${Math.random()}@example.com`);
        await form.button.click();
        await form.root.getByText(fixedTexts.success).waitFor();
      },
    ],
  ] as const) {
    const start = performance.now();
    await reach();
    const time = performance.now() - start;
    await page.waitForLoadState('networkidle');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const work = metrics.find(({ name }) => name === 'TaskDuration');
    rows.push({
      moment,
      requests: requests.length,
      bytes: await bytesOf(requests),
      'its time, ms': Math.round(time),
      'main thread in all, ms': Math.round(1000 * (work?.value ?? NaN)),
    });
  }
  const [paint = NaN] = await entryTimes(page, 'paint');
  await page.close();
  console.log(`First paint after ${Math.round(paint)} ms`);
  console.table(rows);
}

await makeTemplate();
const database = await openSignedDatabase();
const site = await startSite(database);
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: chromiumArguments,
});
console.log('Without throttling');
await measure(browser, site.url, false);
console.log('150 ms and 1.6 Mbit/s, processor 4 times slower');
await measure(browser, site.url, true);
await browser.close();
await site.stop();
await database.close();

import { existsSync } from 'node:fs';
import { expect } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { test as base } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
import { fixedTexts } from '../helpers/page.ts';
import { readForms } from '../helpers/seen.ts';

/**
 * On a reload Firefox, unlike Chromium, restores the text of a field and whether a
 * button is disabled. Playwright drives only a Firefox of its own, so these tests
 * drive the system's over WebDriver BiDi.
 */
const executablePath = [
  process.env['FIREFOX_PATH'] ?? '',
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
].find((path) => existsSync(path));

const test = base.extend<{ firefox: Page }, { browserOfFirefox: Browser }>({
  browserOfFirefox: [
    async ({}, use) => {
      const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath: executablePath ?? '',
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  firefox: async ({ browserOfFirefox }, use) => {
    const page = await browserOfFirefox.newPage();
    await use(page);
    await page.close();
  },
});

test.skip(
  !executablePath,
  'Firefox is not installed; FIREFOX_PATH can name it.',
);
test.describe.configure({ mode: 'default' });

const field = '#join input';
const state = (page: Page) =>
  page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#join input');
    const button = document.querySelector<HTMLButtonElement>('#join button');
    return {
      text: input?.value,
      isEnabled: button?.disabled === false,
      isLive: document.querySelector('astro-island[ssr]') === null,
    };
  });

/** What the first form shows now; nothing while another page is shown. */
const shownText = (page: Page) =>
  page.evaluate(
    () => document.querySelector<HTMLElement>('#join')?.innerText ?? '',
  );

/** Opens the page and types into its first form, until its button is enabled. */
async function openFilled(page: Page, url: string, text: string) {
  await page.goto(url);
  await page.type(field, text);
  await expect.poll(() => state(page)).toMatchObject({ isEnabled: true });
}

async function submit(page: Page) {
  await page.type(field, 'ann@example.com');
  await page.keyboard.press('Enter');
}

const expectSuccess = (page: Page) =>
  expect.poll(() => shownText(page)).toContain(fixedTexts.success);

test('a reload restores text and button', async ({ firefox, server }) => {
  await openFilled(firefox, server.url, 'ann@example.com');
  await firefox.reload();
  await expect
    .poll(() => state(firefox))
    .toMatchObject({ text: 'ann@example.com', isEnabled: true });

  await firefox.focus(field);
  await firefox.keyboard.press('Enter');
  await expectSuccess(firefox);
});

test('emptying a restored field disables its button', async ({
  firefox,
  server,
}) => {
  await openFilled(firefox, server.url, 'a');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await firefox.setRequestInterception(true);
  firefox.on('request', async (request) => {
    if (request.url().endsWith('.js')) await released;
    await request.continue();
  });
  await firefox.reload({ waitUntil: 'domcontentloaded' });
  await expect.poll(() => state(firefox)).toMatchObject({ text: 'a' });
  await firefox.click(field, { count: 2 });
  await firefox.keyboard.press('Backspace');
  release();
  await expect
    .poll(() => state(firefox))
    .toMatchObject({ text: '', isEnabled: false, isLive: true });
});

test('a form works after a reload during its submit', async ({
  firefox,
  server,
}) => {
  server.answerInsertsWith(() => undefined);
  await firefox.goto(server.url);
  await submit(firefox);
  await expect.poll(() => shownText(firefox)).toContain(fixedTexts.joining);
  server.answerInsertsWith(answering(201));
  await firefox.reload();

  await firefox.click(field, { count: 3 });
  await submit(firefox);
  await expectSuccess(firefox);
});

test('going back restores text and button', async ({ firefox, server }) => {
  await openFilled(firefox, server.url, 'ann@example.com');
  await firefox.goto(`${server.url}/robots.txt`);
  // Not goBack(): it waits for a load event that a page from the cache never has.
  await firefox.evaluate(() => history.back());
  await expect(() => firefox.$eval(field, () => undefined)).toPass();
  await firefox.keyboard.press('Tab');
  await expect
    .poll(() => state(firefox))
    .toMatchObject({ text: 'ann@example.com', isEnabled: true, isLive: true });
});

for (const [where, go] of [
  ['scrolled away', () => scrollTo({ top: 3000, behavior: 'instant' })],
  [
    'on the other form',
    () =>
      document.querySelector<HTMLElement>('#join-beta [role=group]')?.focus(),
  ],
] as const)
  test(`the confirmation is all that is seen, the visitor is ${where}`, async ({
    firefox,
    server,
  }) => {
    const release = server.holdInserts();
    await firefox.goto(server.url);
    await submit(firefox);
    await expect.poll(() => shownText(firefox)).toContain(fixedTexts.joining);
    await firefox.evaluate(go);
    release();
    await expectSuccess(firefox);
    const confirmation = fixedTexts.success;
    expect(await firefox.evaluate(readForms)).toMatchObject({
      first: { confirmation },
      last: { confirmation, notice: 'notice' },
    });
  });

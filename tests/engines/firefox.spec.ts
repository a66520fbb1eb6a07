import { existsSync } from 'node:fs';
import { expect } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { test as base } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
import { fillOtherFields } from '../helpers/fill.ts';
import { fixedTexts } from '../helpers/page.ts';

/**
 * On a reload Firefox restores the text of each field and the `disabled` of each button; Chromium
 * does neither. Playwright works only with its own build of Firefox, so these tests control the
 * system's Firefox over WebDriver BiDi.
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
  firefox: async ({ browserOfFirefox, expectedErrors }, use) => {
    const page = await browserOfFirefox.newPage();
    const errors: unknown[] = [];
    page.on('pageerror', (error) => {
      if (!expectedErrors?.test(`${error}`)) errors.push(error);
    });
    await use(page);
    await page.close();
    expect(errors, 'Errors of the page').toEqual([]);
  },
});

test.skip(
  !executablePath,
  'Firefox is not installed; FIREFOX_PATH can name it.',
);
test.describe.configure({ mode: 'default' });

const field = '#join [name=email]';

/** Firefox gives the field's pattern the space, too. */
const typed = ' ann@example.com ';
const email = typed.trim();

/** Types an e-mail into the first form, and fills what the form requires besides. */
async function fill(page: Page) {
  await page.evaluate(fillOtherFields);
  await page.type(field, typed);
}

const expectFilled = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => [
        document.querySelector<HTMLInputElement>('#join [name=email]')?.value,
        document.querySelector<HTMLButtonElement>('#join button')?.disabled,
      ]),
    )
    .toEqual([email, false]);

/** The text that the first form shows, in one line; empty while another page is open. */
const shownText = (page: Page) =>
  page.evaluate(() => {
    const form = document.querySelector<HTMLElement>('#join');
    return form?.innerText.replaceAll('\n', ' ') ?? '';
  });

const expectSuccess = (page: Page) =>
  expect.poll(() => shownText(page)).toContain(fixedTexts.success);

test('a reload restores text and button', async ({ firefox, server }) => {
  await firefox.goto(server.url);
  await fill(firefox);
  await firefox.reload();
  await expectFilled(firefox);

  await firefox.focus(field);
  await firefox.keyboard.press('Enter');
  await expectSuccess(firefox);
});

test('a form works after a reload during its submit', async ({
  firefox,
  server,
}) => {
  server.answerInsertsWith(() => undefined);
  await firefox.goto(server.url);
  await fill(firefox);
  await firefox.keyboard.press('Enter');
  await expect.poll(() => server.posts).toHaveLength(1);
  server.answerInsertsWith(answering(201));
  await firefox.reload();

  await firefox.click(field, { count: 3 });
  await fill(firefox);
  await firefox.keyboard.press('Enter');
  await expectSuccess(firefox);
});

test('going back restores text and button', async ({ firefox, server }) => {
  await firefox.goto(server.url);
  await fill(firefox);
  await firefox.goto(`${server.url}/robots.txt`);
  // `goBack` waits for a load event, which a page from the back-forward cache never fires.
  await firefox.evaluate(() => history.back());
  await expect(() => firefox.$eval(field, () => undefined)).toPass();
  await expectFilled(firefox);
});

test.describe('without scripts', () => {
  test.use({ expectedErrors: /Loading module from/ });

  test('a press ends in the error, and the next joins', async ({
    firefox,
    server,
  }) => {
    await firefox.goto(server.url);
    server.removed = /\.js/;
    await fill(firefox);
    await firefox.keyboard.press('Enter');
    await expect
      .poll(() => shownText(firefox))
      .toContain(fixedTexts.networkError);
    server.removed = undefined;
    await expectFilled(firefox);
    await firefox.keyboard.press('Enter');
    await expectSuccess(firefox);
    expect([server.loads, server.posts.length]).toEqual([1, 1]);
  });
});

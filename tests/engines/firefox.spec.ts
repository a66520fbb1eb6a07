import { existsSync } from 'node:fs';
import { expect } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { test as base } from '../helpers/fixtures';
import { fixedTexts, removals } from '../helpers/page';

/**
 * Firefox restores what Chromium does not: the text of a field on reload, and a
 * disabled button as enabled. Playwright drives only a build of its own, so this
 * is the system's Firefox over WebDriver BiDi.
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
test.describe.configure({ mode: 'serial' });

const field = '#join input';
const state = (page: Page) =>
  page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#join input');
    const button = document.querySelector<HTMLButtonElement>('#join button');
    return {
      text: input?.value,
      isEnabled: button?.disabled === false,
      isLive: document.querySelector('astro-island[ssr]') === null,
      says: document.querySelector<HTMLElement>('#join')?.innerText ?? '',
    };
  });

test('text typed before hydration stays, and Enter takes effect once', async ({
  firefox,
  site,
}) => {
  await firefox.goto(site.url);
  await firefox.type(field, 'ann@example.com');
  await firefox.keyboard.press('Enter');
  await expect
    .poll(async () => (await state(firefox)).says)
    .toContain(fixedTexts.success);
  expect(site.posts).toHaveLength(1);
  expect(firefox.url()).toBe(`${site.url}/`);
});

test('a click on the disabled button before hydration takes effect once', async ({
  firefox,
  site,
}) => {
  await firefox.goto(site.url);
  await firefox.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#join input');
    if (input) input.value = 'ann@example.com';
  });
  await firefox.click('#join button');
  await expect
    .poll(async () => (await state(firefox)).says)
    .toContain(fixedTexts.success);
  expect(site.posts).toHaveLength(1);
});

test('a reload leaves text and button in step', async ({ firefox, site }) => {
  await firefox.goto(site.url);
  await firefox.type(field, 'ann@example.com');
  await expect.poll(() => state(firefox)).toMatchObject({ isEnabled: true });
  await firefox.reload();
  await expect
    .poll(() => state(firefox))
    .toMatchObject({ text: 'ann@example.com', isEnabled: true, isLive: true });

  await firefox.focus(field);
  await firefox.keyboard.press('Enter');
  await expect
    .poll(async () => (await state(firefox)).says)
    .toContain(fixedTexts.success);
});

test('a reload after the field was emptied leaves no live button', async ({
  firefox,
  site,
}) => {
  await firefox.goto(site.url);
  await firefox.type(field, 'a');
  await expect.poll(() => state(firefox)).toMatchObject({ isEnabled: true });
  await firefox.keyboard.press('Backspace');
  await expect.poll(() => state(firefox)).toMatchObject({ isEnabled: false });
  await firefox.reload();
  expect(await state(firefox)).toMatchObject({ text: '', isEnabled: false });
  await firefox.keyboard.press('Tab');
  await expect
    .poll(() => state(firefox))
    .toMatchObject({ text: '', isEnabled: false, isLive: true });
});

test('a reload in the middle of a submit leaves a form that works', async ({
  firefox,
  site,
}) => {
  site.answerInsertsWith(() => undefined);
  await firefox.goto(site.url);
  await firefox.type(field, 'ann@example.com');
  await firefox.keyboard.press('Enter');
  await expect
    .poll(async () => (await state(firefox)).says)
    .toContain('Joining...');
  site.answerInsertsWith((_request, response) => response.writeHead(201).end());
  await firefox.reload();

  await firefox.click(field, { count: 3 });
  await firefox.type(field, 'ann@example.com');
  await firefox.keyboard.press('Enter');
  await expect
    .poll(async () => (await state(firefox)).says)
    .toContain(fixedTexts.success);
});

test('going back leaves text and button in step', async ({ firefox, site }) => {
  await firefox.goto(site.url);
  await firefox.type(field, 'ann@example.com');
  await expect.poll(() => state(firefox)).toMatchObject({ isEnabled: true });
  await firefox.goto(`${site.url}/robots.txt`);
  // Not goBack(): it waits for a load event that a page from the cache never has.
  await firefox.evaluate(() => history.back());
  await expect.poll(() => firefox.$(field)).not.toBeNull();
  await firefox.keyboard.press('Tab');
  await expect
    .poll(async () => {
      const { text, isEnabled, isLive } = await state(firefox);
      return isLive && isEnabled === (text !== '');
    })
    .toBe(true);
});

for (const [what, paths, isPageGone] of removals)
  test(`a press outlives a deploy that has removed ${what}`, async ({
    firefox,
    site,
  }) => {
    await firefox.goto(site.url);
    site.removed = paths;
    await firefox.type(field, 'ann@example.com');
    await firefox.keyboard.press('Enter');
    if (isPageGone) {
      await firefox.waitForResponse(`${site.url}/`);
      expect(await state(firefox)).toMatchObject({ text: 'ann@example.com' });
      site.removed = undefined;
      await firefox.mouse.move(300, 300);
    }
    await expect
      .poll(async () => (await state(firefox)).says)
      .toContain(fixedTexts.success);
    expect(site.posts).toHaveLength(1);
    // A page that is back may be loaded again by an island that asks for it only then.
    expect(isPageGone ? [1, 2] : [2]).toContain(site.loads);
    expect(firefox.url()).toBe(`${site.url}/`);
  });

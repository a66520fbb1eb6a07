import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { expect } from '@playwright/test';
import { Builder, By, Key, type WebDriver } from 'selenium-webdriver';
import { ServiceBuilder } from 'selenium-webdriver/safari.js';
import { test as base } from '../helpers/fixtures';
import { answering } from '../helpers/http';
import { fixedTexts, removals } from '../helpers/page';

/**
 * Only WebKit puts a page into the back-forward cache during a submit. Playwright
 * drives only a WebKit of its own, so these tests drive Debian's WebKitGTK over
 * WebDriver, on a virtual display.
 */
const driverPath = '/usr/bin/WebKitWebDriver';
const displayPath = '/usr/bin/Xvfb';

const test = base.extend<object, { webkit: WebDriver }>({
  webkit: [
    async ({}, use) => {
      const display = spawn(displayPath, ['-displayfd', '3'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      });
      const [number] = await once(display.stdio[3] as Readable, 'data');
      const service = new ServiceBuilder(driverPath)
        .setEnvironment({
          ...process.env,
          DISPLAY: `:${String(number).trim()}`,
        })
        .build();
      const webkit = await new Builder()
        .usingServer(await service.start())
        .withCapabilities({ browserName: 'MiniBrowser' })
        .build();
      await use(webkit);
      await webkit.quit();
      await service.kill();
      display.kill();
    },
    { scope: 'worker' },
  ],
});

test.skip(
  ![driverPath, displayPath].every((path) => existsSync(path)),
  'WebKitGTK is not installed: on Debian, webkit2gtk-driver and xvfb.',
);
test.describe.configure({ mode: 'default' });

const fieldOf = (webkit: WebDriver) =>
  webkit.findElement(By.css('#join input'));

/** The text that the first form shows now; empty while another page is open. */
const shownText = (webkit: WebDriver) =>
  webkit.executeScript<string>(
    'return document.querySelector("#join")?.innerText ?? ""',
  );

test('a signup, a known address, a network that fails', async ({
  webkit,
  site,
}) => {
  await webkit.get(site.url);
  await fieldOf(webkit).sendKeys('ann@example.com', Key.ENTER);
  await expect.poll(() => shownText(webkit)).toContain(fixedTexts.success);
  expect(await site.rows()).toHaveLength(1);

  await webkit.navigate().refresh();
  await fieldOf(webkit).sendKeys('ann@example.com', Key.ENTER);
  await expect.poll(() => shownText(webkit)).toContain(fixedTexts.duplicate);

  site.answerInsertsWith((request) => request.socket.destroy());
  await webkit.switchTo().activeElement().sendKeys(Key.ENTER);
  await expect.poll(() => shownText(webkit)).toContain(fixedTexts.unanswered);
});

for (const [what, paths, isPageGone] of removals)
  test(`a press takes effect although a deploy has removed ${what}`, async ({
    webkit,
    site,
  }) => {
    await webkit.get(site.url);
    site.removed = paths;
    await fieldOf(webkit).sendKeys('ann@example.com', Key.ENTER);
    if (isPageGone) {
      await webkit.executeAsyncScript(
        'addEventListener("astro:hydration-error", arguments[0])',
      );
      const button = webkit.findElement(By.css('#join button'));
      expect(await button.getAttribute('aria-busy')).toBe('true');
      site.removed = undefined;
      await webkit.actions().move({ x: 300, y: 300 }).perform();
    }
    await expect.poll(() => shownText(webkit)).toContain(fixedTexts.success);
    expect(site.posts).toHaveLength(1);
    // An island that tries to fetch the page only once it is back may reload it.
    expect(isPageGone ? [1, 2] : [2]).toContain(site.loads);
    expect(await webkit.getCurrentUrl()).toBe(`${site.url}/`);
  });

for (const when of ['early', 'late', 'never'] as const)
  test(`leaving in the middle of a submit and coming back leaves a form that works, answered ${when}`, async ({
    webkit,
    site,
  }) => {
    let answer = () => {};
    site.answerInsertsWith(
      (_request, response) => (answer = () => response.writeHead(201).end()),
    );
    // WebKit itself decides whether to cache the page; it mostly does.
    await expect(async () => {
      await webkit.get(site.url);
      await fieldOf(webkit).sendKeys('ann@example.com', Key.ENTER);
      await expect.poll(() => shownText(webkit)).toContain(fixedTexts.joining);
      await webkit.executeScript(`addEventListener('pageshow', ({ persisted }) => {
        document.title = persisted ? 'from the cache' : '';
      })`);
      await webkit.get(`${site.url}/robots.txt`);
      if (when === 'early') answer();
      // Not back(): it waits for a load event that a page from the cache never has.
      await webkit.executeScript('setTimeout(() => history.back())');
      await expect
        .poll(() => webkit.getTitle(), { timeout: 3000 })
        .toBe('from the cache');
    }).toPass({ timeout: 30_000 });
    if (when === 'late') answer();
    await expect.poll(() => shownText(webkit)).toContain(fixedTexts.unanswered);
    site.answerInsertsWith(answering(201));
    await webkit.switchTo().activeElement().sendKeys(Key.ENTER);
    await expect.poll(() => shownText(webkit)).toContain(fixedTexts.success);
  });

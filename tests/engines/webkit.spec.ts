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
 * WebKit alone caches a page in the middle of a submit, and has a mind of its
 * own about lists. Playwright drives only a build of its own, so this is
 * Debian's WebKitGTK over WebDriver, on a display of its own.
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

/** What the first form says now; nothing while another page is shown. */
const says = (webkit: WebDriver) =>
  webkit.executeScript<string>(
    'return document.querySelector("#join")?.innerText ?? ""',
  );

test('a signup, a known address, a network that fails', async ({
  webkit,
  site,
}) => {
  await webkit.get(site.url);
  await fieldOf(webkit).sendKeys('ann@example.com', Key.ENTER);
  await expect.poll(() => says(webkit)).toContain(fixedTexts.success);
  expect(await site.rows()).toHaveLength(1);

  await webkit.navigate().refresh();
  await fieldOf(webkit).sendKeys('ann@example.com', Key.ENTER);
  await expect.poll(() => says(webkit)).toContain(fixedTexts.duplicate);

  site.answerInsertsWith((request) => request.socket.destroy());
  await webkit.switchTo().activeElement().sendKeys(Key.ENTER);
  await expect.poll(() => says(webkit)).toContain(fixedTexts.unanswered);
});

for (const [what, paths, isPageGone] of removals)
  test(`a press outlives a deploy that has removed ${what}`, async ({
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
    await expect.poll(() => says(webkit)).toContain(fixedTexts.success);
    expect(site.posts).toHaveLength(1);
    // A page that is back may be loaded again by an island that asks for it only then.
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
    // Whether it keeps the page is WebKit's own choice, but it mostly does.
    await expect(async () => {
      await webkit.get(site.url);
      await fieldOf(webkit).sendKeys('ann@example.com', Key.ENTER);
      await expect.poll(() => says(webkit)).toContain(fixedTexts.joining);
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
    await expect.poll(() => says(webkit)).toContain(fixedTexts.unanswered);
    site.answerInsertsWith(answering(201));
    await webkit.switchTo().activeElement().sendKeys(Key.ENTER);
    await expect.poll(() => says(webkit)).toContain(fixedTexts.success);
  });

test('every list is one', async ({ webkit, site }) => {
  await webkit.get(site.url);
  const lists = await webkit.findElements(
    By.css(':is(ul, ol):not([aria-hidden] *)'),
  );
  const roles = await Promise.all(lists.map((list) => list.getAriaRole()));
  expect(roles).toEqual(lists.map(() => 'list'));
});

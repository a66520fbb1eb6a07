import { expect, type Page } from '@playwright/test';
import { chromiumArguments, findChromium } from '../../local/chromium.ts';
import { site } from '../../src/site.ts';
import { responseTimeout } from '../../src/stores/response-timeout.ts';
import { test } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
import {
  expectInEveryForm,
  fixedTexts,
  headerButton,
  holdScripts,
  hydrateIslands,
  openFilled,
  waitlistForm,
} from '../helpers/page.ts';

// Only the whole Chromium has a back-forward cache, which Playwright turns off.
test.use({
  launchOptions: {
    executablePath: findChromium() ?? '',
    args: chromiumArguments,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

/** Writes into the page how many islands Astro has given up: it requests their scripts twice. */
const countFailedIslands = (page: Page) =>
  page.addInitScript(() => {
    let count = 0;
    addEventListener('astro:hydration-error', () => {
      document.documentElement.dataset['failedIslands'] = String(++count);
    });
  });

const expectFailedIslands = (page: Page, count: number) =>
  expect(
    page.locator('html'),
    'the number of islands that Astro has given up',
  ).toHaveAttribute('data-failed-islands', String(count));

test('a reload of a scrolled page hydrates it', async ({ page, server }) => {
  await page.goto(server.url);
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
  await page.reload();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveAttribute(
    'data-scrolled',
    'true',
  );
  expect(await page.evaluate(() => scrollY)).toBe(900);
});

test.describe('where the scripts cannot be loaded', () => {
  const messageOf = (page: Page, which: 'first' | 'last') =>
    waitlistForm(page, which).root.locator('.waitlist-error');

  test('after 15 seconds a press ends in a message, late scripts do not clear it, and the next press joins', async ({
    page,
    server,
  }) => {
    await page.clock.install();
    const releaseScripts = await holdScripts(page);
    const { root, field, button } = await openFilled(page, server.url);
    await field.press('Enter');
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await page.clock.fastForward(responseTimeout - 1000);
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await page.clock.fastForward(1000);
    await expectInEveryForm(page, fixedTexts.networkError);
    const message = root.locator('.waitlist-error');
    await expect(message).toBeVisible();
    await expect(message.getByRole('link')).toHaveText(site.contact);
    // One form says it.
    const announced = page
      .getByRole('status')
      .filter({ hasText: fixedTexts.networkError });
    await expect(announced).toHaveCount(1);
    await expect(button).not.toHaveAttribute('aria-busy');

    releaseScripts();
    await expect(
      page.locator('astro-island:not([ssr]) > header'),
    ).toBeVisible();
    await expect(message).toBeVisible();
    // The next press clears the error at once.
    const afterPress = await root.evaluate((element) => {
      element.querySelector('form')?.requestSubmit();
      const error = element.querySelector('.waitlist-error [id]');
      return [element.getAttribute('data-status'), error?.textContent];
    });
    expect(afterPress).toEqual(['idle', '']);
    await expectInEveryForm(page, fixedTexts.success);
    expect(server.loads).toBe(2);
    expect(server.posts).toHaveLength(1);
  });

  test('the message stays if the page, which the press asks for, fails later', async ({
    page,
    server,
  }) => {
    await page.clock.install();
    await page.goto(server.url);
    server.removed = /WaitlistForm.*\.js/;
    let failFetch = () => {};
    const failed = new Promise<void>((resolve) => (failFetch = resolve));
    await page.route(`${server.url}/`, async (route) => {
      await failed;
      await route.abort();
    });
    const { field, fill } = waitlistForm(page, 'first');
    await fill();
    const [fetched] = await Promise.all([
      page.waitForRequest(`${server.url}/`),
      // Astro loads the scripts a second time after one second.
      field.press('Enter').then(() => page.clock.runFor(1000)),
    ]);
    await page.clock.fastForward(responseTimeout);
    await expectInEveryForm(page, fixedTexts.networkError);
    failFetch();
    await expect.poll(() => fetched.failure()).not.toBeNull();
    await expect(messageOf(page, 'first')).toBeVisible();
    await expectInEveryForm(page, fixedTexts.networkError);
  });

  test('a press ends in a message after 15 seconds if the scripts cannot hydrate the forms', async ({
    page,
    server,
  }) => {
    await page.clock.install();
    await page.route('**/client*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export default () => () => { throw new Error() };',
      }),
    );
    const thrown = page.waitForEvent('pageerror');
    const { field } = await openFilled(page, server.url);
    await field.press('Enter');
    await thrown;
    await page.clock.fastForward(responseTimeout);
    await expectInEveryForm(page, fixedTexts.networkError);
    await expect(field).toHaveValue('ann@example.com');
  });

  test('a deploy has removed them: a press joins after one reload, which keeps the other text', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.url}/?utm_source=news`);
    server.removed = /WaitlistForm.*\.js/;
    const { field, fill } = waitlistForm(page, 'first');
    await waitlistForm(page, 'last').field.fill('bob');
    await fill();
    await field.press('Enter');

    await expectInEveryForm(page, fixedTexts.success);
    await expect(page.locator('#join-beta [name=email]')).toHaveValue('bob');
    await expect(page.locator('#join .waitlist-success')).toBeFocused();
    const referrer = `${server.url}/?utm_source=news`;
    expect(page.url()).toBe(referrer);
    expect(await page.evaluate(() => history.state)).toBeNull();
    expect(server.loads).toBe(2);
    expect(server.posts).toHaveLength(1);
    expect(await server.rows()).toEqual([
      { email: 'ann@example.com', referrer },
    ]);
  });

  test('a deploy has removed them: a scroll reloads nothing, and a later press joins after one reload', async ({
    page,
    server,
  }) => {
    await countFailedIslands(page);
    await page.goto(server.url);
    server.removed = /WaitlistForm.*\.js/;
    await page.mouse.wheel(0, 100);
    await expectFailedIslands(page, await page.locator('.waitlist').count());
    const { root, field, fill } = waitlistForm(page, 'first');
    await fill();
    await expect(root).toHaveAttribute('data-status', 'idle');
    expect(server.loads).toBe(1);

    await field.press('Enter');
    await expectInEveryForm(page, fixedTexts.success);
    expect(server.loads).toBe(2);
    expect(server.posts).toHaveLength(1);
  });

  test('a press whose text changes while the page is reloaded submits nothing', async ({
    page,
    server,
  }) => {
    await page.goto(server.url);
    server.removed = /WaitlistForm.*\.js/;
    const { field, fill } = waitlistForm(page, 'first');
    await fill();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(`${server.url}/`, async (route) => {
      if (route.request().isNavigationRequest()) await released;
      await route.continue();
    });
    const [reload] = await Promise.all([
      page.waitForRequest((request) => request.isNavigationRequest()),
      field.press('Enter'),
    ]);
    await page.keyboard.type('m');
    release();
    await reload.response();
    await hydrateIslands(page);
    await expect(field).toHaveValue('ann@example.comm');
    expect(server.posts).toHaveLength(0);
  });

  test('if the scripts fail after the reload too, the press shows the error without another reload, and the next press joins', async ({
    page,
    server,
  }) => {
    await countFailedIslands(page);
    await page.route('**/*.js*', (route) => route.abort());
    const { field, button } = await openFilled(page, server.url);
    const message = messageOf(page, 'first');
    await field.press('Enter');
    await expect.poll(() => server.loads).toBe(2);
    await expect(message).toBeVisible();
    await expect(button).not.toHaveAttribute('aria-busy');
    await expect(field).toHaveValue('ann@example.com');
    await expect(field).toBeFocused();
    await expectFailedIslands(page, await page.locator('astro-island').count());
    expect(server.loads).toBe(2);

    await page.unroute('**/*.js*');
    await field.press('Enter');
    await expectInEveryForm(page, fixedTexts.success);
    expect(server.loads).toBe(3);
    expect(server.posts).toHaveLength(1);
  });

  for (const isOffline of [true, false])
    test(`the page cannot be fetched either, ${isOffline ? 'offline' : 'since a proxy answers 404'}: a press ends in a message, and the next one joins`, async ({
      page,
      context,
      server,
    }) => {
      await page.goto(server.url);
      if (isOffline) await context.setOffline(true);
      else server.removed = /\.js|^\/$/;
      const { field, fill } = waitlistForm(page, 'first');
      await fill();
      await field.press('Enter');
      await expect(messageOf(page, 'first')).toBeVisible();
      expect(server.loads).toBe(1);

      await context.setOffline(false);
      server.removed = undefined;
      await field.press('Enter');
      await expectInEveryForm(page, fixedTexts.success);
      expect(server.loads).toBe(2);
      expect(server.posts).toHaveLength(1);
    });
});

test('without the header’s script its button leads to the first form, and the forms join', async ({
  page,
  server,
}) => {
  await countFailedIslands(page);
  await page.route('**/ScrollHeader*.js*', (route) => route.abort());
  // The forms' script comes only after Astro has given up the header.
  await page.route('**/WaitlistForm*.js', async (route) => {
    await expectFailedIslands(page, 1);
    await route.continue();
  });
  await page.goto(server.url);
  await headerButton(page).click();
  const { field, fill } = waitlistForm(page, 'first');
  await expect(field).toBeFocused();
  await fill();
  await field.press('Enter');
  await expectInEveryForm(page, fixedTexts.success);
  await page.locator('footer a').first().focus();
  await headerButton(page).click();
  await expect(page.locator('#join .waitlist-success')).toBeFocused();
  expect(server.loads).toBe(1);
});

test.describe('from the back-forward cache', () => {
  /** Leaves the page and goes back to it, as it was: a page that is loaded anew would not listen. */
  async function leaveAndReturn(page: Page, url: string) {
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset['persisted'] = String(persisted);
      }),
    );
    await page.goto(`${url}/robots.txt`);
    // Not goBack(): it waits for a load event that a page from the cache never has.
    await page.evaluate(() => setTimeout(() => history.back()));
    await expect(page.locator('html')).toHaveAttribute(
      'data-persisted',
      'true',
    );
  }

  test('a page at rest joins, and a success is still shown', async ({
    page,
    server,
  }) => {
    const { field, button } = await openFilled(page, server.url);
    await hydrateIslands(page);
    await leaveAndReturn(page, server.url);
    await expect(field).toHaveValue('ann@example.com');
    await button.click();
    await expectInEveryForm(page, fixedTexts.success);

    await leaveAndReturn(page, server.url);
    await expectInEveryForm(page, fixedTexts.success);
    await expect(headerButton(page)).toHaveAccessibleName(fixedTexts.joined);
  });

  test('a submit has ended, and the next press joins', async ({
    page,
    server,
  }) => {
    server.answerInsertsWith(() => undefined);
    const { field, button } = await openFilled(page, server.url);
    await field.press('Enter');
    await expect(button).toHaveAccessibleName(fixedTexts.joining);
    await leaveAndReturn(page, server.url);
    await expectInEveryForm(page, fixedTexts.networkError);

    server.answerInsertsWith(answering(201));
    await button.click();
    await expectInEveryForm(page, fixedTexts.success);
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Page, type Request } from '@playwright/test';
import { site } from '../../src/site.ts';
import { responseTimeout, scriptTimeout } from '../../src/stores/timeouts.ts';
import { missingScripts, test as base } from '../helpers/fixtures.ts';
import {
  expectInEveryForm,
  fixedTexts,
  headerButton,
  holdRequests,
  holdScripts,
  hydrateIslands,
  openFilled,
  waitlistForm,
} from '../helpers/page.ts';

/** The message under the first form. */
const messageOf = (page: Page) =>
  waitlistForm(page, 'first').root.locator('.waitlist-error');

const expectWaiting = (page: Page) =>
  expect(waitlistForm(page, 'first').button).toHaveAccessibleName(
    fixedTexts.joining,
  );

/** Presses Enter in the first form. */
const press = (page: Page) => waitlistForm(page, 'first').field.press('Enter');

const formScript = '**/WaitlistForm*.js';

/** Lets the time for the scripts pass, and waits for a request that the browser then sends. */
async function missScripts(
  page: Page,
  sent: Parameters<Page['waitForRequest']>[0],
) {
  const request = page.waitForRequest(sent);
  await page.clock.fastForward(scriptTimeout);
  return request;
}

/** Counts the requests for the page from now on: the one before a page load, too. */
function watchLoads(page: Page) {
  const url = page.url();
  let count = 0;
  page.on('request', (request) => {
    if (request.url() === url) count++;
  });
  return async () => {
    // The browser sends whatever the page requests before it requests this file.
    await page.evaluate(() => fetch('/robots.txt').then(() => undefined));
    return count;
  };
}

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

/** In the page: ends the time limit of a press after two seconds, and posts when the form shows an error. */
function shortenTimeLimit(limit: number) {
  const { setTimeout } = window;
  window.setTimeout = ((callback: TimerHandler, delay?: number) =>
    setTimeout(callback, delay === limit ? 2000 : delay)) as typeof setTimeout;
  const form = document.querySelector('[data-status]');
  const post = () =>
    form?.matches('[data-status=error]') && fetch('/error', { method: 'POST' });
  if (form) new MutationObserver(post).observe(form, { attributes: true });
}

base.describe('while the scripts are on their way', () => {
  const test = base.extend<{ release: () => void }>({
    /** Fills a form. The scripts of every page that is loaded come when the test calls `release`. */
    release: async ({ page, server }, use) => {
      await page.clock.install();
      const release = await holdScripts(page);
      await Promise.all([
        page.waitForRequest(formScript),
        openFilled(page, server.url),
      ]);
      await use(release);
    },
  });

  test('a press waits, and joins when they come', async ({
    page,
    release,
    server,
  }) => {
    await press(page);
    await page.clock.fastForward(scriptTimeout - 5000);
    await expectWaiting(page);
    release();
    await expectInEveryForm(page, fixedTexts.success);
    expect(server.loads).toBe(1);
    expect(server.posts).toHaveLength(1);
  });

  test('a press loads the page once more after a minute, and joins', async ({
    page,
    release,
    server,
  }) => {
    await press(page);
    await missScripts(page, formScript);
    await expectWaiting(page);
    release();
    await expectInEveryForm(page, fixedTexts.success);
    expect(server.loads).toBe(2);
    expect(server.posts).toHaveLength(1);
  });

  test('a press ends in the error a minute after its page load, and the next press joins', async ({
    page,
    release,
    server,
  }) => {
    await press(page);
    await missScripts(page, formScript);
    await page.clock.fastForward(scriptTimeout);
    await expectInEveryForm(page, fixedTexts.networkError);
    await expect(messageOf(page).getByRole('link')).toHaveText(site.contact);
    // A screen reader says the error once.
    const announced = page
      .getByRole('status')
      .filter({ hasText: fixedTexts.networkError });
    await expect(announced).toHaveCount(1);
    const { field, button } = waitlistForm(page, 'first');
    await expect(button).toHaveAccessibleName(fixedTexts.join);
    await expect(field).toHaveValue('ann@example.com');
    expect(server.loads).toBe(2);

    release();
    await expect(messageOf(page)).toBeHidden();
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    expect(server.posts).toHaveLength(0);
    await press(page);
    await expectInEveryForm(page, fixedTexts.success);
    expect(server.loads).toBe(2);
  });

  test('a press ends in the error if the page does not come either, and so does the next', async ({
    page,
    release,
    server,
  }) => {
    const releasePage = await holdRequests(page, `${server.url}/`);
    for (const time of [scriptTimeout, 0]) {
      await Promise.all([
        page.waitForRequest(`${server.url}/`),
        press(page).then(() => page.clock.fastForward(time)),
      ]);
      await page.clock.fastForward(responseTimeout - 5000);
      await expectWaiting(page);
      await page.clock.fastForward(5000);
      await expect(messageOf(page)).toBeVisible();
    }
    releasePage();
    await press(page);
    await expect.poll(() => server.loads).toBe(2);
    release();
    await expectInEveryForm(page, fixedTexts.success);
    expect(server.loads).toBe(2);
    expect(server.posts).toHaveLength(1);
  });

  test('no page is loaded without a press', async ({
    page,
    release,
    server,
  }) => {
    const countLoads = watchLoads(page);
    await page.clock.fastForward(scriptTimeout);
    expect(await countLoads()).toBe(0);

    await press(page);
    await expect.poll(() => server.loads).toBe(2);
    release();
    await expectInEveryForm(page, fixedTexts.success);
  });

  for (const step of ['is fetched', 'is loaded'])
    test(`the page stays if they come while a new one ${step}`, async ({
      page,
      release,
      server,
    }) => {
      const isHeld = (request: Request) =>
        request.url() === `${server.url}/` &&
        request.isNavigationRequest() === (step === 'is loaded');
      const releasePage = await holdRequests(page, `${server.url}/`, isHeld);
      await press(page);
      const request = await missScripts(page, isHeld);
      release();
      await expectInEveryForm(page, fixedTexts.success);
      const countLoads = watchLoads(page);
      releasePage();
      await request.response();
      expect(await countLoads()).toBe(0);
      expect(server.loads).toBe(1);
      expect(server.posts).toHaveLength(1);
      // A reload by the visitor would restore what is here.
      expect(await page.evaluate(() => history.state)).toBeNull();
    });
});

base.describe('a press after a deploy has removed the scripts', () => {
  base.use({ expectedErrors: missingScripts });
  const test = base.extend<{ fill: () => Promise<void> }>({
    /** Opens a page whose scripts are missing until the page is loaded again, and fills its first form. */
    fill: async ({ page, server }, use) => {
      await countFailedIslands(page);
      await page.goto(`${server.url}/?utm_source=news`);
      server.removed = /WaitlistForm.*\.js/;
      await use(() => waitlistForm(page, 'first').fill());
    },
  });

  test('joins after one page load', async ({ page, fill, server }) => {
    await fill();
    await press(page);
    await expectInEveryForm(page, fixedTexts.success);
    await expect(page.locator('#join .waitlist-success')).toBeFocused();
    expect(server.loads).toBe(2);
    // A reload by the visitor would restore and submit what is here.
    expect(await page.evaluate(() => history.state)).toBeNull();
    expect(await server.rows()).toEqual([
      {
        email: 'ann@example.com',
        referrer: `${server.url}/?utm_source=news`,
      },
    ]);
  });

  test('keeps the text of the other form', async ({ page, fill }) => {
    await waitlistForm(page, 'last').field.fill('bob');
    await fill();
    await press(page);
    await expectInEveryForm(page, fixedTexts.success);
    await expect(page.locator('#join-beta [name=email]')).toHaveValue('bob');
  });

  test('loads the page once, and a focus loads none', async ({
    page,
    fill,
    server,
  }) => {
    await fill();
    await expectFailedIslands(page, await page.locator('.waitlist').count());
    await expect(messageOf(page)).toBeHidden();
    expect(server.loads).toBe(1);
    await press(page);
    await expectInEveryForm(page, fixedTexts.success);
    expect(server.loads).toBe(2);
  });

  test('joins though the request of an earlier press fails', async ({
    page,
    fill,
    server,
  }) => {
    let failFirst = () => {};
    const isRepeated = new Promise<void>((resolve) => (failFirst = resolve));
    let count = 0;
    await page.route(`${server.url}/?*`, async (route) => {
      if (route.request().isNavigationRequest()) return route.continue();
      if (++count === 1) return isRepeated.then(() => route.abort());
      failFirst();
      await page.waitForTimeout(500);
      return route.continue();
    });
    await fill();
    await Promise.all([page.waitForRequest(`${server.url}/?*`), press(page)]);
    await page.keyboard.type('m');
    await press(page);
    await expectInEveryForm(page, fixedTexts.success);
    expect(await server.rows()).toMatchObject([{ email: 'ann@example.comm' }]);
  });

  test.describe('while the page is loaded', () => {
    const during = test.extend<{ release: () => Promise<void> }>({
      /** Presses, and holds the page load back until the test calls `release`. */
      release: async ({ page, fill, server }, use) => {
        await fill();
        await page.evaluate(shortenTimeLimit, responseTimeout);
        const isLoad = (request: Request) => request.isNavigationRequest();
        const release = await holdRequests(page, `${server.url}/?*`, isLoad);
        const [load] = await Promise.all([
          page.waitForRequest(isLoad),
          press(page),
        ]);
        await use(async () => {
          release();
          await load.response();
          await hydrateIslands(page);
        });
      },
    });

    during(
      'submits nothing if its text changes',
      async ({ page, release, server }) => {
        await page.keyboard.type('m');
        await release();
        const { field } = waitlistForm(page, 'first');
        await expect(field).toHaveValue('ann@example.comm');
        expect(server.posts).toHaveLength(0);
      },
    );

    during(
      'submits nothing after it was shown as failed',
      async ({ page, release, server }) => {
        // Playwright reads nothing of the page during a page load, so the page itself says it.
        await expect.poll(() => server.posts).toEqual(['/error']);
        await release();
        const { field } = waitlistForm(page, 'first');
        await expect(field).toHaveValue('ann@example.com');
        expect(server.posts).toEqual(['/error']);
      },
    );
  });
});

base.describe('a press while scripts and page are missing', () => {
  base.use({ expectedErrors: missingScripts });
  const test = base;

  test('shows the error after one page load', async ({ page, server }) => {
    await countFailedIslands(page);
    await page.route('**/*.js*', (route) => route.abort());
    const { field } = await openFilled(page, server.url);
    await press(page);
    await expect.poll(() => server.loads).toBe(2);
    await expect(messageOf(page)).toBeVisible();
    await expect(field).toHaveValue('ann@example.com');
    await expect(field).toBeFocused();
    await expectFailedIslands(page, await page.locator('astro-island').count());
    expect(server.loads).toBe(2);
  });

  test('joins when the scripts are back', async ({ page, server }) => {
    await page.route('**/*.js*', (route) => route.abort());
    await openFilled(page, server.url);
    await press(page);
    await expect(messageOf(page)).toBeVisible();
    await page.unroute('**/*.js*');
    await press(page);
    await expectInEveryForm(page, fixedTexts.success);
    expect(server.loads).toBe(3);
    expect(server.posts).toHaveLength(1);
  });

  test('shows the error if the scripts cannot hydrate a form', async ({
    page,
    server,
  }) => {
    await page.route('**/client*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export default () => () => { throw new Error() };',
      }),
    );
    const { field } = await openFilled(page, server.url);
    await press(page);
    await expect(messageOf(page)).toBeVisible();
    await expect(field).toHaveValue('ann@example.com');
    expect(server.loads).toBe(2);
  });

  for (const reason of [
    'offline',
    'behind a proxy that answers 404',
    'where an add-on’s fetch throws',
  ])
    test(`shows the error ${reason}, and then joins`, async ({
      page,
      context,
      server,
    }) => {
      await page.goto(server.url);
      if (reason === 'offline') await context.setOffline(true);
      else server.removed = /\.js|^\/$/;
      if (reason.endsWith('throws'))
        await page.evaluate(() => {
          const { fetch } = window;
          window.fetch = () => {
            window.fetch = fetch;
            throw new Error('This is the add-on’s own error.');
          };
        });
      await waitlistForm(page, 'first').fill();
      await press(page);
      await expect(messageOf(page)).toBeVisible();
      expect(server.loads).toBe(1);

      await context.setOffline(false);
      server.removed = undefined;
      await press(page);
      await expectInEveryForm(page, fixedTexts.success);
      expect(server.loads).toBe(2);
      expect(server.posts).toHaveLength(1);
    });
});

base.describe('without the header’s script', () => {
  base.use({ expectedErrors: missingScripts });
  base.beforeEach(async ({ page, server }) => {
    await countFailedIslands(page);
    await page.route('**/ScrollHeader*.js*', (route) => route.abort());
    // The forms' script comes only after Astro has given up the header.
    await page.route('**/WaitlistForm*.js', async (route) => {
      await expectFailedIslands(page, 1);
      await route.continue();
    });
    await page.goto(server.url);
    await headerButton(page).click();
  });

  base('its button leads to the first form', async ({ page }) => {
    await expect(waitlistForm(page, 'first').field).toBeFocused();
    await expect(page.locator('astro-island[ssr]')).toHaveCount(1);
  });

  base('the forms join', async ({ page, server }) => {
    await waitlistForm(page, 'first').fill();
    await press(page);
    await expectInEveryForm(page, fixedTexts.success);
    await page.locator('footer a').first().focus();
    await headerButton(page).click();
    await expect(page.locator('#join .waitlist-success')).toBeFocused();
    expect(server.loads).toBe(1);
  });
});

base.describe('without the last form’s script', () => {
  base.use({ expectedErrors: missingScripts });

  base(
    'a press in the first form joins without a page load',
    async ({ page, server }) => {
      await countFailedIslands(page);
      const html = await readFile(server.builtPage, 'utf8');
      const last = html.lastIndexOf('/_astro/WaitlistForm');
      const withoutLast = html.slice(0, last) + '/missing' + html.slice(last);
      await writeFile(server.builtPage, withoutLast);
      await page.goto(server.url);
      const countLoads = watchLoads(page);
      await waitlistForm(page, 'first').fill();
      await press(page);
      await expect(page.locator('#join .waitlist-success')).toBeVisible();
      // The first form no longer waits, so the last one needs no page load.
      await expectFailedIslands(page, 1);
      expect(await countLoads()).toBe(0);
    },
  );
});

import { expect, type Page, type Request, type Route } from '@playwright/test';
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
  waitForRequests,
  waitlistForm,
} from '../helpers/page.ts';
import type { SiteServer } from '../helpers/server.ts';

/** The message under the first form. */
const messageOf = (page: Page) =>
  waitlistForm(page, 'first').root.locator('.waitlist-error');

const expectWaiting = (page: Page) =>
  expect(waitlistForm(page, 'first').button).toHaveAccessibleName(
    fixedTexts.joining,
  );

/** Presses Enter in the first form. */
const press = (page: Page) => waitlistForm(page, 'first').field.press('Enter');

/** Waits until every form shows the success of one insert. `loads` is how often the browser has loaded the page until then. */
async function expectJoined(page: Page, server: SiteServer, loads: number) {
  await expectInEveryForm(page, fixedTexts.success);
  expect(server.loads, 'page loads').toBe(loads);
  expect(server.posts, 'inserts').toHaveLength(1);
}

const isPageLoad = (request: Request) => request.isNavigationRequest();
const isFetched = (request: Request) => request.resourceType() === 'fetch';

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
    await waitForRequests(page);
    return count;
  };
}

/** Waits until Astro has given up an island, whose scripts it requests twice. */
const waitForFailedIsland = (page: Page) =>
  page.waitForEvent('console', (entry) =>
    entry.text().startsWith('[astro-island]'),
  );

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

  test('a press waits a minute, loads the page once more, and joins', async ({
    page,
    release,
    server,
  }) => {
    await press(page);
    const countLoads = watchLoads(page);
    await page.clock.fastForward(scriptTimeout - 5000);
    await expectWaiting(page);
    expect(await countLoads()).toBe(0);
    await missScripts(page, formScript);
    await expectWaiting(page);
    release();
    await expectJoined(page, server, 2);
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
    await expectJoined(page, server, 2);
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

    release();
    await expect(messageOf(page)).toBeHidden();
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    expect(server.posts).toHaveLength(0);
    await press(page);
    await expectJoined(page, server, 2);
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
    await expectJoined(page, server, 2);
  });

  for (const [step, isHeld] of [
    ['fetched', isFetched],
    ['loaded', isPageLoad],
  ] as const)
    test(`the page stays if they come while a new one is ${step}`, async ({
      page,
      release,
      server,
    }) => {
      const releasePage = await holdRequests(page, `${server.url}/`, isHeld);
      await press(page);
      const request = await missScripts(page, isHeld);
      release();
      await expectInEveryForm(page, fixedTexts.success);
      const countLoads = watchLoads(page);
      releasePage();
      await request.response();
      expect(await countLoads()).toBe(0);
      await expectJoined(page, server, 1);
      // A reload by the visitor would restore what is here.
      expect(await page.evaluate(() => history.state)).toBeNull();
    });

  test('a press whose text changes while the page is loaded submits nothing', async ({
    page,
    release,
    server,
  }) => {
    const url = `${server.url}/`;
    const releasePage = await holdRequests(page, url, isPageLoad);
    await press(page);
    const load = await missScripts(page, isPageLoad);
    await page.keyboard.type('m');
    releasePage();
    await load.response();
    release();
    await hydrateIslands(page);
    const { field } = waitlistForm(page, 'first');
    await expect(field).toHaveValue('ann@example.comm');
    expect(server.posts).toHaveLength(0);
  });

  test('a press that ends in the error while the page is loaded submits nothing', async ({
    page,
    release,
    server,
  }) => {
    // The page is fetched a second before the time limit, and then loaded after it.
    const isShown = page.waitForFunction(() =>
      document.querySelector('#join[data-status=error]'),
    );
    await page.route(`${server.url}/`, async (route) => {
      if (isPageLoad(route.request())) await isShown;
      else await page.clock.fastForward(responseTimeout - 1000);
      await route.continue();
    });
    await press(page);
    const load = await missScripts(page, isPageLoad);
    await load.response();
    release();
    await hydrateIslands(page);
    const { field } = waitlistForm(page, 'first');
    await expect(field).toHaveValue('ann@example.com');
    expect(server.posts).toHaveLength(0);
  });
});

base.describe('a press after a deploy has removed the scripts', () => {
  base.use({ expectedErrors: missingScripts });

  base.beforeEach(async ({ page, server }) => {
    await page.goto(`${server.url}/?utm_source=news`);
    server.removed = /WaitlistForm.*\.js/;
  });

  base(
    'joins after one page load, which keeps all texts',
    async ({ page, server }) => {
      await Promise.all([
        waitForFailedIsland(page),
        waitlistForm(page, 'last').field.fill('bob'),
      ]);
      await waitlistForm(page, 'first').fill();
      await expect(messageOf(page)).toBeHidden();
      await press(page);
      await expectJoined(page, server, 2);
      await expect(page.locator('#join .waitlist-success')).toBeFocused();
      await expect(page.locator('#join-beta [name=email]')).toHaveValue('bob');
      // A reload by the visitor would restore and submit what is here.
      expect(await page.evaluate(() => history.state)).toBeNull();
      expect(await server.rows()).toEqual([
        {
          email: 'ann@example.com',
          referrer: `${server.url}/?utm_source=news`,
        },
      ]);
    },
  );

  base(
    'joins, though the reload for an earlier press has failed',
    async ({ page, server }) => {
      const fetches: Route[] = [];
      await page.route(`${server.url}/?*`, (route) =>
        isPageLoad(route.request()) ? route.continue() : fetches.push(route),
      );
      await waitlistForm(page, 'first').fill();
      await press(page);
      await expect.poll(() => fetches).toHaveLength(1);
      await page.keyboard.type('m');
      await press(page);
      await expect.poll(() => fetches).toHaveLength(2);

      const [first, second] = fetches;
      const hasFailed = page.waitForEvent('requestfailed');
      await first?.abort();
      await hasFailed;
      await expectWaiting(page);
      await second?.continue();
      await expectJoined(page, server, 2);
      expect(await server.rows()).toMatchObject([
        { email: 'ann@example.comm' },
      ]);
    },
  );
});

base.describe('a press while scripts and page are missing', () => {
  base.use({ expectedErrors: missingScripts });

  for (const [what, scripts, body] of [
    ['are missing', '**/*.js*', undefined],
    [
      'cannot hydrate a form',
      '**/client*.js',
      'export default () => () => { throw new Error() };',
    ],
  ] as const)
    base(
      `shows the error after one page load if the scripts ${what}, and then joins`,
      async ({ page, server }) => {
        const isPressed: PromiseWithResolvers<void> = Promise.withResolvers();
        await page.route(scripts, async (route) => {
          await isPressed.promise;
          if (body)
            await route.fulfill({ contentType: 'text/javascript', body });
          else await route.abort();
        });
        const releasePage = await holdRequests(
          page,
          `${server.url}/`,
          isFetched,
        );
        const { field } = await openFilled(page, server.url);
        const countLoads = watchLoads(page);
        await press(page);
        isPressed.resolve();
        await page.waitForRequest(isFetched);
        await expectWaiting(page);
        releasePage();
        await expect(messageOf(page)).toBeVisible();
        await expect(field).toHaveValue('ann@example.com');
        await expect(field).toBeFocused();
        expect(await countLoads(), 'a fetch, and a page load').toBe(2);

        await page.unroute(scripts);
        await press(page);
        await expectJoined(page, server, 3);
      },
    );

  for (const reason of [
    'offline',
    'behind a proxy that answers 404',
    'where an add-on’s fetch throws',
  ])
    base(
      `shows the error ${reason}, and then joins`,
      async ({ page, context, server }) => {
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
        await expectJoined(page, server, 2);
      },
    );
});

base.describe('without the header’s script', () => {
  base.use({ expectedErrors: missingScripts });

  base(
    'its button leads to the first form, and the forms join',
    async ({ page, server }) => {
      await page.route('**/ScrollHeader*.js*', (route) => route.abort());
      const release = await holdRequests(page, formScript);
      const isFailed = waitForFailedIsland(page);
      await page.goto(server.url);
      await headerButton(page).click();
      const { field, fill } = waitlistForm(page, 'first');
      await expect(field).toBeFocused();
      await isFailed;

      const countLoads = watchLoads(page);
      await fill();
      await press(page);
      expect(await countLoads()).toBe(0);
      release();
      await expectJoined(page, server, 1);
      await expect(page.locator('astro-island[ssr]')).toHaveCount(1);
      await page.locator('footer a').first().focus();
      await headerButton(page).click();
      await expect(page.locator('#join .waitlist-success')).toBeFocused();
    },
  );
});

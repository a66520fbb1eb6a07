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

  test('a press waits almost a minute, and joins', async ({
    page,
    release,
    server,
  }) => {
    await press(page);
    await page.clock.fastForward(scriptTimeout - 5000);
    await expectWaiting(page);
    release();
    await expectJoined(page, server, 1);
  });

  test('after a minute a press ends in the error, and the next loads the page', async ({
    page,
    release,
    server,
  }) => {
    const countLoads = watchLoads(page);
    const { field } = waitlistForm(page, 'first');
    await press(page);
    await page.clock.fastForward(scriptTimeout);
    await expectInEveryForm(page, fixedTexts.networkError);
    await expect(messageOf(page).getByRole('link')).toHaveText(site.contact);
    // A screen reader says the error once, with the field.
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(fixedTexts.networkError);
    await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveCount(
      0,
    );
    await expect(field).toHaveValue('ann@example.com');
    expect(await countLoads()).toBe(0);

    await press(page);
    await expect.poll(() => server.loads).toBe(2);
    await expectWaiting(page);
    release();
    await expectJoined(page, server, 2);
  });

  test('a visitor who has moved on hears the error, and stays', async ({
    page,
    release,
  }) => {
    await press(page);
    const link = page.locator('footer a').first();
    await link.focus();
    // Otherwise the browser scrolls when the height of a form above the visitor changes.
    const top = await page.locator('html').evaluate((root) => {
      root.style.overflowAnchor = 'none';
      return scrollY;
    });
    await page.clock.fastForward(scriptTimeout);
    await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveText(
      fixedTexts.networkError,
    );
    await expect(link).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(top);
    release();
  });

  test('a visitor gets the error in the form to which the header has led', async ({
    page,
    release,
  }) => {
    const last = waitlistForm(page, 'last');
    await last.fill();
    await last.field.press('Enter');
    await headerButton(page).click();
    await page.clock.fastForward(scriptTimeout);
    await expect(waitlistForm(page, 'first').field).toBeFocused();
    release();
  });

  test('scripts that come late make a form live, without a page load', async ({
    page,
    release,
    server,
  }) => {
    await press(page);
    await page.clock.fastForward(scriptTimeout);
    await expectInEveryForm(page, fixedTexts.networkError);
    const countLoads = watchLoads(page);
    release();
    await hydrateIslands(page);
    await expect(messageOf(page)).toBeHidden();
    const { field } = waitlistForm(page, 'first');
    await expect(field).not.toHaveAccessibleDescription(/./);
    expect(await countLoads()).toBe(0);
    await press(page);
    await expectJoined(page, server, 1);
  });

  test('a press ends in the error if the page does not come, and the next tries again', async ({
    page,
    release,
    server,
  }) => {
    await page.clock.fastForward(scriptTimeout);
    const releasePage = await holdRequests(page, `${server.url}/`);
    for (let presses = 0; presses < 2; presses++) {
      await Promise.all([page.waitForRequest(isFetched), press(page)]);
      await page.clock.fastForward(responseTimeout - 5000);
      await expectWaiting(page);
      await page.clock.fastForward(5000);
      await expectInEveryForm(page, fixedTexts.networkError);
    }
    releasePage();
    await press(page);
    await expect.poll(() => server.loads).toBe(2);
    release();
    await expectJoined(page, server, 2);
  });

  test('a press is sent once if the scripts come while the page is fetched', async ({
    page,
    release,
    server,
  }) => {
    await page.clock.fastForward(scriptTimeout);
    const releasePage = await holdRequests(page, `${server.url}/`, isFetched);
    await Promise.all([page.waitForRequest(isFetched), press(page)]);
    release();
    // The header is hydrated, but not the form.
    await waitForRequests(page);
    await expectWaiting(page);
    expect(server.posts).toHaveLength(0);
    releasePage();
    await expectJoined(page, server, 2);
  });

  test('a press is sent here if they come, but the page does not', async ({
    page,
    release,
    server,
  }) => {
    await page.clock.fastForward(scriptTimeout);
    await holdRequests(page, `${server.url}/`);
    await Promise.all([page.waitForRequest(isFetched), press(page)]);
    await Promise.all([page.waitForResponse('**/client*.js'), release()]);
    await waitForRequests(page);
    await page.clock.fastForward(responseTimeout);
    await expectJoined(page, server, 1);
  });

  test('a page load that the visitor stops ends in the error', async ({
    page,
    release,
    server,
  }) => {
    const devTools = await page.context().newCDPSession(page);
    await page.clock.fastForward(scriptTimeout);
    const releasePage = await holdRequests(page, `${server.url}/`, isPageLoad);
    await Promise.all([page.waitForRequest(isPageLoad), press(page)]);
    await devTools.send('Page.stopLoading');
    await page.clock.fastForward(responseTimeout);
    await expectInEveryForm(page, fixedTexts.networkError);
    // A reload by the visitor would restore and submit what is here.
    expect(await page.evaluate(() => history.state)).toBeNull();
    releasePage();
    release();
    expect(server.posts).toHaveLength(0);
  });
});

base.describe('a press after a deploy has removed the scripts', () => {
  base.use({ expectedErrors: missingScripts });

  base.beforeEach(async ({ page, server }) => {
    // As a protected preview is opened
    const url = server.url.replace('//', '//user:password@');
    await page.goto(`${url}/?utm_source=news`);
    server.removed = /WaitlistForm.*\.js/;
  });

  base(
    'joins after one page load, with all texts and without the URL’s password',
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
});

base.describe('a visitor who leaves while the page is loaded anew', () => {
  base.use({ expectedErrors: missingScripts });

  base('joins by no press when they come back', async ({ page, server }) => {
    const url = `${server.url}/`;
    await page.goto(url);
    server.removed = /WaitlistForm.*\.js/;
    await waitlistForm(page, 'first').fill();
    await holdRequests(page, url, isPageLoad);
    await Promise.all([page.waitForRequest(isPageLoad), press(page)]);
    await page.goto(`${server.url}/robots.txt`);
    await page.unroute(url);
    await page.goBack();
    await hydrateIslands(page);
    await waitForRequests(page);
    expect(server.posts).toHaveLength(0);
  });
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
        await expectInEveryForm(page, fixedTexts.networkError);
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
        await expectInEveryForm(page, fixedTexts.networkError);
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

for (const [what, state] of [
  ['a text', 'a text'],
  ['null', null],
  ['a list', [null]],
  ['another program’s', { forms: true }],
  [
    'an older deploy’s',
    { saved: { fields: [['join-email', 'ann@example.com', false]] } },
  ],
] as const)
  base(
    `the page leaves ${what} in history.state alone`,
    async ({ page, server }) => {
      await page.goto(server.url);
      await page.evaluate((value) => history.replaceState(value, ''), state);
      await page.reload();
      const { field, button } = waitlistForm(page, 'first');
      await expect(field).toHaveValue('');
      await expect(button).toBeDisabled();
      await hydrateIslands(page);
    },
  );

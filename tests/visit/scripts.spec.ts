import { expect, type Page } from '@playwright/test';
import { site } from '../../src/site.ts';
import { previewBuild } from '../helpers/build.ts';
import { missingScripts, test as base } from '../helpers/fixtures.ts';
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
import type { SiteServer } from '../helpers/server.ts';

/** Presses Enter in the first form. */
const press = (page: Page) => waitlistForm(page, 'first').field.press('Enter');

/** Waits until every form shows the success of one insert, on the page that the browser has loaded once. */
async function expectJoined(page: Page, server: SiteServer) {
  await expectInEveryForm(page, fixedTexts.success);
  expect(server.loads, 'page loads').toBe(1);
  expect(server.posts, 'inserts').toHaveLength(1);
}

/** The live regions that have a text. A screen reader says each of these texts. */
const announcements = (page: Page) =>
  page.getByRole('status').filter({ hasText: /./ });

base.describe('while the scripts are on their way', () => {
  const test = base.extend<{ release: () => void }>({
    /** Fills a form. The scripts come when the test calls `release`; the clock stands still an hour later. */
    release: async ({ page, server }, use) => {
      await page.clock.install();
      const release = await holdScripts(page);
      await Promise.all([
        page.waitForRequest('**/*.js'),
        openFilled(page, server.url),
      ]);
      await page.clock.pauseAt(Date.now() + 3_600_000);
      await use(release);
    },
  });

  test('a press waits for a minute, ends in the error, and the next waits again', async ({
    page,
    release,
    server,
  }) => {
    const { root, field, button } = waitlistForm(page, 'first');
    const expectWaiting = async () => {
      await page.clock.fastForward(59_999);
      await expect(button).toHaveAccessibleName(fixedTexts.joining);
    };
    await press(page);
    await expectWaiting();
    // Otherwise Orca 43 over Firefox 153 says the error twice.
    await expect(field).toHaveAttribute('role', 'textbox');
    await page.clock.fastForward(1);
    await expectInEveryForm(page, fixedTexts.networkError);
    await page.clock.runFor(100);
    await expect(root.locator('.waitlist-error a')).toHaveText(site.contact);
    // A screen reader says the error once, with the field.
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(fixedTexts.networkError);
    await expect(announcements(page)).toHaveCount(0);
    await expect(field).toHaveValue('ann@example.com');

    await press(page);
    await expectWaiting();
    release();
    await expectJoined(page, server);
  });

  test('scripts that come after the error make a form live', async ({
    page,
    release,
    server,
  }) => {
    await press(page);
    await page.clock.fastForward(60_000);
    await expectInEveryForm(page, fixedTexts.networkError);
    release();
    await hydrateIslands(page);
    const { root, field } = waitlistForm(page, 'first');
    await expect(root.locator('.waitlist-error')).toBeHidden();
    await expect(field).not.toHaveAccessibleDescription(/./);
    await press(page);
    await expectJoined(page, server);
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
    await page.clock.runFor(60_100);
    await expect(announcements(page)).toHaveText(fixedTexts.networkError);
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
    await page.clock.runFor(60_100);
    await expect(waitlistForm(page, 'first').field).toBeFocused();
    release();
  });
});

base('a deploy leaves an open page its scripts', async ({ page, server }) => {
  await page.goto(server.url);
  server.deploy(previewBuild.directory);
  server.answerInsertsWith(answering(201));
  await waitlistForm(page, 'first').fill();
  await press(page);
  await expectJoined(page, server);
  // A page may have this shared script from before a deploy, and the form's from after it. They fit together
  // only if the exports keep their names.
  const exported = await page.evaluate(
    async (url) => Object.keys(await import(url)),
    '/scripts/waitlist.js',
  );
  expect(exported).toContain('joinWaitlist');
});

base.describe('a press without scripts', () => {
  base.use({ expectedErrors: missingScripts });

  for (const [what, setMissing] of [
    [
      'that are missing',
      (_page: Page, server: SiteServer, areMissing: boolean) => {
        server.removed = areMissing ? /\.js/ : undefined;
      },
    ],
    [
      'offline',
      (page: Page, _server: SiteServer, areMissing: boolean) =>
        page.context().setOffline(areMissing),
    ],
  ] as const)
    base(
      `${what} ends in the error, and the next joins`,
      async ({ page, server }) => {
        await page.clock.install();
        // As a protected preview is opened
        await page.goto(server.url.replace('//', '//user:password@'));
        await setMissing(page, server, true);
        const { field, fill, button } = waitlistForm(page, 'first');
        await fill();
        await press(page);
        await expectInEveryForm(page, fixedTexts.networkError);
        await expect(field).toBeFocused();
        await expect(field).toHaveValue('ann@example.com');

        await setMissing(page, server, false);
        const release = await holdScripts(page);
        await page.clock.fastForward(50_000);
        await page.keyboard.type('.au');
        await press(page);
        // The minute of this press is not over.
        await page.clock.fastForward(30_000);
        await expect(button).toHaveAccessibleName(fixedTexts.joining);
        release();
        await expectJoined(page, server);
        expect(await server.rows()).toEqual([
          { email: 'ann@example.com.au', referrer: `${server.url}/` },
        ]);
      },
    );
});

base.describe('a press on an open page that is older than the scripts', () => {
  base.use({ expectedErrors: /^TypeError/ });

  base(
    'ends in the error if they cannot hydrate it',
    async ({ page, server }) => {
      await page.route('**/client.js', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'export default () => () => { throw new TypeError(); };',
        }),
      );
      const { button } = await openFilled(page, server.url);
      await press(page);
      await expectInEveryForm(page, fixedTexts.networkError);
      await expect(button).toBeEnabled();
    },
  );
});

base.describe('without the header’s script', () => {
  base.use({ expectedErrors: missingScripts });

  base(
    'its button leads to the first form, and the forms join',
    async ({ page, server }) => {
      const release = await holdScripts(page);
      await page.goto(server.url);
      const header = page.locator('astro-island:has(header)');
      const script = await header.getAttribute('component-url');
      await page.route(`**${script}*`, (route) => route.abort());
      const isFailed = page.waitForEvent('console', (entry) =>
        entry.text().startsWith('[astro-island]'),
      );
      await headerButton(page).click();
      const { field, fill } = waitlistForm(page, 'first');
      await expect(field).toBeFocused();
      await fill();
      await press(page);
      await isFailed;
      release();
      await expectJoined(page, server);
      await page.locator('footer a').first().focus();
      await headerButton(page).click();
      await expect(page.locator('#join .waitlist-success')).toBeFocused();
    },
  );
});

import { expect, type Page } from '@playwright/test';
import { chromiumArguments, findChromium } from '../../local/chromium.ts';
import { responseTimeout } from '../../src/stores/response-timeout.ts';
import { test } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
import {
  expectInBoth,
  fixedTexts,
  headerButton,
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
  /** The first form, and its message that there was no answer. */
  function firstForm(page: Page) {
    const form = waitlistForm(page, 'first');
    const message = form.root.locator('.waitlist-error');
    return { ...form, message: message.getByText(fixedTexts.networkError) };
  }

  for (const [what, path] of [
    ['blocked', '**/*.js*'],
    ['removed', undefined],
  ] as const)
    test(`${what} scripts: the header’s button leads to the form, and what is typed next stays`, async ({
      page,
      server,
    }) => {
      if (path) await page.route(path, (route) => route.abort());
      await page.goto(server.url);
      server.removed = /WaitlistForm.*\.js/;
      await headerButton(page).click();
      const { field } = firstForm(page);
      await page.keyboard.type('ann@example');
      await expect.poll(() => server.loads).toBe(2);
      await expect(field).toBeFocused();
      await page.keyboard.type('.com');
      await expect(field).toHaveValue('ann@example.com');
    });

  test('a press ends in a message after 15 seconds, and the next one reloads the page', async ({
    page,
    server,
  }) => {
    await page.clock.install();
    let doScriptsHang = true;
    await page.route('**/*.js', async (route) => {
      if (!doScriptsHang) await route.continue();
    });
    await openFilled(page, server.url);
    const { root, field, button, message } = firstForm(page);
    await field.press('Enter');
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expect(message).toBeHidden();
    await page.clock.fastForward(responseTimeout);
    await expect(message).toBeVisible();
    const last = waitlistForm(page, 'last');
    await expect(last.root.locator('.waitlist-error')).toBeVisible();
    // One form says it.
    await expect(
      page.getByRole('status').filter({ hasText: fixedTexts.networkError }),
    ).toHaveCount(1);
    await expect(button).not.toHaveAttribute('aria-busy');

    doScriptsHang = false;
    // The next press clears the error at once.
    const status = await root.evaluate((form) => {
      form.querySelector('form')?.requestSubmit();
      return form.getAttribute('data-status');
    });
    expect(status).toBe('idle');
    await expect.poll(() => server.loads).toBe(2);
    await expect(message).toBeVisible();
    await hydrateIslands(page);
    await field.press('Enter');
    await expectInBoth(page, fixedTexts.success);
  });

  test('a deploy has removed them: the page is reloaded with its texts, and a lost press is followed by a message', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.url}/?utm_source=news`);
    server.removed = /WaitlistForm.*\.js/;
    const { field, message } = firstForm(page);
    const last = waitlistForm(page, 'last');
    await last.field.fill('bob');
    await field.fill('ann@example.com');
    await field.press('Enter');

    await expect.poll(() => server.loads).toBe(2);
    await expect(message).toBeVisible();
    await hydrateIslands(page);
    await expect(message).toBeVisible();
    await expect(field).toBeFocused();
    await expect(last.field).toHaveValue('bob');
    expect(server.posts).toHaveLength(0);
    expect(page.url()).toBe(`${server.url}/?utm_source=news`);
    expect(await page.evaluate(() => history.state)).toBeNull();

    await field.press('Enter');
    await expectInBoth(page, fixedTexts.success);
    expect(await server.rows()).toMatchObject([{ email: 'ann@example.com' }]);
    expect(server.loads).toBe(2);
  });

  test('they fail after the reload, too: a press ends in a message and no further reload', async ({
    page,
    server,
  }) => {
    await page.route('**/*.js*', (route) => route.abort());
    await openFilled(page, server.url);
    const { field, button, message } = firstForm(page);
    await field.press('Enter');
    await expect.poll(() => server.loads).toBe(2);
    await expect(message).toBeVisible();
    await expect(button).not.toHaveAttribute('aria-busy');
    await expect(field).toHaveValue('ann@example.com');
    await expect(field).toBeFocused();
    // As long as Astro tries again.
    await page.waitForTimeout(2000);
    expect(server.loads).toBe(2);
  });

  test('the page cannot be fetched either: a press ends in a message, and the next one tries again', async ({
    page,
    server,
  }) => {
    await page.goto(server.url);
    server.removed = /\.js|^\/$/;
    const { field, message } = firstForm(page);
    await field.fill('ann@example.com');
    await field.press('Enter');
    await expect(message).toBeVisible();
    expect(server.loads).toBe(1);

    server.removed = undefined;
    await field.press('Enter');
    await expect.poll(() => server.loads).toBe(2);
    await expect(field).toHaveValue('ann@example.com');
  });
});

for (const which of ['first', 'last'] as const)
  test(`without the header’s script the ${which} form joins, and the header’s button leads to the first`, async ({
    page,
    server,
  }) => {
    await page.route('**/ScrollHeader*.js*', (route) => route.abort());
    // The form's comes after Astro has given up the header's, at its second try.
    await page.route('**/WaitlistForm*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await route.continue();
    });
    await page.goto(server.url);
    await headerButton(page).click();
    await expect(waitlistForm(page, 'first').field).toBeFocused();
    const { field } = waitlistForm(page, which);
    await field.fill('ann@example.com');
    await field.press('Enter');
    await expectInBoth(page, fixedTexts.success);
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

  test('a page at rest joins', async ({ page, server }) => {
    const { field, button } = await openFilled(page, server.url);
    await hydrateIslands(page);
    await leaveAndReturn(page, server.url);
    await expect(field).toHaveValue('ann@example.com');
    await button.click();
    await expectInBoth(page, fixedTexts.success);
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
    await expectInBoth(page, fixedTexts.networkError);
    await expect(field).toHaveValue('ann@example.com');

    server.answerInsertsWith(answering(201));
    await button.click();
    await expectInBoth(page, fixedTexts.success);
  });

  test('a success is still shown', async ({ page, server }) => {
    const { field } = await openFilled(page, server.url);
    await field.press('Enter');
    await expectInBoth(page, fixedTexts.success);
    await leaveAndReturn(page, server.url);
    await expectInBoth(page, fixedTexts.success);
    await expect(headerButton(page)).toHaveAccessibleName(fixedTexts.joined);
    await expect(page.locator('form:visible')).toHaveCount(0);
  });
});

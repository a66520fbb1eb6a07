import { readdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import puppeteer from 'puppeteer-core';
import { test } from '../helpers/fixtures';
import {
  headerButton,
  hydrated,
  fixedTexts,
  waitlistForm,
} from '../helpers/page';

/** Holds every script back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

function recordScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  return scripts;
}

test.describe('no script is requested', () => {
  test('before the visitor does something', async ({ page, site }) => {
    const scripts = recordScripts(page);
    await page.goto(site.url, { waitUntil: 'networkidle' });
    expect(scripts).toEqual([]);
  });

  const signs: [string, (page: Page) => Promise<unknown>][] = [
    ['a pointer', (page) => page.mouse.move(300, 300)],
    ['a key', (page) => page.keyboard.press('Tab')],
    ['a scroll', (page) => page.mouse.wheel(0, 100)],
    ['a touch', (page) => page.touchscreen.tap(300, 300)],
    [
      'a paste',
      (page) => waitlistForm(page, 'first').field.fill('ann@example.com'),
    ],
  ];
  for (const [sign, give] of signs) {
    test(`more than once after ${sign}, which wakes every island`, async ({
      browser,
      site,
    }) => {
      const page = await browser.newPage({ hasTouch: true });
      const scripts = recordScripts(page);
      await page.goto(site.url, { waitUntil: 'networkidle' });
      await give(page);
      await expect(page.locator('astro-island')).toHaveCount(3);
      await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
      expect(scripts.length).toBeGreaterThan(0);
      expect(new Set(scripts).size).toBe(scripts.length);
      await page.close();
    });
  }
});

test('every script is asked for before the first of them arrives', async ({
  page,
  site,
}) => {
  const scripts = recordScripts(page);
  await holdScripts(page);
  await page.goto(site.url);
  await page.mouse.move(300, 300);
  const built = readdirSync('dist/_astro').filter((name) =>
    name.endsWith('.js'),
  );
  await expect.poll(() => scripts).toHaveLength(built.length);
});

test.describe('before the scripts arrive', () => {
  test('text that was typed stays, and its button comes alive with the island', async ({
    page,
    site,
  }) => {
    const release = await holdScripts(page);
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, 'last');
    await field.pressSequentially('ann@example.com');
    await expect(button).toBeDisabled();

    release();
    await expect(button).toBeEnabled();
    await expect(field).toHaveValue('ann@example.com');
    await expect(waitlistForm(page, 'first').button).toBeDisabled();
    expect(site.posts).toHaveLength(0);
  });

  test('text that a script or a password manager filled in stays', async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, 'first');
    await field.evaluate((input: HTMLInputElement) => {
      input.value = 'ann@example.com';
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect(button).toBeEnabled();
    await expect(field).toHaveValue('ann@example.com');
  });

  test('Enter takes effect once, however often pressed', async ({
    page,
    site,
  }) => {
    const release = await holdScripts(page);
    await page.goto(site.url);
    const { field } = waitlistForm(page, 'first');
    await field.pressSequentially('ann@example.com');
    await field.press('Enter');
    await field.press('Enter');

    release();
    await expect(page.getByText(fixedTexts.success)).toHaveCount(2);
    expect(site.posts).toHaveLength(1);
    expect(await site.rows()).toMatchObject([{ email: 'ann@example.com' }]);
    expect(page.url()).toBe(`${site.url}/`);
  });

  test('a click on the still disabled button takes effect once', async ({
    page,
    site,
  }) => {
    const release = await holdScripts(page);
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, 'last');
    await field.pressSequentially('ann@example.com');
    await button.dblclick({ force: true });

    release();
    await expect(page.getByText(fixedTexts.success)).toHaveCount(2);
    expect(site.posts).toHaveLength(1);
  });

  test('a press in each form makes one request', async ({ page, site }) => {
    const release = await holdScripts(page);
    await page.goto(site.url);
    for (const which of ['first', 'last'] as const) {
      const { field } = waitlistForm(page, which);
      await field.fill(`${which}@example.com`);
      await field.press('Enter');
    }

    release();
    await expect(page.getByText(fixedTexts.success)).toHaveCount(2);
    expect(site.posts).toHaveLength(1);
  });

  test('a click on the button of an empty field submits nothing later', async ({
    page,
    site,
  }) => {
    const release = await holdScripts(page);
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, 'first');
    await button.click({ force: true });
    await field.fill('ann@example');

    release();
    await expect(button).toBeEnabled();
    expect(site.posts).toHaveLength(0);
  });

  test('what is no address is told at once and not submitted later', async ({
    page,
    site,
  }) => {
    const release = await holdScripts(page);
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, 'first');
    await field.fill('ann@');
    await field.press('Enter');
    await field.fill('ann@x');

    release();
    await expect(button).toBeEnabled();
    expect(site.posts).toHaveLength(0);
  });

  test('a press is dropped, and shown to be, once its text changes', async ({
    page,
    site,
  }) => {
    const release = await holdScripts(page);
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, 'first');
    await field.fill('ann@example.con');
    await field.press('Enter');
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await field.press('Backspace');
    await expect(button).not.toHaveAttribute('aria-busy');

    release();
    await expect(button).toBeEnabled();
    expect(site.posts).toHaveLength(0);
  });

  test('an Enter that ends a composition is no press', async ({
    page,
    site,
  }) => {
    const release = await holdScripts(page);
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, 'first');
    await field.fill('ann@example.com');
    // In Safari's order: after compositionend, hence not composing any more.
    await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
    await expect(button).not.toHaveAttribute('aria-busy');

    release();
    await expect(button).toBeEnabled();
    expect(site.posts).toHaveLength(0);
  });

  test('a click on the header button takes effect', async ({ page, site }) => {
    const release = await holdScripts(page);
    await page.goto(site.url);
    await headerButton(page).click();

    release();
    await expect(waitlistForm(page, 'first').field).toBeFocused();
  });
});

test.describe('a script that fails to load', () => {
  for (const [what, pattern] of [
    ['all scripts', '**/*.js*'],
    ['what they share alone', '**/islands.*.js*'],
    ['the renderer alone', '**/client.*.js*'],
    ['one island alone', '**/WaitlistForm.*.js*'],
  ] as const) {
    test(`is tried again at the next sign: ${what}`, async ({ page, site }) => {
      let isBlocked = true;
      await page.route(pattern, (route) =>
        isBlocked ? route.abort() : route.continue(),
      );
      await page.goto(site.url);
      const { field, button } = waitlistForm(page, 'first');
      const failed = page.waitForEvent('console', (message) =>
        message.text().includes('WaitlistForm'),
      );
      await field.pressSequentially('ann@example.com');
      await field.press('Enter');
      await failed;
      await expect(button).toBeDisabled();

      isBlocked = false;
      await page.mouse.move(300, 300);
      await expect(page.getByText(fixedTexts.success)).toHaveCount(2);
      expect(site.posts).toHaveLength(1);
    });
  }

  test('is tried again when the connection is back', async ({
    page,
    context,
    site,
  }) => {
    await page.goto(site.url);
    await context.setOffline(true);
    const failed = page.waitForEvent('console', (message) =>
      message.text().includes('WaitlistForm'),
    );
    const { field, button } = waitlistForm(page, 'first');
    await field.fill('ann@example.com');
    await failed;

    await context.setOffline(false);
    await expect(button).toBeEnabled();
  });
});

test.describe('an island that hydrates after the state has changed', () => {
  for (const [outcome, status, message] of [
    ['success', 201, fixedTexts.success],
    ['error', 500, fixedTexts.refused],
  ] as const) {
    test(`shows the ${outcome}, without a hydration error`, async ({
      page,
      site,
    }) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (entry) => problems.push(entry.text()));
      site.answerInsertsWith((_request, response) =>
        response.writeHead(status).end(),
      );
      await page.goto(site.url);

      // The second form's island alone is kept from waking.
      await page.evaluate(() => {
        const island = document.querySelectorAll('astro-island')[2];
        const hydrate = Reflect.get(island ?? {}, 'hydrate');
        Reflect.set(island ?? {}, 'hydrate', async () => undefined);
        addEventListener('wake-late', () => hydrate(), { once: true });
      });
      const { field } = waitlistForm(page, 'first');
      await field.fill('ann@example.com');
      await expect(waitlistForm(page, 'first').button).toBeEnabled();
      await field.press('Enter');
      await expect(page.getByText(message)).toHaveCount(1);

      await page.evaluate(() => dispatchEvent(new Event('wake-late')));
      await expect(page.getByText(message)).toHaveCount(2);
      expect(
        problems.filter((text) => !text.includes('status of 500')),
      ).toEqual([]);
    });
  }
});

test.describe('what the browser restores', () => {
  test('a reload in the middle of a page wakes it, and its header is dark', async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    await page.reload();
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    await expect(page.getByRole('banner')).toHaveAttribute(
      'data-scrolled',
      'true',
    );
    expect(await page.evaluate(() => scrollY)).toBe(900);
  });

  test('going back without the back-forward cache keeps text and button in step', async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, 'first');
    await field.fill('ann@example.com');
    await expect(button).toBeEnabled();
    await page.goto(`${site.url}/logo.svg`);
    await page.goBack();

    await hydrated(page);
    const isFilled = (await field.inputValue()) !== '';
    await expect(button).toBeEnabled({ enabled: isFilled });
    await field.fill('bob@example.com');
    await field.press('Enter');
    await expect(page.getByText(fixedTexts.success)).toHaveCount(2);
  });

  test('going back with the back-forward cache keeps text and button in step', async ({
    launchOptions: { executablePath = '', args = [] },
    site,
  }) => {
    // Playwright cannot follow a page into the cache.
    const browser = await puppeteer.launch({ executablePath, args });
    const page = await browser.newPage();
    await page.goto(site.url);
    await page.type('#join input', 'ann@example.com');
    await page.waitForSelector('#join button:enabled');
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => {
        document.title = persisted ? 'from the cache' : '';
      }),
    );
    await page.goto(`${site.url}/logo.svg`);
    await page.evaluate(() => void setTimeout(() => history.back()));

    await expect
      .poll(() => page.title().catch(() => 'on the way'))
      .toBe('from the cache');
    await page.focus('#join input');
    await page.keyboard.press('Enter');
    await expect.poll(() => site.rows()).toHaveLength(1);
    await browser.close();
  });

  test('going back in the middle of a submit leaves a form that works', async ({
    page,
    site,
  }) => {
    site.answerInsertsWith(() => undefined);
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, 'first');
    await field.fill('ann@example.com');
    await field.press('Enter');
    await expect(button).toHaveText('Joining...');
    await page.goto(`${site.url}/logo.svg`);
    site.answerInsertsWith((_request, response) =>
      response.writeHead(201).end(),
    );
    await page.goBack();

    await hydrated(page);
    await expect(button).toHaveText(fixedTexts.join, { timeout: 20_000 });
    await field.fill('ann@example.com');
    await field.press('Enter');
    await expect(page.getByText(fixedTexts.success)).toHaveCount(2);
  });
});

test('the form as such cannot put an address into the URL', async ({
  page,
  site,
}) => {
  await page.route('**/*.js*', (route) => route.abort());
  await page.goto(site.url);
  const { field } = waitlistForm(page, 'first');
  await field.fill('ann@example.com');
  await page.evaluate(() => {
    for (const form of document.forms) {
      form.requestSubmit();
      form.submit();
    }
  });
  await page.waitForTimeout(200);
  expect(page.url()).toBe(`${site.url}/`);
  await expect(field).toHaveValue('ann@example.com');
  expect(site.posts).toHaveLength(0);
});

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('the page reads whole, and says by the form what joining needs', async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    // Playwright's text locators pass over <noscript>.
    for (const line of await page.locator('noscript p').all()) {
      await expect(line).toBeVisible();
      await expect(line).toHaveText('Joining the waitlist needs JavaScript.');
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const heading of await page.getByRole('heading').all())
      await expect(heading).toBeVisible();
  });

  test('the header has its ground from the start, and no button', async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    await expect(headerButton(page)).toBeHidden();
    await expect(page.getByRole('banner')).toHaveCSS(
      'background-color',
      /, 0\.97\)$/,
    );
  });
});

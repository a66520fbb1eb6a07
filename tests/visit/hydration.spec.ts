import { readdirSync } from 'node:fs';
import { expect, type Page, type Request } from '@playwright/test';
import puppeteer from 'puppeteer-core';
import { chromiumArguments, findChromium } from '../../src/settings/chromium';
import { test } from '../helpers/fixtures';
import { answering } from '../helpers/http';
import {
  openFilled,
  expectInBoth,
  headerButton,
  hydrated,
  fixedTexts,
  waitlistForm,
} from '../helpers/page';

/** Holds the requests for a URL back, or those of them that `isHeld` chooses, until the returned function is called. */
async function hold(
  page: Page,
  url: string,
  isHeld: (request: Request) => boolean = () => true,
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    if (isHeld(route.request())) await released;
    await route.continue();
  });
  return release;
}

const holdScripts = (page: Page) => hold(page, '**/*.js');

type Form = ReturnType<typeof waitlistForm>;

function recordScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  return scripts;
}

const interactions: [string, (page: Page) => Promise<unknown>][] = [
  ['a key', (page) => page.keyboard.press('Tab')],
  ['a scroll', (page) => page.mouse.wheel(0, 100)],
  ['a touch', (page) => page.touchscreen.tap(300, 300)],
  // As an assistive technology does, without a pointer, touch or key.
  ['a click alone', (page) => page.locator('h1').dispatchEvent('click')],
  [
    'a paste',
    (page) => waitlistForm(page, 'first').field.fill('ann@example.com'),
  ],
  // Last, since the pointer stays where it is on the next page.
  ['a pointer', (page) => page.mouse.move(300, 300)],
];

test.describe('with a touch screen and a pointer', () => {
  test.use({ hasTouch: true });

  test('every kind of interaction hydrates every island, and requests each script once', async ({
    page,
    site,
  }) => {
    const scripts = recordScripts(page);
    for (const [interaction, act] of interactions) {
      await page.goto(site.url);
      await page.evaluate(() => dispatchEvent(new Event('online')));
      expect(scripts, `before ${interaction}`).toEqual([]);
      await act(page);
      await expect(page.locator('astro-island')).toHaveCount(3);
      await expect(
        page.locator('astro-island[ssr]'),
        `after ${interaction}`,
      ).toHaveCount(0);
      expect(scripts.length).toBeGreaterThan(0);
      expect(new Set(scripts).size).toBe(scripts.length);
      scripts.length = 0;
    }
  });
});

test('every script is requested before the first of them arrives', async ({
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
  test('text that was typed stays, and its button is enabled on hydration', async ({
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

  const presses: [string, (form: Form, other: Form) => Promise<unknown>][] = [
    [
      'Enter, pressed twice',
      async ({ field }) => {
        await field.press('Enter');
        await field.press('Enter');
      },
    ],
    [
      'a click on the still disabled button',
      ({ button }) => button.dblclick({ force: true }),
    ],
    [
      'a press in each form',
      async (form, other) => {
        await other.field.fill('bob@example.com');
        await other.field.press('Enter');
        await form.field.press('Enter');
      },
    ],
  ];
  for (const [what, press] of presses)
    test(`${what} takes effect once`, async ({ page, site }) => {
      const release = await holdScripts(page);
      await page.goto(site.url);
      const form = waitlistForm(page, 'last');
      await form.field.fill('ann@example.com');
      await press(form, waitlistForm(page, 'first'));
      await expect(form.button).toHaveAttribute('aria-busy', 'true');

      release();
      await expectInBoth(page, fixedTexts.success);
      expect(site.posts).toHaveLength(1);
      expect(page.url()).toBe(`${site.url}/`);
    });

  const drops: [string, (form: Form) => Promise<unknown>][] = [
    [
      'a click on the button of an empty field',
      async ({ field, button }) => {
        await button.click({ force: true });
        await expect(button).not.toHaveAttribute('aria-busy');
        await field.fill('ann@example');
      },
    ],
    [
      'a click after an invalid address, which is reported at once',
      async ({ field, button }) => {
        await field.fill('ann@');
        await button.click({ force: true });
        // The browser shows its message at the field, and moves the focus back there.
        await expect(field).toBeFocused();
        await expect(button).not.toHaveAttribute('aria-busy');
        await field.fill('ann@x');
      },
    ],
    [
      'a press whose text has changed since',
      async ({ field, button }) => {
        await field.fill('ann@example.con');
        await field.press('Enter');
        await expect(button).toHaveAttribute('aria-busy', 'true');
        await field.press('Backspace');
      },
    ],
    [
      'Enter on the link below the form',
      async ({ root, field }) => {
        await field.fill('ann@example.com');
        const link = root.getByRole('link');
        await link.dispatchEvent('keydown', { key: 'Enter' });
      },
    ],
    // In Safari's order: after compositionend, so `isComposing` is false.
    [
      'an Enter that ends a composition',
      async ({ field }) => {
        await field.fill('ann@example.com');
        await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
      },
    ],
  ];
  for (const [what, press] of drops)
    test(`${what} submits nothing later`, async ({ page, site }) => {
      const release = await holdScripts(page);
      await page.goto(site.url);
      const form = waitlistForm(page, 'last');
      await press(form);
      await expect(form.button).not.toHaveAttribute('aria-busy');

      release();
      await expect(form.button).toBeEnabled();
      expect(site.posts).toHaveLength(0);
    });

  test('a click on the header’s button takes effect, a click beside it does not', async ({
    page,
    site,
  }) => {
    const release = await holdScripts(page);
    await page.goto(site.url);
    await page.mouse.click(640, 32);
    await expect(headerButton(page)).not.toHaveAttribute('aria-busy');
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
    test(`is loaded again at the next interaction: ${what}`, async ({
      page,
      site,
    }) => {
      let isBlocked = true;
      await page.route(pattern, (route) =>
        isBlocked ? route.abort() : route.continue(),
      );
      await page.goto(site.url);
      // The page itself cannot be loaded again, so no reload helps.
      await page.route(site.url, (route) => route.abort());
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
      await expectInBoth(page, fixedTexts.success);
      expect(site.posts).toHaveLength(1);
      expect(site.loads).toBe(1);
    });
  }

  test('is loaded again, without a reload, when the connection is back', async ({
    page,
    context,
    site,
  }) => {
    let failures = 0;
    page.on('requestfailed', (request) => {
      if (request.url() === `${site.url}/`) failures++;
    });
    await page.goto(site.url);
    await context.setOffline(true);
    const { field, button } = waitlistForm(page, 'first');
    await field.fill('ann@example.com');
    // Each island's last attempt: whether the page can be fetched.
    await expect.poll(() => failures).toBe(3);

    await context.setOffline(false);
    // Chromium fires no such event on a machine without a network.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(button).toBeEnabled();
    expect(site.loads).toBe(1);
  });
});

test.describe('scripts that a deploy has removed', () => {
  test('cost one reload, and nothing that was typed or pressed', async ({
    page,
    site,
  }) => {
    await page.goto(`${site.url}/?utm_source=news`);
    site.removed = /\.js/;
    const first = waitlistForm(page, 'first');
    const last = waitlistForm(page, 'last');
    await first.field.fill('bob');
    await last.field.fill('ann@example.com');
    await last.field.press('Enter');

    await expect.poll(() => site.loads).toBe(2);
    await expectInBoth(page, fixedTexts.success);
    expect(await site.rows()).toMatchObject([{ email: 'ann@example.com' }]);
    expect(site.loads).toBe(2);
    expect(page.url()).toBe(`${site.url}/?utm_source=news`);
    expect(await page.evaluate(() => history.state)).toBeNull();
  });

  test('cost no reload if the page itself is gone', async ({ page, site }) => {
    await page.goto(site.url);
    site.removed = /\.js|^\/$/;
    let answers = 0;
    page.on('response', (response) => {
      if (response.url() === `${site.url}/`) answers++;
    });
    const { field } = waitlistForm(page, 'first');
    await field.fill('ann@example.com');
    await expect.poll(() => answers).toBe(3);
    await expect(field).toHaveValue('ann@example.com');
    expect(site.loads).toBe(1);
  });

  test('do not take away the result of a signup', async ({ page, site }) => {
    await page.goto(site.url);
    site.removed = /ScrollHeader/;
    const release = await hold(page, `${site.url}/`);
    const refetched = page.waitForResponse(`${site.url}/`);
    const { field } = waitlistForm(page, 'first');
    await field.fill('ann@example.com');
    await field.press('Enter');
    await expectInBoth(page, fixedTexts.success);
    release();
    await refetched;
    await expectInBoth(page, fixedTexts.success);
    expect(site.loads).toBe(1);
  });

  test('cost no second reload if they are still missing, and nothing that is typed until then', async ({
    page,
    site,
  }) => {
    await page.route('**/*.js*', (route) => route.fulfill({ status: 404 }));
    await page.goto(site.url);
    const isReload = (request: Request) => request.isNavigationRequest();
    const release = await hold(page, `${site.url}/`, isReload);
    const reloading = page.waitForRequest(isReload);
    const { field, button } = waitlistForm(page, 'first');
    await field.fill('ann@example.com');
    await field.press('Enter');
    const { field: otherField } = waitlistForm(page, 'last');
    await otherField.focus();
    await reloading;
    await page.keyboard.type('bob');

    const loaded = page.waitForEvent('load');
    release();
    await loaded;
    // Each key has begun the reload anew, and some of these requests may have arrived.
    const { loads } = site;
    await page.waitForResponse(
      (response) => response.request().resourceType() === 'fetch',
    );
    await expect(field).toHaveValue('ann@example.com');
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expect(otherField).toHaveValue('bob');
    await expect(otherField).toBeFocused();
    expect(site.loads).toBe(loads);
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
      site.answerInsertsWith(answering(status));
      await page.goto(site.url);

      // Keeps only the second form's island from hydrating.
      await page.evaluate(() => {
        const island = document.querySelectorAll('astro-island')[2];
        const hydrate = Reflect.get(island ?? {}, 'hydrate');
        Reflect.set(island ?? {}, 'hydrate', () => new Promise(() => {}));
        addEventListener('hydrate-late', () => hydrate(), { once: true });
      });
      const { field } = waitlistForm(page, 'first');
      await field.fill('ann@example.com');
      await expect(waitlistForm(page, 'first').button).toBeEnabled();
      await field.press('Enter');
      await expect(page.getByText(message)).toHaveCount(1);

      await page.evaluate(() => dispatchEvent(new Event('hydrate-late')));
      await expectInBoth(page, message);
      expect(
        problems.filter((text) => !text.includes('status of 500')),
      ).toEqual([]);
    });
  }
});

test.describe('what the browser restores', () => {
  test('a reload of a scrolled page hydrates it at once, with a dark header', async ({
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

  test('after going back without the back-forward cache the button is enabled only for a text', async ({
    page,
    site,
  }) => {
    const { field, button } = await openFilled(page, site.url);
    await expect(button).toBeEnabled();
    await page.goto(`${site.url}/logo.svg`);
    await page.goBack();

    await hydrated(page);
    const isFilled = (await field.inputValue()) !== '';
    await expect(button).toBeEnabled({ enabled: isFilled });
    await field.fill('bob@example.com');
    await field.press('Enter');
    await expectInBoth(page, fixedTexts.success);
  });

  test('after going back with the back-forward cache the form works', async ({
    site,
  }) => {
    // Playwright cannot follow a page into the cache, and the headless shell has none.
    const browser = await puppeteer.launch({
      executablePath: findChromium() ?? '',
      args: chromiumArguments,
    });
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
    const { field, button } = await openFilled(page, site.url);
    await field.press('Enter');
    await expect(button).toHaveText(fixedTexts.joining);
    await page.goto(`${site.url}/logo.svg`);
    site.answerInsertsWith(answering(201));
    await page.goBack();

    await hydrated(page);
    await expect(button).toHaveText(fixedTexts.join);
    await field.fill('ann@example.com');
    await field.press('Enter');
    await expectInBoth(page, fixedTexts.success);
  });
});

test('the form before hydration cannot put an address into the URL', async ({
  page,
  site,
}) => {
  await page.route('**/*.js*', (route) => route.abort());
  const { field } = await openFilled(page, site.url);
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

  test('the page is readable, and says beside the form that joining needs JavaScript', async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    // Playwright's text locators pass over <noscript>.
    const lines = page.locator('noscript p');
    await expect(lines).toHaveText(
      Array(2).fill('Turn on JavaScript to join the waitlist.'),
    );
    for (const line of await lines.all()) await expect(line).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const heading of await page.getByRole('heading').all())
      await expect(heading).toBeVisible();
  });

  test('the header has its background from the start, and no button', async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    await expect(headerButton(page)).toBeHidden();
    await expect(page.getByRole('banner')).toHaveCSS(
      'background-color',
      /, 0\.99\)$/,
    );
  });
});

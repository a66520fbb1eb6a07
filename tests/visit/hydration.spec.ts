import { readFile } from 'node:fs/promises';
import { expect, type Page, type Request } from '@playwright/test';
import { listen } from '../../local/listen';
import { responseTimeout } from '../../src/settings/response-timeout';
import { test } from '../helpers/fixtures';
import { answering } from '../helpers/http';
import {
  expectInBoth,
  headerButton,
  hydrated,
  fixedTexts,
  openFilled,
  waitlistForm,
} from '../helpers/page';

const isPage = (request: Request) => new URL(request.url()).pathname === '/';

/** A promise, and the function that resolves it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** Holds the requests for a URL back, or those of them that `isHeld` chooses, until the returned function is called. */
async function hold(
  page: Page,
  url: string,
  isHeld: (request: Request) => boolean = () => true,
): Promise<() => void> {
  const { open, opened } = gate();
  await page.route(url, async (route) => {
    if (isHeld(route.request())) await opened;
    await route.continue();
  });
  return open;
}

const holdScripts = (page: Page) => hold(page, '**/*.js');

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
  ['a paste', (page) => waitlistForm(page, 'first').field.fill('ann@x')],
  // Last, since the pointer stays where it is on the next page.
  ['a pointer', (page) => page.mouse.move(300, 300)],
];

test.describe('with a touch screen and a pointer', () => {
  test.use({ hasTouch: true });

  test('any interaction hydrates all islands', async ({ page, site }) => {
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

test('an interaction before all islands are known hydrates them', async ({
  page,
  site,
}) => {
  // "interactive", before DOMContentLoaded.
  await page.addInitScript(() => {
    const scroll = () => dispatchEvent(new Event('scroll'));
    document.addEventListener('readystatechange', scroll, { once: true });
  });
  await page.goto(site.url);
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
});

test.describe('before hydration', () => {
  test('text that was typed stays', async ({ page, site }) => {
    const release = await holdScripts(page);
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, 'last');
    await field.pressSequentially('ann@example.com');
    await expect(button).toBeEnabled();

    release();
    await hydrated(page);
    await expect(button).toBeEnabled();
    await expect(field).toHaveValue('ann@example.com');
    await expect(waitlistForm(page, 'first').button).toBeDisabled();
    expect(site.posts).toHaveLength(0);
  });

  test('text that is filled in stays', async ({ page, site }) => {
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, 'first');
    await field.evaluate((input: HTMLInputElement) => {
      input.value = 'ann@example.com';
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect(button).toBeEnabled();
    await expect(field).toHaveValue('ann@example.com');
  });

  for (const press of ['Enter', 'a click'])
    test(`${press}, twice, takes effect once`, async ({ page, site }) => {
      const release = await holdScripts(page);
      await page.goto(site.url);
      const { field, button } = waitlistForm(page, 'last');
      await field.fill('ann@example.com');
      if (press === 'a click') await button.dblclick({ force: true });
      else for (const key of ['Enter', 'Enter']) await field.press(key);
      await expect(button).toHaveAttribute('aria-busy', 'true');

      release();
      await expectInBoth(page, fixedTexts.success);
      expect(site.posts).toHaveLength(1);
      expect(page.url()).toBe(`${site.url}/`);
    });

  const dropped: [
    what: string,
    press: (form: ReturnType<typeof waitlistForm>) => Promise<unknown>,
  ][] = [
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
  ];
  for (const [what, press] of dropped)
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

  test('of presses in two forms the last counts', async ({ page, site }) => {
    site.answerInsertsWith(answering(500));
    const release = await holdScripts(page);
    const first = await openFilled(page, site.url);
    const last = waitlistForm(page, 'last');
    await last.field.fill('bob@example.com');
    await last.field.press('Enter');
    await first.field.press('Enter');
    await expect(first.button).toHaveAttribute('aria-busy', 'true');
    await expect(last.button).not.toHaveAttribute('aria-busy');

    release();
    await expectInBoth(page, fixedTexts.refused);
    await expect(first.field).toBeFocused();
    await expect(last.field).toHaveValue('bob@example.com');
    await expect(last.button).toBeEnabled();
    expect(site.posts).toHaveLength(1);
  });

  test('a press counts before the page has ended', async ({ page, site }) => {
    const html = await readFile(site.pageFile, 'utf8');
    const end = html.indexOf('</section>');
    const { open, opened } = gate();
    const slow = await listen(async (_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.write(html.slice(0, end));
      await opened;
      response.end(html.slice(end));
    });
    await page.route(`${slow.url}/*/**`, async (route) => {
      const url = route.request().url().replace(slow.url, site.url);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await page.goto(slow.url, { waitUntil: 'commit' });
    const { field, button } = waitlistForm(page, 'first');
    await field.fill('ann@example.com');
    await field.press('Enter');
    await expect(button).toHaveAttribute('aria-busy', 'true');

    open();
    await expectInBoth(page, fixedTexts.success);
    await slow.close();
  });

  test('the header’s button keeps a click on it', async ({ page, site }) => {
    const release = await holdScripts(page);
    await page.goto(site.url);
    await page.mouse.click(640, 32);
    await expect(headerButton(page)).not.toHaveAttribute('aria-busy');
    await headerButton(page).click();

    release();
    await expect(waitlistForm(page, 'first').field).toBeFocused();
  });

  test('no address gets into the URL', async ({ page, site }) => {
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
});

test.describe('where others write into the page', () => {
  /** What they do; each is run in the page. */
  const writers: [who: string, write: () => void][] = [
    [
      'a translator that wraps all texts',
      () => {
        for (const text of document.querySelectorAll('span, label, button')) {
          const font = document.createElement('font');
          font.textContent = `¡${text.textContent}!`;
          if (text.childElementCount === 0) text.replaceChildren(font);
        }
      },
    ],
    [
      'a password manager beside the field',
      () => {
        for (const field of document.querySelectorAll('input')) {
          field.before(document.createElement('div'));
          field.after(document.createElement('button'));
        }
      },
    ],
    [
      'an add-on that wraps the field',
      () => {
        const field = document.activeElement as HTMLElement;
        const wrapper = document.createElement('div');
        field.replaceWith(wrapper);
        wrapper.append(field);
        field.focus();
      },
    ],
  ];
  const writeWhileParsed = () =>
    new MutationObserver(() => {
      for (const field of document.querySelectorAll('input:only-of-type'))
        field.after(document.createElement('input'));
    }).observe(document, { childList: true, subtree: true });

  async function typeAround(page: Page, write: () => void) {
    const { field, button } = waitlistForm(page, 'first');
    await field.pressSequentially('an@example.com');
    for (let letters = 12; letters > 0; letters--)
      await page.keyboard.press('ArrowLeft');
    await page.evaluate(write);
    return { field, button };
  }

  for (const [who, write] of writers)
    test(`typing goes on, and joins: ${who}`, async ({ page, site }) => {
      const thrown: Error[] = [];
      page.on('pageerror', (error) => thrown.push(error));
      const release = await holdScripts(page);
      await page.goto(site.url);
      await typeAround(page, write);
      release();
      await hydrated(page);
      await page.keyboard.type('n');
      await page.keyboard.press('Enter');
      await expectInBoth(page, fixedTexts.success);
      expect(await site.rows()).toMatchObject([{ email: 'ann@example.com' }]);
      expect(thrown).toEqual([]);
    });

  test('an island that is drawn anew has its text, its caret and its press', async ({
    page,
    site,
  }) => {
    site.answerInsertsWith(answering(500));
    await page.addInitScript(writeWhileParsed);
    const release = await holdScripts(page);
    await page.goto(site.url);
    await typeAround(page, () => undefined);
    await page.keyboard.press('Enter');
    release();
    await expectInBoth(page, fixedTexts.refused);
    expect(site.posts).toHaveLength(1);
  });
});

test.describe('where no script comes', () => {
  test('a press ends in words, and the next one tries again', async ({
    page,
    site,
  }) => {
    await page.clock.install();
    await page.route('**/*.js*', (route) => route.abort());
    const { root, field, button } = await openFilled(page, site.url);
    const words = root.getByRole('alert').getByText(fixedTexts.unanswered);
    for (const press of ['the first', 'the second']) {
      await field.press('Enter');
      await expect(button).toHaveAttribute('aria-busy', 'true');
      await expect(words, `before ${press}`).toBeHidden();
      await page.clock.fastForward(responseTimeout);
      await expect(words, `after ${press}`).toBeVisible();
      await expect(button).not.toHaveAttribute('aria-busy');
      await expect(field).toBeFocused();
      await expect(field).toHaveValue('ann@example.com');
    }
    await page.unroute('**/*.js*');
    await field.press('Enter');
    await expect
      .poll(async () => {
        // The pause before the next try.
        await page.clock.runFor(500);
        return page.getByText(fixedTexts.success).count();
      })
      .toBe(2);
  });
});

test('no click is lost on a slow processor', async ({ page, site }) => {
  // React works in tasks of a MessageChannel; here each of them is late.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (message: unknown) {
      setTimeout(() => postMessage.call(this, message), 1000);
    };
  });
  const { button } = await openFilled(page, site.url);
  await hydrated(page);
  await button.click({ force: true });
  await expectInBoth(page, fixedTexts.success);
});

test.describe('a script that fails to load', () => {
  for (const [what, pattern] of [
    ['all scripts', '**/*.js*'],
    ['what they share alone', '**/react.*.js*'],
    ['the renderer alone', '**/client.*.js*'],
    ['one island alone', '**/WaitlistForm.*.js*'],
  ] as const)
    test(`is loaded again: ${what}`, async ({ page, site }) => {
      let isBlocked = true;
      await page.route(pattern, (route) =>
        isBlocked ? route.abort() : route.continue(),
      );
      await page.goto(site.url);
      // The page itself cannot be loaded again, so no reload helps.
      await page.route(site.url, (route) => route.abort());
      const failed = page.waitForEvent('requestfailed', isPage);
      const { field, button } = waitlistForm(page, 'first');
      await field.fill('ann@example.com');
      await field.press('Enter');
      await failed;
      await expect(button).toHaveAttribute('aria-busy', 'true');

      isBlocked = false;
      await page.mouse.move(300, 300);
      await expectInBoth(page, fixedTexts.success);
      expect(site.posts).toHaveLength(1);
      expect(site.loads).toBe(1);
    });

  test('is loaded again once online', async ({ page, context, site }) => {
    await page.goto(site.url);
    await context.setOffline(true);
    const failed = page.waitForEvent('requestfailed', isPage);
    const { field, button } = waitlistForm(page, 'first');
    await field.fill('ann@example.com');
    await failed;

    await context.setOffline(false);
    // Chromium fires no such event on a machine without a network.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(button).toBeEnabled();
    expect(site.loads).toBe(1);
  });
});

test.describe('scripts that a deploy has removed', () => {
  test('cost one reload, no text and no press', async ({ page, site }) => {
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

  test('cost no press of the header’s button', async ({ page, site }) => {
    await page.goto(site.url);
    site.removed = /\.js/;
    await headerButton(page).click();
    await expect.poll(() => site.loads).toBe(2);
    await expect(waitlistForm(page, 'first').field).toBeFocused();
  });

  test('cost no result once a form is live', async ({ page, site }) => {
    await page.goto(site.url);
    site.removed = /ScrollHeader|^\/$/;
    const { field } = waitlistForm(page, 'first');
    await field.fill('ann@example.com');
    await field.press('Enter');
    await expectInBoth(page, fixedTexts.success);

    site.removed = /ScrollHeader/;
    const failed = page.waitForEvent('console');
    await page.mouse.move(300, 300);
    await failed;
    await expectInBoth(page, fixedTexts.success);
    expect(site.loads).toBe(1);
  });

  test('cost nothing done in the meantime', async ({ page, site }) => {
    await page.goto(site.url);
    site.removed = /ScrollHeader/;
    const isReload = (request: Request) => request.isNavigationRequest();
    const release = await hold(page, `${site.url}/`, isReload);
    const reloading = page.waitForRequest(isReload);
    await waitlistForm(page, 'first').field.fill('ann@example.co');
    await reloading;
    // A locator would wait for the new page.
    await page.keyboard.type('m');
    await page.keyboard.press('Enter');
    await page.mouse.move(300, 300);

    release();
    await expectInBoth(page, fixedTexts.success);
    expect(site.posts).toHaveLength(1);
    expect(await site.rows()).toMatchObject([{ email: 'ann@example.com' }]);
  });

  test('cost no second reload', async ({ page, site }) => {
    await page.route('**/*.js*', (route) => route.fulfill({ status: 404 }));
    const { field, button } = await openFilled(page, site.url);
    await field.press('Enter');
    await page.waitForEvent('load');
    await page.waitForEvent('console');
    await expect(field).toHaveValue('ann@example.com');
    await expect(field).toBeFocused();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    expect(site.loads).toBe(2);
  });
});

test('a reload of a scrolled page hydrates it', async ({ page, site }) => {
  await page.goto(site.url);
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
  await page.reload();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  const header = page.getByRole('banner');
  await expect(header).toHaveAttribute('data-scrolled', 'true');
  expect(await page.evaluate(() => scrollY)).toBe(900);
});

test('going back during a submit', async ({ page, site }) => {
  site.answerInsertsWith(() => undefined);
  const { field, button } = await openFilled(page, site.url);
  await field.press('Enter');
  await expect(button).toHaveText(fixedTexts.joining);
  await page.goto(`${site.url}/logo.svg`);
  site.answerInsertsWith(answering(201));
  await page.goBack();

  await hydrated(page);
  await expect(button).toHaveText(fixedTexts.join);
  const isFilled = (await field.inputValue()) !== '';
  await expect(button).toBeEnabled({ enabled: isFilled });
  await field.fill('ann@example.com');
  await field.press('Enter');
  await expectInBoth(page, fixedTexts.success);
});

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what joining needs', async ({ page, site }) => {
    await page.goto(site.url);
    // Playwright's text locators pass over <noscript>.
    const lines = page.locator('noscript p');
    await expect(lines).toHaveText(
      Array(2).fill('Turn on JavaScript to join the waitlist.'),
    );
    for (const line of await lines.all()) await expect(line).toBeVisible();
    for (const heading of await page.getByRole('heading').all())
      await expect(heading).toBeVisible();
    await expect(headerButton(page)).toBeHidden();
    await expect(page.getByRole('banner')).toHaveCSS(
      'background-color',
      /, 0\.99\)$/,
    );
  });
});

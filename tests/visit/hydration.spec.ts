import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { listen } from '../../local/listen.ts';
import { responseTimeout } from '../../src/settings/response-timeout.ts';
import { test } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
import {
  expectInBoth,
  headerButton,
  hydrateIslands,
  fixedTexts,
  openFilled,
  waitlistForm,
} from '../helpers/page.ts';

/** A promise, and the function that resolves it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** Holds the requests for scripts back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { open, opened } = gate();
  await page.route('**/*.js', async (route) => {
    await opened;
    await route.continue();
  });
  return open;
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
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    for (const [interaction, act] of interactions) {
      await page.goto(site.url);
      expect(scripts, `before ${interaction}`).toEqual([]);
      await act(page);
      await expect(page.locator('astro-island')).toHaveCount(3);
      await expect(
        page.locator('astro-island[ssr]'),
        `after ${interaction}`,
      ).toHaveCount(0);
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

test('a reload of a scrolled page hydrates it', async ({ page, site }) => {
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

test.describe('before hydration', () => {
  test('typed text stays, and the button follows it', async ({
    page,
    site,
  }) => {
    const release = await holdScripts(page);
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, 'last');
    await field.pressSequentially('ann@example.com');
    await expect(button).toBeEnabled();
    await field.clear();
    await expect(button).toBeDisabled();
    await field.pressSequentially('ann@example.com');

    release();
    await hydrateIslands(page);
    await expect(button).toBeEnabled();
    await expect(field).toHaveValue('ann@example.com');
    await expect(waitlistForm(page, 'first').button).toBeDisabled();
    expect(site.posts).toHaveLength(0);
  });

  test('autofilled text stays', async ({ page, site }) => {
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, 'first');
    await field.evaluate((input: HTMLInputElement) => {
      input.value = 'ann@example.com';
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await hydrateIslands(page);
    await expect(button).toBeEnabled();
    await expect(field).toHaveValue('ann@example.com');
  });

  for (const press of ['Enter', 'a click'])
    test(`${press}, twice, takes effect once`, async ({ page, site }) => {
      const release = await holdScripts(page);
      await page.goto(site.url);
      const { field, button } = waitlistForm(page, 'last');
      await field.fill('ann@example.com');
      if (press === 'a click') await button.dblclick();
      else for (const key of ['Enter', 'Enter']) await field.press(key);
      await expect(button).toHaveAttribute('aria-busy', 'true');

      release();
      await expectInBoth(page, fixedTexts.success);
      expect(site.posts).toHaveLength(1);
      expect(page.url()).toBe(`${site.url}/`);
    });

  test('a press of an invalid address is reported at once, and submits nothing later', async ({
    page,
    site,
  }) => {
    const release = await holdScripts(page);
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, 'last');
    await field.fill('ann@');
    await button.click();
    // The browser shows its message at the field, and moves the focus there.
    await expect(field).toBeFocused();
    await field.fill('ann@x');

    release();
    await hydrateIslands(page);
    await expect(button).toBeEnabled();
    expect(site.posts).toHaveLength(0);
  });

  test('a press whose text has changed since submits nothing', async ({
    page,
    site,
  }) => {
    const release = await holdScripts(page);
    const { field, button } = await openFilled(page, site.url);
    await field.press('Enter');
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await field.press('Backspace');
    await expect(button).not.toHaveAttribute('aria-busy');

    release();
    await hydrateIslands(page);
    await expect(button).toBeEnabled();
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

    release();
    await expectInBoth(page, fixedTexts.serverError);
    await expect(first.field).toBeFocused();
    await expect(last.field).toHaveValue('bob@example.com');
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
    await headerButton(page).click();
    release();
    await expect(waitlistForm(page, 'first').field).toBeFocused();
  });

  test('no address gets into the URL', async ({ page, site }) => {
    await holdScripts(page);
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

test('no click is lost on a slow processor', async ({ page, site }) => {
  // React works in tasks of a MessageChannel; here each of them is late.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (message: unknown) {
      setTimeout(() => postMessage.call(this, message), 1000);
    };
  });
  const { button } = await openFilled(page, site.url);
  await hydrateIslands(page);
  await button.click();
  await expectInBoth(page, fixedTexts.success);
});

/** What translators and add-ons do to a page; each is run in the page, while the first field has the focus. */
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
  [
    'an add-on whose focus() throws',
    () => {
      HTMLElement.prototype.focus = () => {
        throw new Error('This is the add-on’s own error.');
      };
    },
  ],
];

for (const [who, write] of writers)
  for (const when of ['before', 'after'] as const)
    test(`typing goes on, and a press joins, ${when} hydration: ${who}`, async ({
      page,
      site,
    }) => {
      const release = await holdScripts(page);
      await page.goto(site.url);
      if (when === 'after') {
        release();
        await hydrateIslands(page);
      }
      const { field } = waitlistForm(page, 'first');
      await field.pressSequentially('ann@example.co');
      await page.evaluate(write);
      release();
      await hydrateIslands(page);
      await page.keyboard.type('m');
      await page.keyboard.press('Enter');
      await expectInBoth(page, fixedTexts.success);
      expect(await site.rows()).toMatchObject([{ email: 'ann@example.com' }]);
    });

test('a press takes effect though React draws its form anew', async ({
  page,
  site,
}) => {
  site.answerInsertsWith(answering(500));
  const release = await holdScripts(page);
  const { field } = await openFilled(page, site.url);
  await field.press('Enter');
  await page.evaluate(() => {
    for (const input of document.querySelectorAll('input'))
      input.before(document.createElement('div'));
  });
  release();
  await expectInBoth(page, fixedTexts.serverError);
  await expect(field).toHaveValue('ann@example.com');
  expect(site.posts).toHaveLength(1);
});

test.describe('where scripts do not come', () => {
  /** The first form, and its message that there was no answer. */
  function firstForm(page: Page) {
    const form = waitlistForm(page, 'first');
    const message = form.root.locator('.error');
    return { ...form, message: message.getByText(fixedTexts.networkError) };
  }

  test('a press ends in a message after 15 seconds, and the next one reloads the page', async ({
    page,
    site,
  }) => {
    await page.clock.install();
    let doScriptsHang = true;
    await page.route('**/*.js', async (route) => {
      if (!doScriptsHang) await route.continue();
    });
    await openFilled(page, site.url);
    const { field, button, message } = firstForm(page);
    await field.press('Enter');
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expect(message).toBeHidden();
    await page.clock.fastForward(responseTimeout);
    await expect(message).toBeVisible();
    await expect(button).not.toHaveAttribute('aria-busy');

    doScriptsHang = false;
    await field.press('Enter');
    await expect.poll(() => site.loads).toBe(2);
    await expect(message).toBeVisible();
    await hydrateIslands(page);
    await field.press('Enter');
    await expectInBoth(page, fixedTexts.success);
  });

  test('since a deploy has removed them, the page is reloaded with its texts, and a lost press is followed by a message', async ({
    page,
    site,
  }) => {
    await page.goto(`${site.url}/?utm_source=news`);
    site.removed = /WaitlistForm.*\.js/;
    const { field, message } = firstForm(page);
    const last = waitlistForm(page, 'last');
    await last.field.fill('bob');
    await field.fill('ann@example.com');
    await field.press('Enter');

    await expect.poll(() => site.loads).toBe(2);
    await expect(message).toBeVisible();
    await hydrateIslands(page);
    await expect(message).toBeVisible();
    await expect(field).toBeFocused();
    await expect(last.field).toHaveValue('bob');
    expect(site.posts).toHaveLength(0);
    expect(page.url()).toBe(`${site.url}/?utm_source=news`);
    expect(await page.evaluate(() => history.state)).toBeNull();

    await field.press('Enter');
    await expectInBoth(page, fixedTexts.success);
    expect(await site.rows()).toMatchObject([{ email: 'ann@example.com' }]);
    expect(site.loads).toBe(2);
  });

  test('nor after a reload, a press ends in a message and no further reload', async ({
    page,
    site,
  }) => {
    await page.route('**/*.js*', (route) => route.abort());
    await openFilled(page, site.url);
    const { field, button, message } = firstForm(page);
    await field.press('Enter');
    await expect.poll(() => site.loads).toBe(2);
    await expect(message).toBeVisible();
    await expect(button).not.toHaveAttribute('aria-busy');
    await expect(field).toHaveValue('ann@example.com');
    await expect(field).toBeFocused();
    // As long as Astro tries again.
    await page.waitForTimeout(2000);
    expect(site.loads).toBe(2);
  });

  test('nor the page itself, a press ends in a message, and the next one tries again', async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    site.removed = /\.js|^\/$/;
    const { field, message } = firstForm(page);
    await field.fill('ann@example.com');
    await field.press('Enter');
    await expect(message).toBeVisible();
    expect(site.loads).toBe(1);

    site.removed = undefined;
    await field.press('Enter');
    await expect.poll(() => site.loads).toBe(2);
    await expect(field).toHaveValue('ann@example.com');
  });
});

test('going back during a submit leaves a form that works', async ({
  page,
  site,
}) => {
  site.answerInsertsWith(() => undefined);
  const { field, button } = await openFilled(page, site.url);
  await field.press('Enter');
  await expect(button).toHaveAccessibleName(fixedTexts.joining);
  await page.goto(`${site.url}/logo.svg`);
  site.answerInsertsWith(answering(201));
  await page.goBack();

  await hydrateIslands(page);
  await expect(button).toHaveAccessibleName(fixedTexts.join);
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

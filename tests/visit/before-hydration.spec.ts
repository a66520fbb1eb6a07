import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { listen } from '../../local/listen.ts';
import { waitlistPath } from '../../src/stores/waitlist-path.ts';
import { test as base } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
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

type Act = [name: string, act: (page: Page) => Promise<unknown>];

const firstForm = (page: Page) => page.locator('.waitlist form').first();

/** What a visitor does who only reads. */
const readings: Act[] = [
  ['a key', (page) => page.keyboard.press('Shift')],
  ['a Tab on a link', (page) => page.locator('footer a').first().focus()],
  ['a tap on a heading', (page) => page.locator('h1').tap()],
  ['a finger that begins to scroll on a form', scrollWithFinger],
  ['a mouse over a heading', (page) => page.locator('h1').hover()],
  [
    'a mouse that crosses both forms',
    async (page) => {
      for (const form of await page.locator('.waitlist form').all())
        await form.hover();
    },
  ],
  [
    'a wheel that scrolls a form under the mouse',
    async (page) => {
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const before = await firstForm(page).boundingBox();
      await page.mouse.move(before?.x ?? 0, (before?.y ?? 0) - 60);
      await page.mouse.wheel(0, 80);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(80);
    },
  ],
  [
    'a link to a section',
    (page) => page.goto(`${new URL(page.url()).origin}/#teams`),
  ],
  ['a reload of a scrolled page', (page) => page.reload()],
];

/** How a visitor comes to a form. */
const comings: Act[] = [
  ['a finger', (page) => firstForm(page).tap()],
  ['a focus', (page) => waitlistForm(page, 'first').field.focus()],
  ['a key', (page) => firstForm(page).dispatchEvent('keydown')],
  ['a text', (page) => firstForm(page).dispatchEvent('input')],
  ['an autofilled text', (page) => firstForm(page).dispatchEvent('change')],
  [
    'a click of assistive technology',
    (page) => firstForm(page).dispatchEvent('click'),
  ],
  [
    'a submit of an add-on',
    (page) =>
      firstForm(page).evaluate((form: HTMLFormElement) => form.requestSubmit()),
  ],
  ['the header’s button', (page) => headerButton(page).click()],
];

async function scrollWithFinger(page: Page) {
  const { x = 0, y = 0 } = (await firstForm(page).boundingBox()) ?? {};
  const devTools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', distance: number) =>
    devTools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x: x + 30, y: y + 20 - distance }],
    });
  await touch('touchStart', 0);
  for (let distance = 20; distance < y; distance += 20)
    await touch('touchMove', distance);
  await devTools.send('Input.dispatchTouchEvent', {
    type: 'touchEnd',
    touchPoints: [],
  });
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
}

base.describe('with a touch screen and a mouse', () => {
  base.use({ hasTouch: true });

  let scripts: string[];
  base.beforeEach(({ page }) => {
    scripts = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
  });

  base(
    'a visitor who only reads downloads no script',
    async ({ page, server }) => {
      await page.goto(server.url);
      for (const [reading, act] of readings) {
        await act(page);
        await waitForRequests(page);
        expect(scripts, `after ${reading}`).toEqual([]);
      }
    },
  );

  base(
    'a visitor who comes to a form downloads each script once',
    async ({ page, server }) => {
      for (const [coming, act] of comings) {
        await page.goto(server.url);
        await expect(page.locator('astro-island')).not.toHaveCount(0);
        await act(page);
        await expect(
          page.locator('astro-island[ssr]'),
          `after ${coming}`,
        ).toHaveCount(0);
        expect(scripts, `after ${coming}`).not.toEqual([]);
        expect(new Set(scripts).size).toBe(scripts.length);
        scripts.length = 0;
      }
    },
  );
});

base.describe('while the scripts are on their way', () => {
  const test = base.extend<{ release: () => void }>({
    /** Opens the page without its scripts, which come when the test calls `release`. */
    release: async ({ page, server }, use) => {
      const release = await holdScripts(page);
      await page.goto(server.url);
      await use(release);
    },
  });

  test('a submit without an event sends no e-mail', async ({
    page,
    release,
    server,
  }) => {
    await waitlistForm(page, 'first').fill();
    await page.evaluate(() => {
      for (const form of document.forms) form.submit();
    });
    release();
    await hydrateIslands(page);
    expect(page.url()).toBe(`${server.url}/`);
    expect(server.posts).toHaveLength(0);
  });

  test('the browser names a mistake in the e-mail', async ({
    page,
    release,
    server,
  }) => {
    const { field, fill, button } = waitlistForm(page, 'last');
    await fill('ann@example');
    for (const when of ['before hydration', 'after it']) {
      await button.click();
      // The browser moves the focus to the field, where it shows its message.
      await expect(field, when).toBeFocused();
      await expect(button, when).toHaveAccessibleName(fixedTexts.join);
      await field.blur();
      release();
      await hydrateIslands(page);
    }
    expect(server.posts).toHaveLength(0);
  });

  test('every form is joining while a press waits, and nothing changes the press', async ({
    page,
    release,
    server,
  }) => {
    const used = waitlistForm(page, 'first');
    await waitlistForm(page, 'last').fill('bob@example.com');
    await used.fill();
    await used.button.dblclick();
    const group = used.root.locator('.waitlist-group');
    await expect(group).toBeFocused();
    const expectJoining = async () => {
      for (const which of ['first', 'last'] as const) {
        const { field, button } = waitlistForm(page, which);
        await expect(button).toHaveAccessibleName(fixedTexts.joining);
        await expect(button).toBeDisabled();
        await expect(field).toBeDisabled();
      }
    };
    await expectJoining();
    await page.keyboard.type('m');
    await page.evaluate(() => {
      for (const form of document.forms) form.requestSubmit();
      // An add-on may send these to the document or the window.
      for (const target of [document, window])
        for (const type of ['click', 'input', 'submit'])
          target.dispatchEvent(new Event(type, { bubbles: true }));
    });
    await headerButton(page).click();
    await expect(group).toBeFocused();

    const releaseInsert = await holdRequests(page, server.url + waitlistPath);
    await Promise.all([page.waitForRequest(`**${waitlistPath}`), release()]);
    await expectJoining();
    releaseInsert();
    await expectInEveryForm(page, fixedTexts.success);
    expect(await server.rows()).toMatchObject([{ email: 'ann@example.com' }]);
    expect(server.posts).toHaveLength(1);
  });
});

for (const [what, parsed, typedOn] of [
  ['a press takes effect while the page is parsed', '</section>', ''],
  ['a press takes effect before the inline scripts have come', '</form>', ''],
  ['a text that is typed on after such a press waits', '</form>', 'm'],
] as const)
  base(what, async ({ page, server }) => {
    const html = await readFile(server.builtPage, 'utf8');
    const end = html.indexOf(parsed);
    const rest: PromiseWithResolvers<void> = Promise.withResolvers();
    const slow = await listen(async (_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.write(html.slice(0, end));
      await rest.promise;
      response.end(html.slice(end));
    });
    await page.route(`${slow.url}/*/**`, async (route) => {
      const file = route.request().url().replace(slow.url, server.url);
      await route.fulfill({ response: await route.fetch({ url: file }) });
    });
    await page.goto(slow.url, { waitUntil: 'commit' });
    const { field, fill, button } = waitlistForm(page, 'first');
    await fill();
    await field.press('Enter');
    if (parsed === '</section>')
      await expect(button).toHaveAccessibleName(fixedTexts.joining);
    await field.pressSequentially(typedOn);

    rest.resolve();
    if (typedOn) {
      await expect(button).toBeEnabled();
      await button.click();
    }
    await expectInEveryForm(page, fixedTexts.success);
    expect(await server.rows()).toMatchObject([
      { email: `ann@example.com${typedOn}` },
    ]);
    await slow.close();
  });

// Without the back-forward cache, which Playwright turns off.
for (const when of ['at rest', 'during a submit'])
  base(
    `going back ${when} restores the text, and the button follows it`,
    async ({ page, server }) => {
      server.answerInsertsWith(() => undefined);
      const { field, button } = await openFilled(page, server.url);
      if (when === 'during a submit') {
        await field.press('Enter');
        await expect(button).toHaveAccessibleName(fixedTexts.joining);
      }
      await page.goto(`${server.url}/logo.svg`);
      server.answerInsertsWith(answering(201));
      await page.goBack();
      await expect(field).toHaveValue('ann@example.com');
      await expect(button).toBeEnabled();
      await button.click();
      await expectInEveryForm(page, fixedTexts.success);
    },
  );

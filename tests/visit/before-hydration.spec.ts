import { readFile } from 'node:fs/promises';
import { TinyColor } from '@ctrl/tinycolor';
import { expect, type Page } from '@playwright/test';
import { listen } from '../../local/listen.ts';
import { site } from '../../src/site.ts';
import { colors } from '../../src/styles/colors.ts';
import { test } from '../helpers/fixtures.ts';
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

const interactions: [string, (page: Page) => Promise<unknown>][] = [
  ['a key', (page) => page.keyboard.press('Shift')],
  ['a scroll', (page) => page.mouse.wheel(0, 100)],
  ['a touch', (page) => page.locator('h1').dispatchEvent('pointerdown')],
  // As an assistive technology does, without a pointer, touch or key.
  ['a click alone', (page) => page.locator('h1').dispatchEvent('click')],
  [
    'a text',
    (page) => waitlistForm(page, 'first').field.dispatchEvent('input'),
  ],
  ['a focus', (page) => waitlistForm(page, 'first').field.focus()],
  // Last, since the pointer stays where it is on the next page.
  ['a pointer', (page) => page.mouse.move(300, 300)],
];

test.describe('with a touch screen and a pointer', () => {
  test.use({ hasTouch: true });

  test('any interaction hydrates all islands', async ({ page, server }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    for (const [interaction, act] of interactions) {
      await page.goto(server.url);
      expect(scripts, `before ${interaction}`).toEqual([]);
      await act(page);
      await expect(page.locator('astro-island')).not.toHaveCount(0);
      await expect(
        page.locator('astro-island[ssr]'),
        `after ${interaction}`,
      ).toHaveCount(0);
      expect(new Set(scripts).size).toBe(scripts.length);
      scripts.length = 0;
    }
  });
});

test.describe('before hydration', () => {
  test('typed and autofilled texts stay, and the buttons follow them', async ({
    page,
    server,
  }) => {
    const release = await holdScripts(page);
    await page.goto(server.url);
    const first = waitlistForm(page, 'first');
    await first.field.evaluate((input: HTMLInputElement) => {
      input.value = 'ann@example.com';
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    const { field, button } = waitlistForm(page, 'last');
    await field.pressSequentially('bob');
    await expect(button).toBeEnabled();
    await field.clear();
    await expect(button).toBeDisabled();
    // An add-on may submit without an event. Nothing gets into the URL.
    await page.evaluate(() => {
      for (const form of document.forms) form.submit();
    });

    release();
    await hydrateIslands(page);
    await expect(button).toBeDisabled();
    await expect(first.button).toBeEnabled();
    await expect(first.field).toHaveValue('ann@example.com');
    expect(page.url()).toBe(`${server.url}/`);
    expect(server.posts).toHaveLength(0);
  });

  for (const press of ['Enter', 'a click'])
    test(`${press}, twice, takes effect once`, async ({ page, server }) => {
      const release = await holdScripts(page);
      await page.goto(server.url);
      const { field, fill, button } = waitlistForm(page, 'last');
      await fill();
      if (press === 'a click') await button.dblclick();
      else for (const key of ['Enter', 'Enter']) await field.press(key);
      await expect(button).toHaveAttribute('aria-busy', 'true');
      await expect(button).toHaveAccessibleName(fixedTexts.joining);

      release();
      await expectInEveryForm(page, fixedTexts.success);
      expect(server.posts).toHaveLength(1);
      expect(page.url()).toBe(`${server.url}/`);
      // Without CSS what is hidden is read, too.
      await expect(page.locator('main')).not.toContainText(
        fixedTexts.networkError,
      );
    });

  test('a press of an invalid e-mail, or of one that is changed after it, submits nothing', async ({
    page,
    server,
  }) => {
    const release = await holdScripts(page);
    await page.goto(server.url);
    const { field, fill, button } = waitlistForm(page, 'last');
    await fill('ann@');
    await button.click();
    // The browser shows its message at the field, and moves the focus there.
    await expect(field).toBeFocused();
    await page.keyboard.type('example');
    // A domain without a dot is held back, too.
    await field.press('Enter');
    await expect(button).not.toHaveAttribute('aria-busy');
    await page.keyboard.type('.com');
    await field.press('Enter');
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await field.press('Backspace');
    await expect(button).not.toHaveAttribute('aria-busy');

    release();
    await hydrateIslands(page);
    await expect(button).toBeEnabled();
    expect(server.posts).toHaveLength(0);
  });

  test('the later of two presses wins, even if the other form’s text changes after it', async ({
    page,
    server,
  }) => {
    const release = await holdScripts(page);
    const first = await openFilled(page, server.url);
    const last = waitlistForm(page, 'last');
    await last.field.fill('bob@example.co');
    await last.field.press('Enter');
    await first.field.press('Enter');
    await last.field.press('End');
    await page.keyboard.type('m');

    release();
    await expectInEveryForm(page, fixedTexts.success);
    await expect(page.locator('#join-beta [name=email]')).toHaveValue(
      'bob@example.com',
    );
    expect(await server.rows()).toMatchObject([{ email: 'ann@example.com' }]);
  });

  test('events that an add-on dispatches on the document or the window change nothing', async ({
    page,
    server,
  }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    const release = await holdScripts(page);
    const { field, button } = await openFilled(page, server.url);
    await field.press('Enter');
    await page.evaluate(() => {
      for (const target of [document, window])
        for (const type of ['click', 'input', 'submit'])
          target.dispatchEvent(new Event(type, { bubbles: true }));
    });
    await expect(button).toHaveAttribute('aria-busy', 'true');
    release();
    await expectInEveryForm(page, fixedTexts.success);
    expect(errors).toEqual([]);
  });

  test('a press counts before the page has ended', async ({ page, server }) => {
    const html = await readFile(server.builtPage, 'utf8');
    const end = html.indexOf('</section>');
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const slow = await listen(async (_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.write(html.slice(0, end));
      await released;
      response.end(html.slice(end));
    });
    try {
      await page.route(`${slow.url}/*/**`, async (route) => {
        const url = route.request().url().replace(slow.url, server.url);
        await route.fulfill({ response: await route.fetch({ url }) });
      });
      await page.goto(slow.url, { waitUntil: 'commit' });
      const { field, fill, button } = waitlistForm(page, 'first');
      await fill();
      await field.press('Enter');
      await expect(button).toHaveAttribute('aria-busy', 'true');

      release();
      await expectInEveryForm(page, fixedTexts.success);
    } finally {
      await slow.close();
    }
  });
});

test('no click is lost on a slow processor', async ({ page, server }) => {
  // React works in tasks of a MessageChannel; here each of them is late.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (message: unknown) {
      setTimeout(() => postMessage.call(this, message), 1000);
    };
  });
  const { button } = await openFilled(page, server.url);
  await hydrateIslands(page);
  await button.click();
  await expectInEveryForm(page, fixedTexts.success);
});

// Without the back-forward cache, which Playwright turns off.
for (const when of ['at rest', 'during a submit'])
  test(`going back ${when} restores the text, and the button follows it`, async ({
    page,
    server,
  }) => {
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
  });

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('the line that says what joining needs, and offers a mail, stands in the place of each form', async ({
    page,
    server,
  }) => {
    await page.goto(server.url);
    // Playwright's text locators pass over <noscript>.
    const lines = page.locator('noscript p');
    await expect(lines).toHaveCount(await page.locator('.waitlist').count());
    await expect(page.locator('form')).not.toHaveCount(0);
    await expect(page.locator('form:visible')).toHaveCount(0);
    for (const line of await lines.all()) {
      await expect(line).toContainText('JavaScript');
      await expect(line).toBeVisible();
      await expect(line.locator('a')).toHaveAttribute(
        'href',
        `mailto:${site.contact}`,
      );
    }
    for (const heading of await page.getByRole('heading').all())
      await expect(heading).toBeVisible();
    await expect(headerButton(page)).toBeHidden();
    await expect(page.getByRole('banner')).toHaveCSS(
      'background-color',
      new TinyColor(colors.page).toRgbString(),
    );
  });
});

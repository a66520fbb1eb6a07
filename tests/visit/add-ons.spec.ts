import { expect } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
import {
  expectInEveryForm,
  fixedTexts,
  holdScripts,
  hydrateIslands,
  openFilled,
  waitlistForm,
} from '../helpers/page.ts';

/** In the page: what translators and add-ons change. The first field has the focus. */
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

test.describe('before hydration', () => {
  test.use({ expectedErrors: /React error #418|the add-on’s own error/ });

  for (const [who, write] of writers)
    test(`typing goes on and a press joins, with ${who}`, async ({
      page,
      server,
    }) => {
      const release = await holdScripts(page);
      await page.goto(server.url);
      const { field, fill } = waitlistForm(page, 'first');
      await fill('');
      await field.pressSequentially('ann@example.co');
      await page.evaluate(write);
      release();
      await hydrateIslands(page);
      await page.keyboard.type('m');
      await page.keyboard.press('Enter');
      await expectInEveryForm(page, fixedTexts.success);
      expect(await server.rows()).toMatchObject([{ email: 'ann@example.com' }]);
    });

  test('React draws a changed form anew, and then sends its submit', async ({
    page,
    server,
  }) => {
    server.answerInsertsWith(answering(500));
    const release = await holdScripts(page);
    const { field } = await openFilled(page, server.url);
    await field.press('Enter');
    await page.evaluate(() => {
      for (const input of document.querySelectorAll('input'))
        input.before(document.createElement('div'));
    });
    release();
    await expectInEveryForm(page, fixedTexts.serverError);
    await expect(field).toHaveValue('ann@example.com');
    expect(server.posts).toHaveLength(1);
  });
});

test('a live form that an add-on moves joins, and keeps its confirmation', async ({
  page,
  server,
}) => {
  // Astro hydrates an island again that has been moved.
  const move = () =>
    page.evaluate(async () => {
      const island = document.querySelector('astro-island:has(form)');
      island?.parentElement?.append(island);
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
  const { button } = await openFilled(page, server.url);
  await hydrateIslands(page);
  await move();
  await button.click();
  await expectInEveryForm(page, fixedTexts.success);
  await move();
  await expectInEveryForm(page, fixedTexts.success);
});

test('a text that an add-on fills in without an event is noticed at a movement', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const { field, button } = waitlistForm(page, 'first');
  // A disabled button lets the pointer through to the field's label.
  for (const target of [field, button])
    for (const text of ['ann@example.com', '']) {
      await field.evaluate((input: HTMLInputElement, value) => {
        input.value = value;
      }, text);
      // On the field, at its icon
      await target.hover({ position: { x: 24, y: 24 }, force: true });
      await expect(button).toBeEnabled({ enabled: text !== '' });
    }
});

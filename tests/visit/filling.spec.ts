import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import {
  expectInEveryForm,
  fixedTexts,
  holdScripts,
  hydrateIslands,
  waitlistForm,
} from '../helpers/page.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** Pastes a text at the caret, as a visitor does who has copied it from a mail. */
async function paste(page: Page, text: string) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+V');
}

/** The middle of a form's button, where a finger meets it. */
async function middleOfButton(page: Page, which: 'first' | 'last') {
  const { button } = waitlistForm(page, which);
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('The button is not drawn.');
  return [box.x + box.width / 2, box.y + box.height / 2] as const;
}

test.describe('with a finger, too', () => {
  test.use({ hasTouch: true });

  test('a press of the button at rest puts the focus into its field', async ({
    page,
    server,
  }) => {
    const release = await holdScripts(page);
    await page.goto(server.url);
    for (const when of ['before hydration', 'after it']) {
      for (const which of ['first', 'last'] as const) {
        const { field, button } = waitlistForm(page, which);
        await page.mouse.click(...(await middleOfButton(page, which)));
        await expect(field, when).toBeFocused();
        await expect(button, when).toBeDisabled();
        await field.blur();
        await page.touchscreen.tap(...(await middleOfButton(page, which)));
        await expect(field, when).toBeFocused();
      }
      release();
      await hydrateIslands(page);
    }
  });
});

const pasted = 'Ann\u00a0Example <\u200bann@example.com>, ';

test('a pasted text becomes the e-mail in it, and undo brings it back', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await hydrateIslands(page);
  const { field, fill } = waitlistForm(page, 'first');
  await fill('');
  await paste(page, pasted);
  await expect(field).toHaveValue('ann@example.com');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(field).toHaveValue(pasted.trim());
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(field).toHaveValue('ann@example.com');
});

test('a dropped text becomes the e-mail in it', async ({ page, server }) => {
  await page.goto(server.url);
  await hydrateIslands(page);
  const source = page.locator('h1');
  await source.evaluate((heading, text) => {
    heading.textContent = text;
    getSelection()?.selectAllChildren(heading);
  }, pasted);
  const { field } = waitlistForm(page, 'first');
  await source.dragTo(field, { sourcePosition: { x: 20, y: 20 } });
  await expect(field).toHaveValue('ann@example.com');
});

test('what is typed stays as it is typed until the press', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await hydrateIslands(page);
  const { field, fill } = waitlistForm(page, 'first');
  await fill('');
  await field.pressSequentially('ann@example.co.');
  await field.press('Home');
  await page.keyboard.type('x');
  await field.press('End');
  await page.keyboard.type('uk');
  await page.keyboard.press('Enter');
  await expectInEveryForm(page, fixedTexts.success);
  expect(await server.rows()).toMatchObject([{ email: 'xann@example.co.uk' }]);
});

for (const text of [pasted, 'ann@example.com.'])
  test(`a press before hydration reads the e-mail in “${text}”`, async ({
    page,
    server,
  }) => {
    const release = await holdScripts(page);
    await page.goto(server.url);
    const { field, fill } = waitlistForm(page, 'first');
    await fill('');
    await field.focus();
    await paste(page, text);
    await page.keyboard.press('Enter');
    release();
    await expectInEveryForm(page, fixedTexts.success);
    expect(await server.rows()).toMatchObject([{ email: 'ann@example.com' }]);
  });

test('the browser names a sign in the domain of a typed e-mail', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await hydrateIslands(page);
  const { field, fill } = waitlistForm(page, 'first');
  await fill('');
  await field.focus();
  await page.keyboard.insertText('ann@example.co、jp');
  await page.keyboard.press('Enter');
  await expect(page.locator('#join [name=email]:invalid')).toBeFocused();
  await expect(field).toHaveValue('ann@example.co、jp');
  expect(server.posts).toHaveLength(0);
});

test('joining again loads the page once, and leads into the same form', async ({
  page,
  server,
}) => {
  const url = `${server.url}/?utm_source=news`;
  // A mailing tool writes its tags behind the fragment.
  await page.goto(`${url}#teams?utm_medium=mail`);
  const { root, field, fill } = waitlistForm(page, 'last');
  await fill('ann@example.con');
  await field.press('Enter');
  await expectInEveryForm(page, fixedTexts.success);
  const button = root.getByRole('button', { name: fixedTexts.joinAgain });
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport({ ratio: 1 });
  await expect(field).toHaveValue('');
  expect(page.url()).toBe(`${url}&utm_medium=mail`);
  expect(server.loads).toBe(2);
  expect(server.posts).toHaveLength(1);
});

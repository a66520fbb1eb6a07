import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { chromiumArguments, findChromium } from '../../local/chromium.ts';
import { test } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
import { waitlistForm } from '../helpers/page.ts';

// The headless shell cannot fill fields.
const executablePath = findChromium() ?? '';
test.use({ launchOptions: { executablePath, args: chromiumArguments } });
const email = 'ann@example.com';

/** Lets the browser fill the first form's field, as it does for a visitor whose e-mail it knows. */
async function autofill(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const enabling = devtools.send('Autofill.enable');
  await enabling.catch(() => test.skip(true, 'It cannot fill fields.'));
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: 'document.querySelector("[name=email]")',
  });
  const { objectId = '' } = result;
  const { node } = await devtools.send('DOM.describeNode', { objectId });
  const fieldId = node.backendNodeId;
  const address = { fields: [{ name: 'EMAIL_ADDRESS', value: email }] };
  await expect(async () => {
    await devtools.send('Autofill.trigger', { fieldId, address });
    expect(await page.inputValue(':autofill', { timeout: 500 })).toBe(email);
  }).toPass();
}

for (const [width, forcedColors, colorScheme] of [
  [1280, 'none', 'dark'],
  [360, 'active', 'light'],
] as const)
  test(`an autofilled field looks like a typed one, ${width} px, forced colours ${forcedColors}`, async ({
    page,
    server,
  }) => {
    await page.emulateMedia({ forcedColors, colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const { root, field, fill } = waitlistForm(page, 'first');
    const typed = new Map<string, Buffer>();
    async function compare(state: string) {
      const look = await root.screenshot();
      const input = typed.get(state);
      if (!input) return void typed.set(state, look);
      const difference = await sharp(look)
        .composite([{ input, blend: 'difference' }])
        .toBuffer();
      const pixels = sharp(difference).removeAlpha().greyscale().raw();
      const count = (await pixels.toBuffer()).filter((value) => value > 15);
      // Smoothed corners change at most 14 pixels, a lost icon more than 100.
      expect.soft(count.length, state).toBeLessThan(50);
    }

    server.answerInsertsWith(answering(409, '{"code":"23505"}'));
    await page.route('**/waitlist', async (route) => {
      await compare('joining');
      await route.continue();
    });
    for (const enter of [() => field.fill(email), () => autofill(page)]) {
      await page.goto(server.url);
      await fill('');
      await enter();
      // Playwright cannot hide a caret whose colour is forced.
      await field.blur();
      await compare('at rest');
      await field.press('Enter');
      await expect(root).toHaveAttribute('data-status', 'error');
      await expect(field).toBeFocused();
      await field.blur();
      await compare('after an error');
    }
  });

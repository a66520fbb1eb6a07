import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { chromiumArguments, findChromium } from '../../local/chromium.ts';
import { test } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
import { waitlistForm } from '../helpers/page.ts';

// Chromium's headless shell cannot autofill.
const executablePath = findChromium() ?? '';
test.use({ launchOptions: { executablePath, args: chromiumArguments } });
const email = 'ann@example.com';

/** Makes the browser autofill the first form, as for a visitor whose e-mail it has stored. */
async function autofill(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const enabling = devtools.send('Autofill.enable');
  await enabling.catch(() => test.skip(true, 'This Chromium cannot autofill.'));
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

/** The number of pixels whose brightness differs by more than 15 of 255 between two pictures. */
async function countDifferences(first?: Buffer, second?: Buffer) {
  const difference = await sharp(first)
    .composite([{ input: second, blend: 'difference' }])
    .toBuffer();
  const pixels = sharp(difference).removeAlpha().greyscale().raw();
  return (await pixels.toBuffer()).filter((value) => value > 15).length;
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
    /** For each state two pictures of the form: typed, and autofilled. */
    const pictures: Record<string, Buffer[]> = {
      'at rest': [],
      joining: [],
      'after an error': [],
    };
    const picture = async (state: keyof typeof pictures) =>
      pictures[state]?.push(await root.screenshot());

    server.answerInsertsWith(answering(409, '{"code":"23505"}'));
    await page.route('**/waitlist', async (route) => {
      await picture('joining');
      await route.continue();
    });
    for (const enter of [() => field.fill(email), () => autofill(page)]) {
      await page.goto(server.url);
      await fill('');
      await enter();
      // Playwright cannot hide a caret whose colour is forced.
      await field.blur();
      await picture('at rest');
      await field.press('Enter');
      await expect(root).toHaveAttribute('data-status', 'error');
      await expect(field).toBeFocused();
      await field.blur();
      await picture('after an error');
    }
    const scheme = await field.evaluate(
      (input) => getComputedStyle(input).colorScheme,
    );
    for (const [state, [typed, autofilled]] of Object.entries(pictures))
      // Smoothed corners change at most 14 pixels, a missing icon changes more than 100.
      expect
        .soft(
          await countDifferences(typed, autofilled),
          `pixels that autofill changes in the form ${state}, whose field has the color-scheme ${scheme}`,
        )
        .toBeLessThan(50);
  });

import { readFileSync } from 'node:fs';
import { readability } from '@ctrl/tinycolor';
import { expect, type Locator, type Page } from '@playwright/test';
import { site } from '../../src/site.ts';
import { colors } from '../../src/styles/colors.ts';
import { createAxe, findViolations } from '../helpers/axe.ts';
import { test } from '../helpers/fixtures.ts';
import {
  fixedTexts,
  holdScripts,
  openFilled,
  waitlistForm,
} from '../helpers/page.ts';
import { goThroughStates, openInState, openParts } from '../helpers/states.ts';

/** The resets of Tailwind and, for a headline, of normalize.css. */
const resets = `${readFileSync('node_modules/tailwindcss/src/css/preflight.css', 'utf8')}
  h1 { font-size: 2em; margin: 0.67em 0 }`;

type Media = Parameters<Page['emulateMedia']>[0];

test('each logo is seen on each ground', async ({ page, server }) => {
  await openParts(page, server, '/parts/');
  const onDark = { ours: 'none', others: 'brightness(0) invert(0.8)' };
  const onLight = { ours: 'brightness(0)', others: 'brightness(0)' };
  for (const [ground, media, { ours, others }] of [
    ['the page', {}, onDark],
    ['paper', { media: 'print' }, onLight],
    [
      'light forced colours',
      { forcedColors: 'active', colorScheme: 'light' },
      onLight,
    ],
    [
      'dark forced colours',
      { forcedColors: 'active', colorScheme: 'dark' },
      onDark,
    ],
  ] satisfies [string, Media, typeof onDark][]) {
    await page.emulateMedia({ media: 'screen', ...media });
    for (const [logos, filter] of [
      ['header img', ours],
      ['footer img:not(.logo)', ours],
      ['.logo', others],
    ] as const) {
      await expect(page.locator(logos)).not.toHaveCount(0);
      for (const logo of await page.locator(logos).all())
        await expect(logo, `${logos} on ${ground}`).toHaveCSS('filter', filter);
    }
  }
});

test('with more contrast a placeholder is as bright as a text', async ({
  page,
  server,
}) => {
  await page.emulateMedia({ contrast: 'more' });
  await page.goto(server.url);
  const { field } = waitlistForm(page, 'first');
  const color = await field.evaluate(
    (input) => getComputedStyle(input, '::placeholder').color,
  );
  // https://www.w3.org/TR/WCAG22/#contrast-enhanced
  for (const ground of ['page', 'raised', 'card'] as const)
    expect(readability(color, colors[ground]), ground).toBeGreaterThanOrEqual(
      7,
    );
});

/** In the page: adds a reset before or behind the page's own CSS. Returns what it has changed. */
function findChanges({ css, isFirst }: { css: string; isFirst: boolean }) {
  const properties =
    'color background-color border margin padding font text-decoration display width height'.split(
      ' ',
    );
  const measure = () =>
    [...document.querySelectorAll('body *')].flatMap((element) =>
      ['', '::before'].flatMap((part) =>
        properties.map(
          (property) =>
            `${nameOf(element)}${part}: ${property} ${getComputedStyle(element, part).getPropertyValue(property)}`,
        ),
      ),
    );
  const before = measure();
  const reset = new CSSStyleSheet();
  reset.replaceSync(css);
  const sheet = [...document.styleSheets].at(isFirst ? 0 : -1);
  for (const { cssText } of [...reset.cssRules].reverse())
    sheet?.insertRule(cssText, isFirst ? 0 : sheet.cssRules.length);
  return measure()
    .filter((look, index) => look !== before[index])
    .slice(0, 9);
}

// Chromium puts an add-on's CSS before the page's own, Firefox behind it.
for (const place of ['before', 'behind'])
  test(`an add-on’s reset ${place} the page’s CSS changes no look`, async ({
    page,
    server,
  }) => {
    await page.goto(server.url);
    const reset = { css: resets, isFirst: place === 'before' };
    expect(await page.evaluate(findChanges, reset)).toEqual([]);
    await openParts(page, server, '/parts/');
    expect(await page.evaluate(findChanges, reset), 'all parts').toEqual([]);
  });

test('with reduced motion nothing moves', async ({ page, server }) => {
  await openInState('loading', page, server);
  const moving = await page.evaluate(() => {
    // A changed colour starts a transition.
    for (const element of document.querySelectorAll<HTMLElement>('body *'))
      element.style.color = 'red';
    return document
      .getAnimations()
      .map(({ effect }) => (effect as KeyframeEffect).target)
      .map((target) => target && nameOf(target));
  });
  expect(moving).toEqual([]);
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  /** Waits until an element is seen and turns, without an end. */
  async function expectToTurn(spinner: Locator) {
    await expect(spinner).toBeVisible();
    const transforms = () =>
      spinner.evaluate((element) =>
        element
          .getAnimations()
          .filter(({ effect }) => effect?.getTiming().iterations === Infinity)
          .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
          .map((keyframe) => keyframe['transform']),
      );
    await expect.poll(transforms).toContain('rotate(360deg)');
  }

  test('the spinner turns from the press to the answer', async ({
    page,
    server,
  }) => {
    const release = await holdScripts(page);
    const { root, field, button } = await openFilled(page, server.url);
    const spinner = button.locator('svg');
    await field.press('Enter');
    await expect(button).toHaveAccessibleName(fixedTexts.joining);
    await expectToTurn(spinner);

    server.answerInsertsWith(() => undefined);
    release();
    await expect(root).toHaveAttribute('data-status', 'loading');
    await expectToTurn(spinner);
  });
});

test('on paper the page is words, dark on white, with nothing to press', async ({
  page,
  server,
}) => {
  for await (const state of goThroughStates(page, server)) {
    await page.emulateMedia({ media: 'print' });
    const toPress = page
      .locator('button, input, .button, .waitlist-error')
      .filter({ visible: true });
    expect(await toPress.evaluateAll((all) => all.map(nameOf)), state).toEqual(
      [],
    );
    await page.emulateMedia({ media: 'screen' });
  }
  await page.emulateMedia({ media: 'print' });
  for (const [selector, property, value] of [
    ['html', 'color-scheme', 'light'],
    ['body', 'background-color', 'rgb(255, 255, 255)'],
    // A fixed header would be printed on each sheet.
    ['header', 'position', 'static'],
    // No sheet ends with a heading, or with the paragraph under it.
    ['h2, h2 + *', 'break-after', 'avoid'],
  ] as const) {
    const parts = page.locator(selector);
    await expect(parts).not.toHaveCount(0);
    for (const part of await parts.all())
      await expect(part).toHaveCSS(property, value);
  }
  const axe = createAxe(page).withRules('color-contrast');
  expect(await findViolations(page, axe)).toEqual([]);

  // The page's URL is in the place of each form.
  const forms = page.locator('.waitlist');
  const urls = page.locator('p:visible').filter({ hasText: site.url });
  await expect(urls).toHaveCount(await forms.count());

  const pdf = await page.pdf({ format: 'A4' });
  const sheets = pdf.toString('latin1').match(/\/Type \/Page\b/g) ?? [];
  // Each section, and each picture of an editor, may fill a sheet.
  const parts = await page.locator('main section, main img').count();
  expect(sheets.length, 'sheets').toBeLessThanOrEqual(parts);
});

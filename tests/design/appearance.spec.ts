import { expect, type Locator, type Page } from '@playwright/test';
import { TinyColor } from '@ctrl/tinycolor';
import { site } from '../../src/site.ts';
import {
  colors,
  contrastColors,
  forcedColors,
  paperColors,
} from '../../src/styles/colors.ts';
import { createAxe, findViolations } from '../helpers/axe.ts';
import { test } from '../helpers/fixtures.ts';
import { holdScripts, openFilled, waitlistForm } from '../helpers/page.ts';
import { openInState } from '../helpers/states.ts';

type Media = Parameters<Page['emulateMedia']>[0];

for (const [name, media, changed] of [
  ['more contrast', { contrast: 'more' }, contrastColors],
  ['paper', { media: 'print' }, paperColors],
  ['forced colours', { forcedColors: 'active' }, forcedColors],
] satisfies [string, Media, object][])
  test(`each colour is the one for ${name}`, async ({ page, server }) => {
    await page.goto(server.url);
    await page.emulateMedia(media);
    const roles = Object.keys(colors);
    const shown = await page.locator('html').evaluate((root, names) => {
      const style = getComputedStyle(root);
      return names.map((role) => [role, style.getPropertyValue(`--${role}`)]);
    }, roles);
    expect(Object.fromEntries(shown)).toEqual({ ...colors, ...changed });
  });

test('the logo, which is drawn for a dark ground, is black on a light one', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  for (const [ground, media, filter] of [
    ['paper', { media: 'print' }, 'brightness(0)'],
    [
      'light forced colours',
      { media: 'screen', forcedColors: 'active', colorScheme: 'light' },
      'brightness(0)',
    ],
    [
      'dark forced colours',
      { media: 'screen', forcedColors: 'active', colorScheme: 'dark' },
      'none',
    ],
  ] satisfies [string, Media, string][]) {
    await page.emulateMedia(media);
    for (const place of ['header', 'footer'])
      await expect(
        page.locator(`${place} img`),
        `the logo of the ${place} on ${ground}`,
      ).toHaveCSS('filter', filter);
  }
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

  /** Waits until an element turns, without an end. */
  const expectToTurn = (spinner: Locator) =>
    expect
      .poll(() =>
        spinner.evaluate((element) =>
          element.getAnimations().map(({ playState, effect }) => ({
            playState,
            iterations: effect?.getTiming().iterations,
            transforms: (effect as KeyframeEffect)
              .getKeyframes()
              .map((keyframe) => keyframe['transform']),
          })),
        ),
      )
      .toEqual([
        {
          playState: 'running',
          iterations: Infinity,
          transforms: expect.arrayContaining(['rotate(360deg)']),
        },
      ]);

  test('the spinner turns from the press to the answer', async ({
    page,
    server,
  }) => {
    const release = await holdScripts(page);
    const { root, field, button } = await openFilled(page, server.url);
    const spinner = button.locator('svg');
    await field.press('Enter');
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expect(spinner).toBeVisible();
    await expectToTurn(spinner);

    server.answerInsertsWith(() => undefined);
    release();
    await expect(root).toHaveAttribute('data-status', 'loading');
    await expect(spinner).toBeVisible();
    await expectToTurn(spinner);
  });

  test('scrolling draws the thread to its end', async ({ page, server }) => {
    await page.goto(server.url);
    /** The ids of the sections in which a part of the thread is still clipped. */
    const sectionsToDraw = () =>
      page.locator('.thread').evaluateAll((pieces) => {
        const styleOf = (piece: Element) => {
          const line = piece.querySelector('path:last-child');
          return line
            ? getComputedStyle(line)
            : getComputedStyle(piece, '::after');
        };
        /** The percentages in `inset(-9px -9px calc(52% - 4px))`. They are 0 if nothing is clipped. */
        const clippedShares = (piece: Element) =>
          styleOf(piece).clipPath.match(/[\d.]+(?=%)/g) ?? [];
        return pieces
          .filter((piece) =>
            clippedShares(piece).some((share) => share !== '0'),
          )
          .map((piece) => piece.closest('section')?.id);
      });
    const atTop = await sectionsToDraw();
    expect(
      new Set(atTop).size,
      'sections whose thread is not drawn yet at the top',
    ).toBeGreaterThan(2);
    await page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }));
    await expect.poll(sectionsToDraw).toEqual([]);
  });
});

test('a link in a text has the accent colour under the pointer', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/404.html`);
  const link = page.locator('.prose a').first();
  await link.hover();
  const accent = new TinyColor(colors.accent).toRgbString();
  await expect(link).toHaveCSS('color', accent);
});

test.describe('an image in the place of a card’s drawing', () => {
  /** Replaces a card's drawing; returns the image's box, and those of the card and its title. */
  async function placeImage(page: Page, url: string) {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(url);
    const artwork = page.locator('.card-artwork').first();
    return artwork.evaluate(async (place) => {
      const image = new Image(2000, 1000);
      image.src = '/share.png';
      place.replaceChildren(image);
      await image.decode();
      const card = place.closest('li') ?? place;
      const title = card.querySelector('h3') ?? card;
      const boxOf = (it: Element) => it.getBoundingClientRect().toJSON();
      return {
        image: boxOf(image),
        title: boxOf(title),
        card: boxOf(card),
        ratio: image.naturalWidth / image.naturalHeight,
      };
    });
  }

  test('keeps its proportions', async ({ page, server }) => {
    const { image, ratio } = await placeImage(page, server.url);
    expect(image.width / image.height).toBeCloseTo(ratio, 1);
  });

  test('stands in line with the title, away from the card’s edges', async ({
    page,
    server,
  }) => {
    const { image, title, card } = await placeImage(page, server.url);
    expect(image.left, 'the left edge of the title').toBeCloseTo(title.left);
    for (const [edge, distance] of [
      ['left', image.left - card.left],
      ['right', card.right - image.right],
      ['top', image.top - card.top],
    ] as const)
      expect(distance, `px to the card's ${edge} edge`).toBeGreaterThan(8);
  });
});

test('a list in a text has bullets inside the text', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/404.html`);
  const item = page.locator('.prose li');
  await page.locator('.prose').evaluate((prose) => {
    prose.insertAdjacentHTML('beforeend', '<ul><li>An item</li></ul>');
  });
  await expect(item).toHaveCSS('list-style-type', 'disc');
  const indent = await item.evaluate(
    (it) =>
      it.getBoundingClientRect().left -
      (it.closest('.prose')?.getBoundingClientRect().left ?? 0),
  );
  // The browser draws the bullet on the left of the item.
  expect(indent).toBeGreaterThan(12);
});

test.describe('on paper', () => {
  test.beforeEach(async ({ page, server }) => {
    await openInState('error', page, server);
    await page.emulateMedia({ media: 'print' });
  });

  test('the page has no more sheets than sections', async ({ page }) => {
    const pdf = await page.pdf({ format: 'A4' });
    const sheets = pdf.toString('latin1').match(/\/Type \/Page\b/g);
    const sections = await page.locator('main section').count();
    expect(sheets?.length).toBeLessThanOrEqual(sections);
  });

  test('the header is printed once', async ({ page }) => {
    await expect(page.getByRole('banner')).toHaveCSS('position', 'static');
  });

  test('the page’s URL is in the place of each form', async ({ page }) => {
    const { root } = waitlistForm(page, 'first');
    for (const part of ['form', '.waitlist-error'])
      await expect(root.locator(part)).toBeHidden();
    const place = page.locator('p:visible').filter({ hasText: site.url });
    await expect(place).toHaveCount(await page.locator('.waitlist').count());
  });

  test('what is kept is said', async ({ page }) => {
    await expect(page.locator('#kept')).toBeVisible();
  });

  test('words are dark on white', async ({ page }) => {
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
    const white = 'rgb(255, 255, 255)';
    await expect(page.locator('body')).toHaveCSS('background-color', white);
    const axe = createAxe(page).withRules('color-contrast');
    expect(await findViolations(page, axe)).toEqual([]);
  });

  test('no sheet ends with a heading, or with the paragraph under it', async ({
    page,
  }) => {
    await expect(page.locator('h2')).not.toHaveCount(0);
    for (const part of await page.locator('h2, h2 + *').all())
      await expect(part).toHaveCSS('break-after', 'avoid');
  });
});

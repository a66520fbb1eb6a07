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

// The logo is drawn for a dark ground.
for (const [ground, media, filter] of [
  ['the page', {}, 'none'],
  ['paper', { media: 'print' }, 'brightness(0)'],
  [
    'light forced colours',
    { forcedColors: 'active', colorScheme: 'light' },
    'brightness(0)',
  ],
  [
    'dark forced colours',
    { forcedColors: 'active', colorScheme: 'dark' },
    'none',
  ],
] satisfies [string, Media, string][])
  test(`the logo is seen on ${ground}`, async ({ page, server }) => {
    await page.goto(server.url);
    await page.emulateMedia(media);
    for (const selector of ['header img', 'footer img']) {
      const logo = page.locator(selector);
      await expect(logo).toBeVisible();
      await expect(logo).toHaveCSS('filter', filter);
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

  test('the spinner turns while a press waits for the scripts, and while joining', async ({
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

  test('scrolling draws the thread, and at the page’s end all of it is drawn', async ({
    page,
    server,
  }) => {
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

/** In the page: fills a list with copies of its first item. */
function setItemCount(list: Element, count: number) {
  const [first] = list.children;
  if (!first) throw new Error('The list has no item to copy.');
  list.replaceChildren(
    ...Array.from({ length: count }, () => first.cloneNode(true)),
  );
}

for (const cards of ['.mosaic-cards', '.pairs'])
  test(`a fifth card has a row of ${cards} to itself, and a sixth shares the row`, async ({
    page,
    server,
  }) => {
    await page.goto(server.url);
    const list = page.locator(cards).first();
    for (const [count, shares] of [
      [5, ['1.0']],
      [6, ['0.5', '0.5']],
    ] as const) {
      await list.evaluate(setItemCount, count);
      const further = await list.evaluate((element) => {
        // The list of a mosaic has `display: contents`, and so no box.
        const row = element.closest('.mosaic') ?? element;
        const boxes = [...element.children]
          .slice(4)
          .map((item) => item.getBoundingClientRect());
        return {
          rows: new Set(boxes.map(({ top }) => top)).size,
          shares: boxes.map(({ width }) =>
            (width / row.getBoundingClientRect().width).toFixed(1),
          ),
        };
      });
      expect(
        further,
        `the rows of the cards after the fourth of ${count}, and each card's share of its row`,
      ).toEqual({ rows: 1, shares });
    }
  });

for (const width of [360, 1280])
  test(`an image in the place of a card’s drawing keeps its proportions, in line with the text, ${width} px`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(server.url);
    const artwork = page.locator('.card-artwork').first();
    const boxes = await artwork.evaluate(async (box) => {
      const image = new Image(2000, 1000);
      image.src = '/share.png';
      box.replaceChildren(image);
      await image.decode();
      const card = box.closest('li') ?? box;
      const title = card.querySelector('h3') ?? card;
      const boxOf = (it: Element) => it.getBoundingClientRect().toJSON();
      return {
        image: boxOf(image),
        title: boxOf(title),
        card: boxOf(card),
        ratio: image.naturalWidth / image.naturalHeight,
      };
    });
    const { image, title, card, ratio } = boxes;
    expect(image.width / image.height, 'proportions').toBeCloseTo(ratio, 1);
    for (const [edge, distance] of [
      ['left', image.left - card.left],
      ['right', card.right - image.right],
      ['top', image.top - card.top],
    ] as const)
      expect(distance, `px to the card's ${edge} edge`).toBeGreaterThan(8);
    const isOverTitle = image.bottom <= title.top;
    if (isOverTitle)
      expect(image.left, 'the left edge of the title').toBeCloseTo(title.left);
  });

test('a list in a text has bullets, inside the text', async ({
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

test('the printed page is readable, on no more sheets than it has sections', async ({
  page,
  server,
}) => {
  await openInState('error', page, server);
  const pdf = await page.pdf({ format: 'A4' });
  const sheets = pdf.toString('latin1').match(/\/Type \/Page\b/g);
  const sections = await page.locator('main section').count();
  expect(sheets?.length).toBeLessThanOrEqual(sections);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static');
  const { root } = waitlistForm(page, 'first');
  for (const part of ['form', '.waitlist-error'])
    await expect(root.locator(part)).toBeHidden();
  // The page's URL is in the place of each form.
  const place = page.locator('p:visible').filter({ hasText: site.url });
  await expect(place).toHaveCount(await page.locator('.waitlist').count());
  // The first form's link leads here.
  await expect(page.locator('#kept')).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  const white = 'rgb(255, 255, 255)';
  await expect(page.locator('body')).toHaveCSS('background-color', white);
  // So no sheet ends with a heading, or with the paragraph under it.
  const headings = page.locator('h2');
  await expect(headings).not.toHaveCount(0);
  for (const part of await page.locator('h2, h2 + *').all())
    await expect(part).toHaveCSS('break-after', 'avoid');
  const axe = createAxe(page).withRules('color-contrast');
  expect(await findViolations(page, axe)).toEqual([]);
});

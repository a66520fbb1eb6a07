/** Looks at what an editor adds, on the pages that show every part. */
import { expect, type Locator } from '@playwright/test';
import { createAxe, findViolations } from '../helpers/axe.ts';
import { test } from '../helpers/fixtures.ts';
import { openParts } from '../helpers/states.ts';

const boxesOf = (parts: Locator) =>
  parts.evaluateAll((all) =>
    all.map((part) => part.getBoundingClientRect().toJSON() as DOMRect),
  );

const phone = { width: 390, height: 844 };
const tablet = { width: 768, height: 1024 };
const desktop = { width: 1280, height: 800 };

/** In the page: the cards whose title, text or name begins at another height than the same part of the other cards in the row. */
function findUneven(cards: Element[]): string[] {
  const topOf = (element: Element | null) =>
    element?.getBoundingClientRect().top ?? 0;
  return cards.flatMap((card) =>
    ['h3', '.prose', 'blockquote', 'blockquote + *'].flatMap((selector) => {
      const part = card.querySelector(selector);
      const other = cards
        .filter((neighbour) => topOf(neighbour) === topOf(card))
        .map((neighbour) => neighbour.querySelector(selector));
      return other.some((found) => Math.abs(topOf(found) - topOf(part)) > 1)
        ? [nameOf(part ?? card)]
        : [];
    }),
  );
}

test('in a row of three cards, titles, texts and names begin at one height', async ({
  page,
  server,
}) => {
  await page.setViewportSize(tablet);
  await openParts(page, server, '/parts/');
  const lists = page.locator('.thirds, ul:has(> .quotation)');
  await expect(lists).not.toHaveCount(0);
  for (const list of await lists.all())
    expect(await list.locator('> li').evaluateAll(findUneven)).toEqual([]);
});

test('a picture in a statement stands beside the title', async ({
  page,
  server,
}) => {
  await page.setViewportSize(desktop);
  await openParts(page, server, '/parts/');
  const statement = page.locator('li:has(.statement-text > img)').first();
  const [title, picture] = await boxesOf(statement.locator('h3, img'));
  expect(Math.abs((picture?.top ?? 0) - (title?.top ?? 0))).toBeLessThan(24);
});

test('a picture or a video in the place of a drawing fits its card', async ({
  page,
  server,
}) => {
  await page.setViewportSize(phone);
  await openParts(page, server, '/parts/');
  const cards = page.locator('li:has(> .card-artwork > :is(img, video))');
  await expect(cards).toHaveCount(2);
  for (const card of await cards.all()) {
    const [box, picture, title] = await boxesOf(
      card.locator('xpath=.').or(card.locator('img, video, h3')),
    );
    if (!box || !picture || !title) throw new Error('A part is missing.');
    expect(picture.left).toBeCloseTo(title.left);
    const gaps = [
      picture.left - box.left,
      box.right - picture.right,
      picture.top - box.top,
    ];
    expect(Math.min(...gaps), 'px around the picture').toBeGreaterThan(8);
  }
});

test('logos of all proportions cover the same area, and none is distorted', async ({
  page,
  server,
}) => {
  await page.setViewportSize(phone);
  await openParts(page, server, '/parts/');
  const logos = page.locator('.logos img');
  await logos.first().scrollIntoViewIfNeeded();
  const shapes = await logos.evaluateAll((all: HTMLImageElement[]) =>
    all.map(({ width, height, naturalWidth, naturalHeight }) => ({
      area: width * height,
      stretch: width / height / (naturalWidth / naturalHeight),
    })),
  );
  expect(shapes.length).toBeGreaterThan(2);
  for (const { area, stretch } of shapes) {
    // A very high or wide one would be too large.
    expect(Math.abs(area / (shapes[0]?.area ?? 0) - 1)).toBeLessThan(0.4);
    expect(Math.abs(stretch - 1)).toBeLessThan(0.05);
  }
});

test('a photo of any proportions is a circle beside a name', async ({
  page,
  server,
}) => {
  await openParts(page, server, '/parts/');
  const photos = page.locator('.quotation img');
  await photos.first().scrollIntoViewIfNeeded();
  for (const photo of await photos.all()) {
    const { width, height, naturalWidth, naturalHeight, radius } =
      await photo.evaluate((image: HTMLImageElement) => ({
        width: image.width,
        height: image.height,
        naturalWidth: image.naturalWidth,
        naturalHeight: image.naturalHeight,
        radius: parseFloat(getComputedStyle(image).borderRadius),
      }));
    expect(width).toBe(height);
    expect(naturalWidth).toBe(naturalHeight);
    expect(radius).toBeGreaterThanOrEqual(width / 2);
  }
});

test('a wide picture, a table and a video use the width', async ({
  page,
  server,
}) => {
  await page.setViewportSize(desktop);
  await openParts(page, server, '/parts/');
  const words = page.locator('section .words').last();
  const [column] = await boxesOf(words);
  const wide = await boxesOf(words.locator('> :is(img, table, video)'));
  expect(wide).toHaveLength(3);
  for (const { width } of wide)
    expect(width / (column?.width ?? 0)).toBeGreaterThan(0.9);
});

test('a page of words has bullets, rules, and pictures in a row', async ({
  page,
  server,
}) => {
  await page.setViewportSize(phone);
  await openParts(page, server, '/parts/page/');
  const item = page.locator('.words li').first();
  await expect(item).toHaveCSS('list-style-type', 'disc');
  // The browser draws the bullet on the left of the item.
  await expect(item).not.toHaveCSS('margin-left', '0px');
  for (const rule of ['.words > hr', '.words > blockquote', '.words td'])
    await expect(page.locator(rule).first()).not.toHaveCSS(
      'border-width',
      '0px',
    );
  const [first, second] = await boxesOf(page.locator('.words p > img'));
  const middleOf = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
  // An SVG that is imported as a component, unlike our own drawings, is filled.
  const svg = page.locator('.words > svg');
  await expect(svg).toHaveCSS('fill', 'rgb(194, 65, 12)');
  expect(first && middleOf(first)).toBeCloseTo(
    (second && middleOf(second)) ?? 0,
    0,
  );
});

test('the header has room for one to four links', async ({ page, server }) => {
  await openParts(page, server, '/parts/');
  const bars = page.locator('.parts-bar');
  await expect(bars).toHaveCount(4);
  for (const width of [320, 390, 1024]) {
    await page.setViewportSize({ width, height: 640 });
    for (const [index, bar] of (await bars.all()).entries()) {
      await bar.evaluate((element) => element.scrollIntoView());
      const [logo, button] = await boxesOf(
        bar.locator('img, .header-bar-join'),
      );
      const what = `with ${index + 1} links, ${width} px`;
      // A pixel less is not seen.
      expect(logo?.width, `the logo ${what}`).toBeGreaterThan(142);
      expect(button?.right, `the button ${what}`).toBeLessThanOrEqual(width);
      expect(button?.height, `the button ${what}`).toBeLessThanOrEqual(64);
      const menu = bar.locator('summary');
      if (width < 1024) await menu.click();
      const links = bar.locator('a:visible');
      await expect(links, what).toHaveCount(index + 1);
      // Playwright clicks an element only where nothing covers the element.
      for (const link of await links.all()) await link.click({ trial: true });
      // The menu would cover the section to which the link leads.
      await links.last().click();
      await expect(links, `after a click ${what}`).toHaveCount(
        width < 1024 ? 0 : index + 1,
      );
    }
  }
});

test('on paper each answer is printed, and all words are dark', async ({
  page,
  server,
}) => {
  await openParts(page, server, '/parts/');
  await page.emulateMedia({ media: 'print' });
  const details = page.locator('main details:not(header *)');
  await expect(details).not.toHaveCount(0);
  for (const answer of await details.all()) {
    await answer.evaluate((element) => element.removeAttribute('open'));
    await expect(answer.locator('> :last-child')).toBeVisible();
  }
  const axe = createAxe(page).withRules('color-contrast');
  expect(await findViolations(page, axe)).toEqual([]);
});

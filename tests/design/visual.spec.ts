/**
 * Compares pictures of the form's states, the header, the thread and the artwork. Each picture has
 * the same few words and the same fonts, so that no editor's words and no machine change it.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, type Locator } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../helpers/fixtures.ts';
import { fixFonts } from '../helpers/fonts.ts';
import { waitlistForm } from '../helpers/page.ts';
import { openInState, openParts, states } from '../helpers/states.ts';

// The page's policy would block the added styles.
test.use({ bypassCSP: true });
test.skip(process.platform !== 'linux', 'Other systems draw text differently.');

const words = 'A few words';
const phone = 360;
const desktop = 1280;

/**
 * Compares pictures with the snapshot of the design. The pictures stand one below the other in one
 * file, so that Playwright reports a change once.
 *
 * @param threshold how different a pixel's colour may be, from 0 to 1
 */
async function compare(
  name: string,
  pictures: Buffer[],
  threshold = 0.1,
): Promise<void> {
  expect(
    await stack(pictures),
    `If ${name} is meant to look like this: npm run pictures`,
  )
    // Other browsers, fonts and graphics change at most 2 pixels; a rounder corner changes 7.
    .toMatchSnapshot(`${name}.png`, { threshold, maxDiffPixels: 5 });
}

/** Joins pictures into one, in which they stand one below the other. */
async function stack(pictures: Buffer[]): Promise<Buffer> {
  const layers: { input: Buffer; left: number; top: number }[] = [];
  let width = 0;
  let height = 0;
  for (const input of pictures) {
    layers.push({ input, left: 0, top: height });
    const size = await sharp(input).metadata();
    width = Math.max(width, size.width);
    height += size.height;
  }
  const ground = { width, height, channels: 3, background: 'white' } as const;
  return sharp({ create: ground }).composite(layers).png().toBuffer();
}

/**
 * Takes a picture of a part in a window of this width, as a PNG of a third of the size. At this size,
 * the different ways in which browsers smooth edges are not seen.
 */
async function takePicture(part: Locator, width: number): Promise<Buffer> {
  await part.page().setViewportSize({ width, height: 800 });
  await part.evaluate(moveToWholePixel);
  const screenshot = sharp(
    await part.screenshot({ animations: 'disabled', scale: 'css' }),
  );
  const size = await screenshot.metadata();
  return screenshot
    .resize(Math.round(size.width / 3))
    .png()
    .toBuffer();
}

/** Pictures of a part in a narrow and in a wide window. */
const takeBoth = async (part: Locator) => [
  await takePicture(part, phone),
  await takePicture(part, desktop),
];

/** Skips the test if no section has the drawing: editors may leave it out. Otherwise the page shows it. */
async function expectDrawing(name: string, part: Locator): Promise<void> {
  const isUsed = globSync('src/sections/**/*.astro').some((file) =>
    readFileSync(file, 'utf8').includes(`<${name} `),
  );
  test.skip(!isUsed, `No section has the drawing ${name}.`);
  await expect(part, `the drawing ${name}, which a section has`).toBeVisible();
}

/**
 * In the page: moves an element to a whole pixel. Below an editor's image, an element may start between
 * two pixels, and there a browser draws it differently.
 */
function moveToWholePixel(element: Element) {
  document.body.style.paddingTop = '0';
  const top = scrollY + element.getBoundingClientRect().top;
  document.body.style.paddingTop = `${Math.ceil(top) - top}px`;
}

/** In the page: replaces each text of an element, and each placeholder, by the same few words. */
function replaceWords(element: Element, fewWords: string) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    // The spaces around the words stay.
    if (text.data.trim())
      text.data = text.data.replace(text.data.trim(), fewWords);
  }
  for (const field of element.querySelectorAll('[placeholder]'))
    field.setAttribute('placeholder', fewWords);
}

/**
 * In the page: moves an element to the window's upper left corner, above everything else, so that
 * its picture is the same wherever an editor's words have moved the element. Its outline covers the
 * page around it, also in forced colours: a picture ends at whole pixels, and the element may not.
 */
const showAlone = (element: Element) => element.classList.add('shown-alone');
const shownAlone = `.shown-alone {
  position: fixed !important;
  inset: 0 0 auto !important;
  z-index: 99;
  background: var(--page);
  outline: 100vmax solid var(--page);
}`;

for (const state of states)
  test(`the form looks as designed: ${state}`, async ({ page, server }) => {
    // The lines in the slots of a form are an editor's.
    const withoutSlots =
      '.shown-alone { max-width: 33rem; margin: 1rem } .shown-alone astro-slot { display: none }';
    await fixFonts(page, shownAlone + withoutSlots);
    await openInState(state, page, server);
    const { root, field } = waitlistForm(page, 'first');
    if (state === 'error') await expect(field).toBeFocused();
    await root.evaluate(showAlone);
    await root.evaluate(replaceWords, words);
    const pictures = await takeBoth(root);
    // Playwright cannot hide a caret whose colour is forced.
    await page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      pictures.push(await takePicture(root, phone));
    }
    await compare(`form-${state}`, pictures);
  });

test('forced colours show the artwork', async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  // In a wide window the loom's column has this width.
  await fixFonts(page, `${shownAlone} .loom { width: 29rem }`);
  await openInState('idle', page, server);
  const loom = page.locator('.loom');
  await expectDrawing('Loom', loom);
  await loom.evaluate(showAlone);
  // Browsers place the letters of a scaled drawing differently.
  const pictures = [await takePicture(loom, desktop)];
  await compare('loom-forced-colors', pictures, 0.2);
});

test('the parts that an editor adds look as designed', async ({
  page,
  server,
}) => {
  await fixFonts(page, 'img, header { visibility: hidden }');
  await openParts(page, server, '/parts/');
  const parts = ['#questions', '#quotations', '#words table'].map((part) =>
    page.locator(part),
  );
  const pictures: Buffer[] = [];
  for (const part of parts) {
    await part.evaluate(replaceWords, words);
    pictures.push(...(await takeBoth(part)));
  }
  // An open question has another knot than a closed one.
  await page
    .locator('.question')
    .first()
    .evaluate((question) => question.removeAttribute('open'));
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
  for (const part of parts) pictures.push(await takePicture(part, phone));
  await compare('parts', pictures);
});

test('forced colours show the skip link', async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const othersHidden = 'body > :not([href="#main"]) { display: none }';
  await fixFonts(page, othersHidden);
  await page.goto(server.url);
  const skipLink = page.locator('[href="#main"]');
  await skipLink.focus();
  await skipLink.evaluate(replaceWords, words);
  const pictures = [await takePicture(skipLink, phone)];
  await compare('skip-link-forced-colors', pictures);
});

/** Elements that are removed before a picture of the thread. */
const partsWithoutThread = [
  'body > :not(main, footer), footer p ~ p, .waitlist astro-slot, .next',
  // An editor's further sections
  'main > :not(#hero, #problem, #platform, #future, #teams, #coming-soon)',
  // Drawings that editors may take out
  '.card-artwork, :is(#future, #teams) [data-nosnippet]',
];

/**
 * In the page: removes elements, and gives each list four items and each text the same few words. In the
 * layouts with drawings, each card has a drawing of the same height.
 */
function simplify({ removed, words }: { removed: string[]; words: string }) {
  for (const part of document.querySelectorAll(removed.join())) part.remove();
  for (const text of document.querySelectorAll('.prose'))
    text.replaceChildren(document.createElement('p'));
  for (const { children } of document.querySelectorAll('ul')) {
    for (const item of [...children].slice(4)) item.remove();
    for (let count = children.length; count < 4; count++)
      children[0]?.after(children[0].cloneNode(true));
  }
  for (const card of document.querySelectorAll(':is(.thirds, .mosaic) li'))
    card.insertAdjacentHTML(
      'afterbegin',
      '<div class="card-artwork"><div style="height: 96px"></div></div>',
    );
  const texts = 'h1, h2, h3, p, li a, .closing-notes li';
  for (const text of document.querySelectorAll(texts)) text.textContent = words;
}

for (const { name, part, drawing, removed } of [
  // Editors may take out the drawing of the first section.
  { name: 'page', part: 'body', removed: ['#hero'] },
  { name: 'hero', part: '#hero:has(.loom)', drawing: 'Loom', removed: [] },
])
  test(`the thread looks as designed: ${name}`, async ({ page, server }) => {
    // Everything but the thread is hidden and keeps its place. A picture with all words would be
    // four times as large.
    const onlyThread = `
      main :is(h1, h2, h3, p, li > svg, .icon, .waitlist, .closing-notes),
      .loom :not(g, .thread-path *),
      img, video { visibility: hidden }
      .knot { visibility: visible }`;
    await fixFonts(page, onlyThread);
    await openInState('idle', page, server);
    const pictured = page.locator(part);
    if (drawing) await expectDrawing(drawing, pictured);
    await page.evaluate(simplify, {
      removed: [...partsWithoutThread, ...removed],
      words,
    });
    await compare(name, await takeBoth(pictured));
  });

test('the header looks as designed', async ({ page, server }) => {
  // The owner may have another logo, so a box takes its place.
  const logoAsBox = 'img { object-position: -999px; background: var(--soft) }';
  // Wherever the header stands, for example below a bar, its picture is the same.
  const headerAlone = `header { position: fixed !important; inset: 0 0 auto !important }
    body > :not(astro-island) { visibility: hidden }`;
  await fixFonts(page, logoAsBox + headerAlone);
  await openInState('idle', page, server);
  const header = page.getByRole('banner');
  // An editor's links to other pages
  await header.locator('nav').evaluateAll(([nav]) => nav?.remove());
  await header.evaluate(replaceWords, words);
  const atTop = await takePicture(header, phone);
  await page.mouse.wheel(0, 200);
  // The translucent header must be legible over anything, white included.
  await page.addStyleTag({ content: 'html body { background: white }' });
  const scrolled = page.locator('[data-scrolled=true]');
  const pictures = [atTop, await takePicture(scrolled, desktop)];
  // The header's borders have low contrast, so the threshold is lower.
  await compare('header', pictures, 0.06);
});

/**
 * Compares pictures of the form's states, the header, the thread and the artwork. Each picture has
 * the same few words and the same fonts, so that no editor's words and no machine change it.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../helpers/fixtures.ts';
import { fixFonts } from '../helpers/fonts.ts';
import { waitlistForm } from '../helpers/page.ts';
import { openInState, states } from '../helpers/states.ts';

// The page's policy would block the injected fonts and styles.
test.use({ bypassCSP: true });
test.skip(process.platform !== 'linux', 'Other systems draw text differently.');

const words = 'A few words';
const phone = 360;
const desktop = 1280;

interface Comparison {
  /** The widths of the window in px; each has a picture of its own. */
  widths?: readonly number[];
  /** How different a pixel's colour may be, from 0 to 1. */
  threshold?: number;
}

/** Compares a part of the page with its pictures. A difference does not stop the test. */
async function compare(
  page: Page,
  part: Locator,
  name: string,
  { widths = [phone, desktop], threshold = 0.1 }: Comparison = {},
) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await part.evaluate(moveToWholePixel);
    expect
      .soft(
        await takePicture(part),
        `If ${name} is meant to look like this: npm run pictures`,
      )
      // Other browsers, fonts and graphics change at most 2 pixels; a rounder corner changes 7.
      .toMatchSnapshot(`${name}-${width}.png`, { threshold, maxDiffPixels: 5 });
  }
}

/** A PNG of a part at a third of its size, in which the smoothing of edges, a browser's own, is not seen. */
async function takePicture(part: Locator): Promise<Buffer> {
  const screenshot = sharp(
    await part.screenshot({ animations: 'disabled', scale: 'css' }),
  );
  const { width } = await screenshot.metadata();
  return screenshot
    .resize(Math.round(width / 3))
    .png()
    .toBuffer();
}

/** In the page: moves an element to a whole pixel, since a browser draws it differently between two, as below an editor's image. */
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
 * its picture is the same wherever an editor's words have moved the element.
 */
const showAlone = (element: Element) => element.classList.add('shown-alone');
const shownAlone = `.shown-alone {
  position: fixed !important;
  inset: 0 0 auto !important;
  z-index: 99;
  background: var(--page);
  box-shadow: 0 0 0 100vmax var(--page);
}`;

for (const { look, media, widths } of [
  { look: 'form', media: {}, widths: [phone, desktop] },
  {
    look: 'forced-light',
    media: { forcedColors: 'active', colorScheme: 'light' },
    widths: [phone],
  },
  {
    look: 'forced-dark',
    media: { forcedColors: 'active', colorScheme: 'dark' },
    widths: [phone],
  },
] as const)
  for (const state of states)
    test(`the form looks as designed: ${look}, ${state}`, async ({
      page,
      server,
    }) => {
      await page.emulateMedia(media);
      await openInState(state, page, server);
      // The lines in the slots of a form are an editor's.
      const withoutSlots =
        '.shown-alone { max-width: 33rem; margin: 1rem } .shown-alone astro-slot { display: none }';
      await fixFonts(page, shownAlone + withoutSlots);
      const { root, field } = waitlistForm(page, 'first');
      if (look !== 'form') {
        if (state === 'error') await expect(field).toBeFocused();
        // Playwright cannot hide a caret whose colour is forced.
        await page.evaluate(() => {
          (document.activeElement as HTMLElement).blur();
        });
      }
      await root.evaluate(showAlone);
      await root.evaluate(replaceWords, words);
      await compare(page, root, `${look}-${state}`, { widths });
    });

test('forced colours show the artwork', async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openInState('idle', page, server);
  await fixFonts(page, shownAlone);
  const loom = page.locator('.loom');
  test.skip((await loom.count()) === 0, 'The page has no loom.');
  await loom.evaluate(showAlone);
  // Browsers place the letters of a scaled drawing differently.
  await compare(page, loom, 'loom-forced-colors', { threshold: 0.2 });
});

test('forced colours show the skip link', async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(server.url);
  await fixFonts(page);
  const skipLink = page.locator('[href="#main"]');
  await skipLink.focus();
  await compare(page, skipLink, 'skip-link-forced-colors', { widths: [phone] });
});

/** Elements that are removed before a picture of the thread. */
const partsWithoutThread = [
  'header, body > a, footer p ~ p, .waitlist astro-slot',
  // An editor's further sections
  'main > :not(#hero, #problem, #platform, #future, #teams, #coming-soon)',
  // Drawings through which the thread does not run
  '.card-artwork:not(:has(.brief)), #future [data-nosnippet]',
];

/** In the page: removes elements, and gives each list four items and each text the same few words. */
function simplify({ removed, words }: { removed: string[]; words: string }) {
  for (const part of document.querySelectorAll(removed.join())) part.remove();
  for (const text of document.querySelectorAll('.prose'))
    text.replaceChildren(document.createElement('p'));
  for (const { children } of document.querySelectorAll('ul')) {
    for (const item of [...children].slice(4)) item.remove();
    for (let count = children.length; count < 4; count++)
      children[0]?.after(children[0].cloneNode(true));
  }
  const texts = 'h1, h2, h3, p, li a, .closing-notes li';
  for (const text of document.querySelectorAll(texts)) text.textContent = words;
}

for (const { name, part, removed } of [
  // Editors may take out the drawings of the first section and of the cards.
  { name: 'page', part: 'body', removed: ['#hero', '.card-artwork'] },
  { name: 'hero', part: '#hero:has(.loom)', removed: [] },
  { name: 'brief', part: 'li:has(.brief)', removed: [] },
])
  test(`the thread looks as designed: ${name}`, async ({ page, server }) => {
    await openInState('idle', page, server);
    // All but the thread keeps its place and is not drawn: a picture with all words is four
    // times as large.
    const onlyThread = `
      main :is(h1, h2, h3, p, dt, dd, .icon, .waitlist, .closing-notes),
      .loom :not(g, .drawing-thread),
      img { visibility: hidden }`;
    await fixFonts(page, onlyThread);
    await page.evaluate(simplify, {
      removed: [...partsWithoutThread, ...removed],
      words,
    });
    const pictured = page.locator(part);
    test.skip((await pictured.count()) === 0, `The page has no ${part}.`);
    await compare(page, pictured, name);
  });

test('the header looks as designed', async ({ page, server }) => {
  await openInState('idle', page, server);
  // The owner may have another logo: its place is a box.
  const logoAsBox =
    'img { object-position: -999px; background: var(--soft) } main { visibility: hidden }';
  await fixFonts(page, logoAsBox);
  const header = page.getByRole('banner');
  // An editor's links to other pages
  await header.locator('nav').evaluateAll(([nav]) => nav?.remove());
  await header.evaluate(replaceWords, words);
  // The header's borders have low contrast, so the threshold is lower.
  const threshold = 0.06;
  await compare(page, header, 'header', { threshold });
  await page.mouse.wheel(0, 200);
  // The translucent header must be legible over anything, white included.
  await page.addStyleTag({ content: 'body { background: white }' });
  const scrolled = page.locator('[data-scrolled=true]');
  await compare(page, scrolled, 'header-scrolled', { threshold });
});

import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../helpers/fixtures.ts';
import { fixFonts } from '../helpers/fonts.ts';
import { waitlistForm } from '../helpers/page.ts';
import { openInState, states } from '../helpers/states.ts';

// The policy would block the injected fonts.
test.use({ bypassCSP: true });
test.skip(process.platform !== 'linux', 'Other systems draw text differently.');

/** Moves a part of the page to the window's upper left corner, above everything else. So its picture is the same wherever the part is on the page. */
const pictured = `.pictured {
  position: fixed !important;
  inset: 0 0 auto !important;
  z-index: 99;
  background: var(--page);
  box-shadow: 0 0 0 100vmax var(--page);
}`;

/**
 * Compares a part of the page with its pictures, at a third of the size: there the way in
 * which a browser smooths edges is not seen. A difference does not stop the test.
 */
async function compare(
  page: Page,
  name: string,
  part: Locator,
  widths: readonly number[] = [360, 1280],
  threshold = 0.1,
) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // A part that does not start at a whole pixel, as below an editor's image, is drawn otherwise.
    await part.evaluate((element) => {
      document.body.style.paddingTop = '0';
      const top = scrollY + element.getBoundingClientRect().top;
      document.body.style.paddingTop = `${Math.ceil(top) - top}px`;
    });
    const options = { animations: 'disabled', scale: 'css' } as const;
    const screenshot = sharp(await part.screenshot(options));
    const metadata = await screenshot.metadata();
    const third = screenshot.resize(Math.round(metadata.width / 3)).png();
    expect
      .soft(
        await third.toBuffer(),
        `If ${name} is meant to look like this: npm run pictures`,
      )
      // Other browsers, fonts and graphics change at most 2 pixels; a rounder corner changes 7.
      .toMatchSnapshot(`${name}-${width}.png`, { threshold, maxDiffPixels: 5 });
  }
}

/** Replaces the texts of an element, which an editor or the owner may change, by the same few words. */
function replaceWords(element: Element) {
  const words = 'A few words';
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    text.data = text.data.replace(/\S(?:[^]*\S)?/, words);
  }
  for (const part of [element, ...element.querySelectorAll('*')])
    if (part.hasAttribute('placeholder'))
      part.setAttribute('placeholder', words);
}

for (const [look, media, widths] of [
  ['form', {}, [360, 1280]],
  ['forced-light', { forcedColors: 'active', colorScheme: 'light' }, [360]],
  ['forced-dark', { forcedColors: 'active', colorScheme: 'dark' }, [360]],
] as const)
  for (const state of states)
    test(`the form looks as designed: ${look}, ${state}`, async ({
      page,
      server,
    }) => {
      await page.emulateMedia(media);
      await openInState(state, page, server);
      // The text under a form belongs to the section.
      await fixFonts(
        page,
        `${pictured} .pictured { max-width: 33rem; margin: 1rem } .pictured astro-slot { display: none }`,
      );
      const { root, field, fill } = waitlistForm(page, 'first');
      if (look !== 'form') {
        if (state === 'idle') await fill();
        if (state === 'error') await expect(field).toBeFocused();
        // Playwright cannot hide a caret whose colour is forced.
        await page.locator(':focus').blur();
      }
      await root.evaluate((element) => element.classList.add('pictured'));
      await root.evaluate(replaceWords);
      await compare(page, `${look}-${state}`, root, widths);
    });

test('forced colours show the artwork', async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openInState('idle', page, server);
  await fixFonts(page, pictured);
  const loom = page.locator('.loom');
  test.skip((await loom.count()) === 0, 'The page has no loom.');
  await loom.evaluate((element) => element.classList.add('pictured'));
  // Browsers place scaled letters differently.
  await compare(page, 'loom-forced-colors', loom, [360, 1280], 0.2);
});

test('forced colours show the skip link', async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(server.url);
  await fixFonts(page);
  const skipLink = page.locator('[href="#main"]');
  await skipLink.focus();
  await compare(page, 'skip-link-forced-colors', skipLink, [360]);
});

/** In the page: makes the pages of all editors alike, with few words, four items in each list, and only the drawings that the thread runs through. */
function arrange(removed: readonly string[]) {
  const others = [
    ...removed,
    'header, body > a, footer p ~ p, .waitlist astro-slot',
    'main > :not(#hero, #problem, #platform, #future, #teams, #coming-soon)',
    '.card-artwork:not(:has(.brief)), #future [data-nosnippet]',
  ];
  for (const other of document.querySelectorAll(others.join())) other.remove();
  for (const lead of document.querySelectorAll('.prose'))
    lead.replaceChildren(document.createElement('p'));
  for (const { children } of document.querySelectorAll('ul')) {
    for (const item of [...children].slice(4)) item.remove();
    for (let count = children.length; count < 4; count++)
      children[0]?.after(children[0].cloneNode(true));
  }
  for (const text of document.querySelectorAll(
    'h1, h2, h3, p, li a, .closing-notes li',
  ))
    text.textContent = 'A few words';
}

// An editor may have taken out the loom or the brief.
for (const [name, selector, removed] of [
  ['page', 'body', ['#hero', '.card-artwork']],
  ['hero', '#hero:has(.loom)', []],
  ['brief', 'li:has(.brief)', []],
] as const)
  test(`the thread looks as designed: ${name}`, async ({ page, server }) => {
    await openInState('idle', page, server);
    // With all its words a picture is four times as large.
    await fixFonts(
      page,
      'main :is(h1, h2, h3, p, dt, dd, .icon, .waitlist, .closing-notes), .loom :not(g, .drawing-thread), img { visibility: hidden }',
    );
    await page.evaluate(arrange, removed);
    const part = page.locator(selector);
    test.skip((await part.count()) === 0, `The page has no ${selector}.`);
    await compare(page, name, part);
  });

test('the header looks as designed', async ({ page, server }) => {
  await openInState('idle', page, server);
  // The logo may be another one: a box of its size has its place.
  await fixFonts(
    page,
    'main { visibility: hidden } img { object-position: -999px; background: var(--soft) }',
  );
  const header = page.getByRole('banner');
  // An editor's links to other pages.
  await header.locator('nav').evaluateAll(([nav]) => nav?.remove());
  await header.evaluate(replaceWords);
  // Its lines differ little from what is beside them.
  const threshold = 0.06;
  await compare(page, 'header', header, [360, 1280], threshold);
  await page.mouse.wheel(0, 200);
  // The translucent header is legible over anything.
  await page.addStyleTag({ content: 'body { background: white }' });
  const scrolled = page.locator('[data-scrolled=true]');
  await compare(page, 'header-scrolled', scrolled, [360, 1280], threshold);
});

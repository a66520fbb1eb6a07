import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { sections } from '../../scripts/check';
import { test } from '../fixtures';
import { waitlistForm } from '../page';
import { openIn } from './states';

// The fonts are injected, so the page's policy cannot stand.
test.use({ bypassCSP: true, contextOptions: { reducedMotion: 'reduce' } });
test.skip(process.platform !== 'linux', 'Other systems draw text differently.');

const widths = [360, 1280];

const fonts = {
  serif: new URL('../../src/typeface/newsreader.woff2', import.meta.url).href,
  sans: import.meta
    .resolve('@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2'),
  mono: import.meta
    .resolve('@fontsource/source-code-pro/files/source-code-pro-latin-400-normal.woff2'),
};

/** Sets the page in bundled fonts, so that it looks the same on every machine, and takes away what is fixed above it. */
async function fixFonts(page: Page): Promise<void> {
  const faces = await Promise.all(
    Object.entries(fonts).map(async ([name, url]) => {
      const data = (await readFile(new URL(url))).toString('base64');
      return `@font-face { font-family: fixed-${name}; src: url(data:font/woff2;base64,${data}); font-weight: 100 900 }`;
    }),
  );
  await page.addStyleTag({
    content: `${faces.join('')}
      header, [href='#main'] { display: none }
      footer img { visibility: hidden }
      * { font-family: fixed-sans !important }
      .font-serif, .font-serif * { font-family: fixed-serif !important }
      .font-mono, .font-mono *:not(.font-serif) { font-family: fixed-mono !important }`,
  });
  await page.evaluate(() => document.fonts.ready);
}

/**
 * Brings the page to the same words, icons and number of cards whatever an editor
 * wrote: what is left to see is its design. Drawings and the form keep their own.
 */
async function fixWords(page: Page): Promise<void> {
  await page.evaluate(
    (known) => {
      const words: Record<string, string> = {
        H1: 'A headline of so many words, on two lines or three',
        H2: 'What a section has to say about itself, in a line',
        H3: 'A title of a card',
        P: 'A sentence or two that stand where an editor writes, as long as most of them are.',
        MESSAGE: 'A line that tells how it went, and what is next.',
        LI: 'A note of a few words',
        A: 'A link',
        BUTTON: 'Press here',
      };
      const isDrawn = (element: Element | null) =>
        Boolean(element?.closest('[aria-hidden=true]'));

      for (const section of document.querySelectorAll('main > section')) {
        const least = known.find(({ id }) => id === section.id)?.cards;
        if (least === undefined) section.remove();

        // A drawing belongs to the card it was made for; a further card has none.
        const cards = [...section.querySelectorAll('li:has(h3)')];
        const drawings = cards.map(
          (card) => card.querySelector('[aria-hidden]:not(.icon)')?.outerHTML,
        );
        const drawn = cards.filter(
          (_card, index) =>
            drawings[index] && drawings.indexOf(drawings[index]) === index,
        );
        const kept = (drawn.length > 0 ? drawn : cards).slice(0, least);
        for (const card of cards) if (!kept.includes(card)) card.remove();
        // Texts of different lengths show what holds the cards together.
        kept.forEach((card, index) => {
          const text = card.querySelector('p');
          if (text) text.dataset['times'] = String(1 + (index % 2));
        });
      }
      for (const network of [...document.querySelectorAll('footer li')].slice(
        3,
      ))
        network.remove();

      for (const element of document.querySelectorAll('main *, footer *')) {
        const isWritten =
          !element.matches('style, script, noscript') &&
          [...element.childNodes].some(
            ({ nodeName, textContent }) =>
              nodeName === '#text' && textContent?.trim(),
          );
        if (!element.isConnected || !isWritten || isDrawn(element)) continue;
        if (element.matches('p + p:not(astro-island p)')) {
          element.remove();
          continue;
        }
        const tag = element.matches('astro-island p')
          ? 'MESSAGE'
          : element.closest('h1, h2, h3, p, a, button, li')?.tagName;
        const times = Number((element as HTMLElement).dataset['times'] ?? 1);
        element.replaceChildren(
          ...element.querySelectorAll(':scope > svg'),
          ` ${words[tag ?? 'P']} `.repeat(times),
        );
      }
      for (const icon of document.querySelectorAll(
        ':not(astro-island) svg.icon',
      ))
        if (!isDrawn(icon.parentElement) && !icon.closest('astro-island'))
          icon.innerHTML = '<circle cx="12" cy="12" r="9" />';
      for (const field of document.querySelectorAll('input'))
        field.placeholder = 'Write here';
    },
    sections.map(({ id, cards }) => ({ id, cards })),
  );
}

/** Compares a part of the page with its picture; the others are compared all the same. */
const picture = (part: Locator, name: string) =>
  expect
    .soft(part, `If ${name} is meant to look like this: npm run pictures`)
    .toHaveScreenshot(`${name}.png`, { maxDiffPixelRatio: 0.01 });

for (const width of widths)
  test(`the sections look as designed, ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 800 });
    await openIn('idle', page, site);
    await fixFonts(page);
    await fixWords(page);
    for (const id of [...sections.map(({ id }) => id), 'footer']) {
      const part = page.locator(id === 'footer' ? id : `#${id}`);
      // Alone on the page it starts on a whole pixel.
      await part.evaluate((kept) => {
        for (const other of document.querySelectorAll<HTMLElement>(
          'main > *, footer',
        ))
          other.style.display = other === kept ? '' : 'none';
      });
      await picture(part, `${id}-${width}`);
    }
  });

for (const state of ['loading', 'error', 'success'] as const)
  test(`the form looks as designed, ${state}`, async ({ page, site }) => {
    await openIn(state, page, site);
    await fixFonts(page);
    await fixWords(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await picture(waitlistForm(page, 'first').root, `form-${state}-${width}`);
    }
  });

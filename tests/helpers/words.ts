import type { Page } from '@playwright/test';
import { sections } from '../../scripts/editor/contract';

/**
 * Brings the page to the same words, icons and number of cards whatever an editor
 * wrote: what is left to see is its design. Drawings and the form keep their own.
 */
export async function fixWords(page: Page): Promise<void> {
  await page.evaluate(
    (known) => {
      const words: Record<string, string> = {
        H1: 'A headline of so many words, on two lines or three',
        H2: 'What an optimized section says of itself, in a line',
        H3: 'A structured title',
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

/** Owns the islands until they are hydrated, at the visitor's first interaction. */
import type { ClientDirective } from 'astro';
import { goToForm } from '../goToForm.ts';
import { showScroll } from '../pageScroll.ts';
import { handOver, interactions, listen } from './press.ts';
import { phase } from './reload.ts';
import { readForms, restoreForms } from './snapshot.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates all islands at the visitor's first interaction anywhere on the page, the forms together. */
    'client:interaction'?: boolean;
  }
}

/** The islands with a form, each with the function that hydrates it. */
const formIslands = new Map<Element, Promise<() => Promise<void>>>();
/** Resolves at the first interaction, once the page is parsed. */
const ready = Promise.all([
  new Promise((resolve) => listen(interactions, resolve)),
  // Bubble phase: Astro's own DOMContentLoaded listeners must run first.
  new Promise((resolve) => addEventListener('DOMContentLoaded', resolve)),
]);
void ready.then(hydrateForms);

const interaction: ClientDirective = async (load, _options, island) => {
  // Astro calls this again for an island that somebody moves.
  if (!island.hasAttribute('ssr')) return;
  const loaded = ready.then(load);
  if (island.querySelector('form')) formIslands.set(island, loaded);
  // The forms need no other island's script, which a content blocker may stop.
  else void (await loaded)();
};

// Never removed: the header may hydrate after the forms.
addEventListener('scroll', () => showScroll('[ssr] header'));
addEventListener('click', ({ target }) => {
  // Add-ons dispatch clicks on the document, which has no `closest`.
  if ((target as Element).closest?.('[ssr] header button')) goToForm();
});

/** Makes the forms live, unless they wait for a reload, and does the press that waited. */
async function hydrateForms() {
  await Promise.all(formIslands.values());
  if (phase !== 'loading') return;
  const forms = readForms();
  for (const [island, loaded] of formIslands) {
    const hydrated = (await loaded)();
    // An event makes React hydrate the island now, not when it is idle.
    island.firstElementChild?.dispatchEvent(new Event('input'));
    await hydrated;
  }
  handOver();
  // React draws an island anew if others have written into it.
  await restoreForms(forms);
}

export default interaction;

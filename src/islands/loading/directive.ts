/**
 * The directive `client:interaction`. At the visitor's first interaction, such as a scroll or a key
 * press, the browser requests the islands' scripts, and React hydrates the islands.
 */
import type { ClientDirective } from 'astro';
import { goToForm } from '../goToForm.ts';
import { showScroll } from '../pageScroll.ts';
import { handOver, interactions, listen } from './press.ts';
import { phase } from './reload.ts';
import { readForms, restoreForms } from './snapshot.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates the island at the visitor's first interaction anywhere on the page. */
    'client:interaction'?: boolean;
  }
}

/**
 * The islands with a form, each with the function that hydrates it. `handOver` removes the listeners of
 * all forms, so all forms must hydrate together.
 */
const formIslands = new Map<Element, Promise<() => Promise<void>>>();
/** Resolves once the visitor has interacted with the page and the browser has parsed it. */
const ready = Promise.all([
  new Promise((resolve) => listen(interactions, resolve)),
  // Bubble phase: Astro's own DOMContentLoaded listeners must run first.
  new Promise((resolve) => addEventListener('DOMContentLoaded', resolve)),
]);
void ready.then(hydrateForms);

const interaction: ClientDirective = async (load, _options, island) => {
  // Astro calls this function again if an add-on moves an island. A hydrated island has no `ssr`.
  if (!island.hasAttribute('ssr')) return;
  const loaded = ready.then(load);
  if (island.querySelector('form')) formIslands.set(island, loaded);
  // A content blocker may stop the script of another island, so the forms do not wait for it.
  else void (await loaded)();
};

// Never removed: the header may hydrate after the forms. `[ssr]` matches an island only until it is
// hydrated; from then on React handles its events, and these listeners do nothing.
addEventListener('scroll', () => showScroll('[ssr] header'));
addEventListener('click', ({ target }) => {
  // An add-on may dispatch a click on the document, which has no method `closest`.
  if ((target as Element).closest?.('[ssr] header button')) goToForm();
});

/** Hydrates the forms, unless `phase` asks for a reload, and repeats the press that waits. */
async function hydrateForms() {
  await Promise.all(formIslands.values());
  if (phase !== 'loading') return;
  const forms = readForms();
  for (const [island, loaded] of formIslands) {
    const hydrated = (await loaded)();
    // React waits until the browser is idle, but an event makes it hydrate the island at once.
    island.firstElementChild?.dispatchEvent(new Event('input'));
    await hydrated;
  }
  handOver();
  // If a translator or an add-on has changed an island, React renders it anew, with empty fields.
  await restoreForms(forms);
}

export default interaction;

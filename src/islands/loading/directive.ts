import type { ClientDirective } from 'astro';
import {
  dropSubmit,
  fieldEvents,
  giveUp,
  listenBeforeHydration,
  reload,
  restoreSnapshot,
  setStatus,
  takeSavedSnapshot,
  takeSnapshot,
  updateButton,
} from './before-hydration.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates all islands at the visitor's first interaction anywhere on the page, the forms together. */
    'client:interaction'?: boolean;
  }
}

type Hydrate = Awaited<ReturnType<Parameters<ClientDirective>[0]>>;

/** The islands with a form, and how each is loaded at the first interaction. */
const formIslands = new Map<Element, Promise<Hydrate>>();
let hasFormFailed = false;

const interacted = firstInteraction();

const interaction: ClientDirective = async (load, _options, island) => {
  // Astro calls this again for an island that somebody moves.
  if (!island.hasAttribute('ssr')) return;
  const form = island.querySelector('form');
  updateButton(form);
  const loaded = interacted.then(load);
  if (form) formIslands.set(island, loaded);
  // The forms need no other island's script, which a content blocker may stop.
  else void (await loaded)();
};

// Astro fires it if an island's scripts cannot be loaded, also at its second try, and resolves `load` all the same.
addEventListener('astro:hydration-error', ({ target }) => {
  hasFormFailed ||= formIslands.has(target as Element);
});
listenBeforeHydration();
void hydrateForms();

async function hydrateForms() {
  // By then Astro has called the directive for every form.
  await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  const saved = takeSavedSnapshot();
  if (saved) {
    restoreSnapshot(saved);
    if (saved.pressed) setStatus('error', saved.pressed);
  }
  await interacted;
  await Promise.all(formIslands.values());
  if (hasFormFailed) {
    // Perhaps a deploy has removed them: then a reload finds the new ones. Not a second time.
    if (saved || !(await reload())) giveUp();
    return;
  }

  const snapshot = takeSnapshot();
  dropSubmit();
  for (const [island, loaded] of formIslands) {
    const hydrated = (await loaded)();
    // React hydrates at some later time, but at once when an event reaches the island.
    island.firstElementChild?.dispatchEvent(new Event('input'));
    await hydrated;
  }
  // React has drawn an island anew if others had written into it.
  restoreSnapshot(snapshot);
  // React enables a button in a microtask after the event.
  await Promise.resolve();
  if (snapshot.pressed) document.getElementById(snapshot.pressed)?.click();
}

/** Resolves at the visitor's first interaction. A restored scroll position fires `scroll`; an assistive technology may fire only `click`. */
function firstInteraction() {
  return new Promise((resolve) => {
    for (const type of [...fieldEvents, 'scroll', 'click'])
      addEventListener(type, resolve, true);
  });
}

export default interaction;

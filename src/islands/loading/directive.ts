import type { ClientDirective } from 'astro';
import {
  dropSubmit,
  fieldEvents,
  giveUp,
  listenBeforeHydration,
  reload,
  restoreSnapshot,
  takeSavedSnapshot,
  takeSnapshot,
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
  const loaded = interacted.then(load);
  if (island.querySelector('form')) formIslands.set(island, loaded);
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
  if (saved) await restoreSnapshot(saved);
  await interacted;
  await Promise.all(formIslands.values());
  // Perhaps a deploy has removed them: then a reload finds the new ones. Not a second time.
  if (hasFormFailed) return saved ? giveUp() : reload();

  // The page is being reloaded, and does then what else would be done now.
  if (history.state?.formSnapshot) return;

  const snapshot = takeSnapshot();
  dropSubmit();
  for (const [island, loaded] of formIslands) {
    const hydrated = (await loaded)();
    // An event makes React hydrate the island now, not when it is idle.
    island.firstElementChild?.dispatchEvent(new Event('input'));
    await hydrated;
  }
  // React has drawn an island anew if others had written into it.
  await restoreSnapshot(snapshot);
}

/** Resolves at the visitor's first interaction. A restored scroll position fires `scroll`; an assistive technology may fire only `click`. */
function firstInteraction() {
  return new Promise((resolve) => {
    for (const type of [...fieldEvents, 'scroll', 'click'])
      addEventListener(type, resolve, true);
  });
}

export default interaction;

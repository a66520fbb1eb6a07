import type { ClientDirective } from 'astro';
import {
  goLive,
  handleMissingScripts,
  listen,
  readyToLoad,
} from './before-hydration.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates all islands at the visitor's first interaction anywhere on the page, the forms together. */
    'client:interaction'?: boolean;
  }
}

/** The islands with a form, each with the function that hydrates it. */
const formIslands = new Map<Element, Promise<() => Promise<void>>>();
const ready = readyToLoad();
void hydrateForms();

const interaction: ClientDirective = async (load, _options, island) => {
  // Astro calls this again for an island that somebody moves.
  if (!island.hasAttribute('ssr')) return;
  const loaded = ready.then(load);
  if (island.querySelector('form')) formIslands.set(island, loaded);
  // The forms need no other island's script, which a content blocker may stop.
  else void (await loaded)();
};

// Astro fires it if an island's scripts cannot be loaded, also at its second try, and resolves `load` all the same.
listen('astro:hydration-error', ({ target }) => {
  if (formIslands.has(target as Element)) handleMissingScripts();
});

async function hydrateForms() {
  await ready;
  await Promise.all(formIslands.values());
  await goLive(async () => {
    for (const [island, loaded] of formIslands) {
      const hydrated = (await loaded)();
      // An event makes React hydrate the island now, not when it is idle.
      island.firstElementChild?.dispatchEvent(new Event('input'));
      await hydrated;
    }
  });
}

export default interaction;

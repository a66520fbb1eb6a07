import type { ClientDirective } from 'astro';
import { replayPresses } from './presses';
import { reloadOnce, restore, saved } from './reload';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates at the visitor's first interaction, anywhere on the page. */
    'client:interaction'?: boolean;
  }
}

// An assistive technology may click without any pointer, touch or key.
const interactions =
  'pointermove pointerdown scroll keydown focusin input change click';

/** The islands that are not live yet, and how Astro loads each. */
const waiting = new Map<Element, Parameters<ClientDirective>[0]>();
let isWanted = saved !== null;
let isParsed = false;
let isHydrating = false;
let hasFailed = false;

/**
 * Loads all islands at the visitor's first interaction, or once the page is parsed if
 * a field is filled by then, and hydrates them together. What fails to load is loaded
 * again at the next interaction, or once the connection is back, unless `reloadOnce`
 * reloads the page.
 */
const interaction: ClientDirective = (load, _options, island) => {
  waiting.set(island, load);
};

for (const type of interactions.split(' '))
  addEventListener(type, hydrate, true);
addEventListener('astro:hydration-error', () => (hasFailed = true));
addEventListener('DOMContentLoaded', () => {
  isParsed = true;
  restore();
  hydrateIfWanted();
});
addEventListener('pageshow', hydrateIfWanted);

// Asks only for what needs no layout. A restored scroll position fires `scroll`.
function hydrateIfWanted() {
  const fields = [...document.querySelectorAll('input')];
  if (isWanted || fields.some(({ value }) => value)) void hydrate();
}

async function hydrate() {
  isWanted = true;
  // Until DOMContentLoaded some islands are missing; `readyState` changes before it.
  if (!isParsed || isHydrating || !waiting.size) return;
  isHydrating = true;
  hasFailed = false;
  // The build writes the shared chunk's URL on <body>, so it loads together with the islands.
  // Not in Firefox, which never loads a module again after a failure:
  // https://bugzilla.mozilla.org/show_bug.cgi?id=2055211
  const { islands } = document.body.dataset;
  if (islands && !CSS.supports('-moz-appearance', 'none'))
    import(/* @vite-ignore */ islands).catch(() => undefined);
  const loading = [...waiting.values()].map((load) => load());
  const hydrations = await Promise.all(loading);
  if (hasFailed && (await reloadOnce())) return;

  await Promise.all(hydrations.map((hydrateIsland) => hydrateIsland()));
  for (const island of waiting.keys()) {
    // React hydrates later, or at once when an event reaches it.
    island.firstElementChild?.dispatchEvent(new Event('input'));
    if (!island.hasAttribute('ssr')) waiting.delete(island);
  }
  replayPresses();
  isHydrating = false;
  if (hasFailed) addEventListener('online', hydrate);
}

export default interaction;

import type { ClientDirective } from 'astro';
import { listenForPresses, replayPresses } from './presses';
import { isReloaded, reloadOnce, restore } from './reload';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates at the visitor's first interaction, anywhere on the page. */
    'client:interaction'?: boolean;
  }
}

const interactions = [
  'pointermove',
  'pointerdown',
  'scroll',
  'keydown',
  'focusin',
  'input',
  'change',
  // An assistive technology may click without any of the above.
  'click',
];

/** The islands that are not live yet, and how Astro loads each. */
const waiting = new Map<Element, Parameters<ClientDirective>[0]>();

let isWanted = isReloaded;
let isHydrating = false;
let hasFailed = false;

/**
 * Loads all islands at the visitor's first interaction, or once the page is parsed if
 * a field is filled by then, and hydrates them together. Presses before that take
 * effect after it. What fails to load is loaded again at the next interaction, or once
 * the connection is back, unless `reloadOnce` reloads the page.
 */
const interaction: ClientDirective = (load, _options, island) => {
  waiting.set(island, load);
};

listenForPresses();
addEventListener('DOMContentLoaded', restore);
for (const type of interactions)
  addEventListener(type, hydrate, { capture: true, passive: true });
for (const type of ['DOMContentLoaded', 'pageshow'])
  addEventListener(type, hydrateIfWanted);
addEventListener('astro:hydration-error', () => (hasFailed = true));

// Asks only for what needs no layout. A restored scroll position fires `scroll`.
function hydrateIfWanted() {
  const fields = [...document.querySelectorAll('input')];
  if (isWanted || fields.some(({ value }) => value)) void hydrate();
}

async function hydrate() {
  isWanted = true;
  // Until the page is parsed some islands are missing.
  if (document.readyState === 'loading' || isHydrating || !waiting.size) return;
  isHydrating = true;
  hasFailed = false;
  // The build writes the shared chunk's URL on <body>, so it loads together with the islands.
  // Not in Firefox, which never loads a module again after a failure:
  // https://bugzilla.mozilla.org/show_bug.cgi?id=2055211
  const { islands } = document.body.dataset;
  if (islands && !CSS.supports('-moz-appearance', 'none'))
    import(/* @vite-ignore */ islands).catch(() => undefined);

  const loading = [...waiting].map(
    async ([island, load]) => [island, await load()] as const,
  );
  const loaded = await Promise.all(loading);
  // As long as no island is live, a reload can take nothing away.
  if (hasFailed && (await reloadOnce())) return;

  const hydrating = loaded.map(async ([island, hydrateIsland]) => {
    await hydrateIsland();
    // React hydrates later, or at once when an event reaches it.
    island.firstElementChild?.dispatchEvent(new Event('input'));
    if (!island.hasAttribute('ssr')) waiting.delete(island);
  });
  await Promise.all(hydrating);
  replayPresses();
  isHydrating = false;
  if (hasFailed) addEventListener('online', hydrate);
}

export default interaction;

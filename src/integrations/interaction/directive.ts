import type { ClientDirective } from 'astro';
import { responseTimeout } from '../../settings/limits';
import { placesIn, putBack, type Place } from './elements';
import {
  buttonOf,
  dropPress,
  focusIn,
  formOf,
  isPressValid,
  pressed,
  readState,
  restoreState,
} from './island';
import { reload, restorePage, takeSavedPage } from './reload';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates at the visitor's first interaction, anywhere on the page. */
    'client:interaction'?: boolean;
  }
}

// An assistive technology may click without any pointer, touch or key.
const interactions =
  'pointermove pointerdown scroll keydown focusin input change click';

type Load = Parameters<ClientDirective>[0];

/** The islands that are not live yet: how Astro loads each, and where it has put their elements. */
const waiting = new Map<Element, { load: Load; places: Place[] }>();
const saved = takeSavedPage();
let isWanted = saved !== undefined;
let isParsed = false;
let isHydrating = false;
/** Whether the scripts take longer than a press waits. */
let isLate = false;
/** The islands whose scripts could not be loaded. */
const failed = new Set<EventTarget | null>();
/** Milliseconds until the next try after one that failed: twice as many each time, up to the last. */
let pause = 1000;
const longestPause = 8000;

/**
 * Loads all islands at the visitor's first interaction, or once the page is parsed if
 * a field is filled or a button pressed by then, and hydrates them together. What
 * fails to load is loaded again at a later interaction, or once the connection is
 * back, unless the page is reloaded, once.
 */
const interaction: ClientDirective = (load, _options, island) => {
  // An island that somebody moves is connected anew.
  if (island.hasAttribute('ssr'))
    waiting.set(island, { load, places: placesIn(island) });
};

for (const type of interactions.split(' '))
  addEventListener(type, hydrate, true);
addEventListener('astro:hydration-error', ({ target }) => failed.add(target));
addEventListener('DOMContentLoaded', () => {
  isParsed = true;
  if (saved) restorePage(saved);
  hydrateIfWanted();
});
addEventListener('pageshow', hydrateIfWanted);

// Asks only for what needs no layout. A restored scroll position fires `scroll`.
function hydrateIfWanted() {
  const fields = document.querySelectorAll<HTMLInputElement>('[ssr] input');
  if (isWanted || isPressed() || [...fields].some(({ value }) => value))
    void hydrate();
}

const isPressed = () => document.querySelector(`[${pressed}]`) !== null;

async function hydrate(event?: Event) {
  isWanted = true;
  // Until DOMContentLoaded some islands are missing; `readyState` changes before it.
  if (!isParsed || !waiting.size) return;
  if (isHydrating) {
    // Scripts that hang are requested again by a reload alone, which a press is worth.
    const isPress = /click|keydown/.test(event?.type ?? '') && isPressed();
    if (isLate && isPress) await reload();
    return;
  }
  isHydrating = true;
  isWanted = false;
  const loaded = await loadIslands();
  if (failed.size > 0 && !saved && (await reload())) return;

  for (const [island, startHydration] of loaded)
    if (!failed.has(island)) await hydrateIsland(island, startHydration);
  makePresses();
  if (failed.size > 0) await retryMoment();
  isHydrating = false;
  if (isWanted || isPressed()) void hydrate();
}

/** Requests what all waiting islands need; what cannot be loaded is in `failed` then. */
async function loadIslands() {
  failed.clear();
  const timer = setTimeout(() => (isLate = true), responseTimeout);
  // The build writes the shared chunk's URL on <body>, so it loads together with the islands.
  // Not in Firefox, which never loads a module again after a failure:
  // https://bugzilla.mozilla.org/show_bug.cgi?id=2055211
  const { islands } = document.body.dataset;
  if (islands && !CSS.supports('-moz-appearance', 'none'))
    import(/* @vite-ignore */ islands).catch(() => undefined);
  const loaded = await Promise.all(
    Array.from(
      waiting,
      async ([island, { load }]) => [island, await load()] as const,
    ),
  );
  clearTimeout(timer);
  isLate = false;
  return loaded;
}

/** Resolves after a pause, or at a press, or once the connection is back. */
async function retryMoment() {
  addEventListener('online', hydrate);
  await new Promise((resolve) => {
    setTimeout(resolve, pause);
    for (const type of ['click', 'keydown', 'online'])
      addEventListener(type, resolve, { once: true });
  });
  pause = Math.min(2 * pause, longestPause);
}

/** Lets React take over an island, in one task, so that nobody writes into it meanwhile. */
async function hydrateIsland(
  island: Element,
  startHydration: Awaited<ReturnType<Load>>,
) {
  const state = readState(island);
  const focus = focusIn(island);
  const places = waiting.get(island)?.places ?? [];
  const putNeighboursBack = putBack(island, places);
  const hydration = startHydration();
  // React hydrates later, or at once when an event reaches it.
  island.firstElementChild?.dispatchEvent(new Event('input'));
  putNeighboursBack();
  await hydration;

  const isLost = focus instanceof HTMLInputElement && !focus.isConnected;
  restoreState(island, state, isLost ? focus : undefined);
  island.removeAttribute('data-unanswered');
  waiting.delete(island);
}

/** Makes the kept presses of the islands that are live by now. */
function makePresses() {
  const islands = document.querySelectorAll(`[${pressed}]:not([ssr])`);
  for (const island of islands) {
    const isValid = isPressValid(island);
    dropPress(island);
    if (!isValid) continue;
    const form = formOf(island);
    // A click would be lost if React has not enabled the button yet.
    if (form) form.dispatchEvent(new Event('submit', { bubbles: true }));
    else buttonOf(island)?.click();
  }
}

export default interaction;

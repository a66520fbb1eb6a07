import type { ClientDirective } from 'astro';
import { caretOf } from './caret';
import { placesIn, putBack } from './elements';
import {
  buttonOf,
  dropPress,
  formOf,
  pressed,
  readState,
  restoreState,
  textsOf,
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

/** The islands that are not live yet: how Astro loads each, and where it has put their elements. */
const waiting = new Map<
  Element,
  {
    load: Parameters<ClientDirective>[0];
    places: ReturnType<typeof placesIn>;
  }
>();
const saved = takeSavedPage();
let isWanted = saved !== undefined;
let isParsed = false;
let isHydrating = false;
let hasFailed = false;

/**
 * Loads all islands at the visitor's first interaction, or once the page is parsed if
 * a field is filled or a button pressed by then, and hydrates them together. What fails to load is loaded
 * again at the next interaction, or once the connection is back, unless the page is
 * reloaded, once.
 */
const interaction: ClientDirective = (load, _options, island) => {
  waiting.set(island, { load, places: placesIn(island) });
};

for (const type of interactions.split(' '))
  addEventListener(type, hydrate, true);
addEventListener('astro:hydration-error', () => (hasFailed = true));
addEventListener('DOMContentLoaded', () => {
  isParsed = true;
  if (saved) restorePage(saved);
  hydrateIfWanted();
});
addEventListener('pageshow', hydrateIfWanted);

// Asks only for what needs no layout. A restored scroll position fires `scroll`.
function hydrateIfWanted() {
  const isPressed = document.querySelector(`[${pressed}]`) !== null;
  const fields = document.querySelectorAll<HTMLInputElement>('[ssr] input');
  if (isWanted || isPressed || [...fields].some(({ value }) => value))
    void hydrate();
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
  const loading = [...waiting.values()].map(({ load }) => load());
  const hydrations = await Promise.all(loading);
  if (hasFailed && !saved && (await reload())) return;

  const states = Array.from(waiting, ([island, { places }]) => {
    const state = readState(island);
    const focus = island.querySelector<HTMLInputElement>('input:focus');
    putBack(places);
    return { island, state, focus };
  });
  await Promise.all(hydrations.map((hydrateIsland) => hydrateIsland()));
  for (const { island, state, focus } of states) {
    // React hydrates later, or at once when an event reaches it.
    island.firstElementChild?.dispatchEvent(new Event('input'));
    if (island.hasAttribute('ssr')) continue;
    if (focus && !focus.isConnected) state.caret = caretOf(focus);
    restoreState(island, state);
    island.removeAttribute('data-unanswered');
    waiting.delete(island);
  }
  makePresses();
  isHydrating = false;
  if (hasFailed) addEventListener('online', hydrate);
}

/** Makes the kept presses of the islands that are live by now. */
function makePresses() {
  const islands = document.querySelectorAll(`[${pressed}]:not([ssr])`);
  for (const island of islands) {
    const texts = island.getAttribute(pressed);
    dropPress(island);
    if (texts !== JSON.stringify(textsOf(island))) continue;
    const form = formOf(island);
    // A click would be lost if React has not enabled the button yet.
    if (form) form.dispatchEvent(new Event('submit', { bubbles: true }));
    else buttonOf(island)?.click();
  }
}

export default interaction;

import type { ClientDirective } from 'astro';
import { responseTimeout } from '../../settings/response-timeout';
import {
  after,
  readPage,
  reload,
  restorePage,
  takeSavedPage,
} from './page-state';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates at the visitor's first interaction, anywhere on the page. */
    'client:interaction'?: boolean;
  }
}

type Load = Parameters<ClientDirective>[0];

/** How Astro loads each island that is not live yet. */
const waiting = new Map<Element, Load>();

/** What the page before this one has saved, if it was reloaded for its scripts. */
const saved = takeSavedPage();

/**
 * Loads all islands at the visitor's first interaction, or once the page is parsed if
 * a field is filled or a button pressed by then, and hydrates them together. If one fails
 * to load, the page is reloaded. If it cannot be, or has been once, the island is loaded
 * again.
 */
const interaction: ClientDirective = (load, _options, island) => {
  // Astro calls this again for an island that somebody moves, and takes `ssr` off a live one.
  if (island.hasAttribute('ssr')) waiting.set(island, load);
};

void makeIslandsLive();

async function makeIslandsLive() {
  const interacted = anInteraction();
  // Astro starts the last islands at this event; `readyState` changes before it.
  await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  if (saved) restorePage(saved);
  else if (!isUsed()) await interacted;

  const longestPause = 8000;
  let pause = 1000;
  while (!(await hydrateAll())) {
    // The next try: at a press, or when the connection is back; or else once the pause is
    // over and there was an interaction since it began, as which a waiting press counts.
    await Promise.race([
      anEvent('submit click online'),
      Promise.all([after(pause), isPressed() || anInteraction()]),
    ]);
    pause = Math.min(2 * pause, longestPause);
  }
}

function isPressed() {
  return readPage().controls.some(([, , pressedAt]) => pressedAt);
}

/** Whether a field has text, or a press is kept. */
function isUsed() {
  return readPage().controls.some(([, text, pressedAt]) => text || pressedAt);
}

/** Resolves at the next event of one of these types that counts. */
function anEvent(
  types: string,
  counts: (type: string) => boolean = () => true,
) {
  return new Promise<void>((resolve) => {
    for (const type of types.split(' '))
      addEventListener(type, () => counts(type) && resolve(), true);
  });
}

/**
 * Resolves at the visitor's next interaction. To tell one, nothing is measured, which would
 * make the browser lay the page out. A restored scroll position fires `scroll`, a field
 * that others fill `animationstart` (WaitlistForm.css), an assistive technology's press
 * perhaps `click` alone.
 */
function anInteraction() {
  return anEvent(
    'pointermove pointerdown scroll keydown focusin input change click animationstart',
    (type) => type !== 'animationstart' || isUsed(),
  );
}

/** Loads and hydrates the islands that are not live yet. Resolves to whether nothing is left to do. */
async function hydrateAll(): Promise<boolean> {
  const failed = new Set<EventTarget | null>();
  addEventListener('astro:hydration-error', ({ target }) => failed.add(target));
  // Only a reload requests scripts again that hang. A press is worth one.
  const timer = setTimeout(
    () => void anEvent('submit click', isPressed).then(reload),
    responseTimeout,
  );
  const loaded = await Promise.all(
    Array.from(
      waiting,
      async ([island, load]) => [island, await load()] as const,
    ),
  );
  clearTimeout(timer);
  if (failed.size > 0 && !saved && (await reload())) return true;

  // first-script.ts then drops a press whose text somebody has changed without an event.
  dispatchEvent(new Event('input'));
  const before = readPage();
  for (const [island, hydrate] of loaded)
    if (!failed.has(island)) await hydrateIsland(island, hydrate);
  restorePage(before);
  return failed.size === 0;
}

/** Lets React take over an island. Where it finds other elements than its own, it draws the island anew. */
async function hydrateIsland(
  island: Element,
  hydrate: Awaited<ReturnType<Load>>,
) {
  const hydration = hydrate();
  // React hydrates at some later time, but at once when an event reaches the island.
  island.firstElementChild?.dispatchEvent(new Event('input'));
  await hydration;
  island.removeAttribute('data-unanswered');
  waiting.delete(island);
}

export default interaction;

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
 * a field is filled or a button pressed by then, and hydrates them together. What
 * fails to load is loaded again, unless the page is reloaded, once.
 */
const interaction: ClientDirective = (load, _options, island) => {
  // An island that somebody moves is connected anew.
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
    // At a press or with the connection, or else after a pause that had an interaction.
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

/** Resolves at the next event of one of these types, if it counts. */
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
 * Resolves at the visitor's next interaction, and asks only for what needs no layout. A
 * restored scroll position fires `scroll`, a field that others fill `animationstart`
 * (WaitlistForm.css), an assistive technology's press perhaps `click` alone.
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
  // Scripts that hang are requested again by a reload alone, which a press is worth.
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

  // A press whose text somebody has changed in silence is dropped.
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
  // React hydrates later, or at once when an event reaches it.
  island.firstElementChild?.dispatchEvent(new Event('input'));
  await hydration;
  island.removeAttribute('data-unanswered');
  waiting.delete(island);
}

export default interaction;

import type { ClientDirective } from 'astro';
import {
  dropPress,
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
    /** Hydrates all islands together, at the visitor's first interaction anywhere on the page. */
    'client:interaction'?: boolean;
  }
}

type Load = Parameters<ClientDirective>[0];

/** How Astro loads each island. */
const islands = new Map<Element, Load>();

const interaction: ClientDirective = (load, _options, island) => {
  // Astro calls this again for an island that somebody moves.
  if (!island.hasAttribute('ssr')) return;
  islands.set(island, load);
  updateButton(island.querySelector('form'));
};

listenBeforeHydration();
void hydrateIslands();

async function hydrateIslands() {
  const interacted = firstInteraction();
  // By then Astro has called the directive for every island.
  await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  const saved = takeSavedSnapshot();
  if (saved) {
    restoreSnapshot(saved);
    if (saved.pressed) setStatus('error', saved.pressed);
  }
  const { texts } = takeSnapshot();
  if (!saved && texts.length === 0) await interacted;

  let hasFailed = false;
  addEventListener('astro:hydration-error', () => (hasFailed = true));
  const hydrations = await Promise.all(
    Array.from(
      islands,
      async ([island, load]) => [island, await load()] as const,
    ),
  );
  if (hasFailed) {
    // Perhaps a deploy has removed them: then a reload finds the new ones. Not a second time.
    if (saved || !(await reload())) giveUp();
    return;
  }

  const snapshot = takeSnapshot();
  dropPress();
  for (const [island, hydrate] of hydrations) {
    const hydrated = hydrate();
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

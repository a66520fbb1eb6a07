import { responseTimeout } from '../../settings/limits';
import {
  buttonOf,
  dropPress,
  pressed,
  pressedAt,
  readState,
  restoreState,
  type IslandState,
} from './island';

/**
 * What a page keeps for the one that replaces it. Two deploys meet here: the next page
 * may be built from other code. It reads nothing that has another version.
 */
interface SavedPage {
  islandsVersion: 1;
  /** In page order. */
  islands: IslandState[];
}

const findIslands = () => [...document.querySelectorAll('astro-island')];

/** What the page before this one has saved, if it was reloaded by `reload`. */
export function takeSavedPage(): SavedPage | undefined {
  const saved: SavedPage | null = history.state;
  if (saved?.islandsVersion !== 1) return undefined;
  history.replaceState(null, '');
  return saved;
}

export function restorePage({ islands }: SavedPage): void {
  findIslands().forEach((island, index) => {
    const state = islands[index];
    if (!state) return;
    restoreState(island, state);
    if (!state.pressedAt) return;
    island.setAttribute(pressedAt, state.pressedAt);
    // The page's first script keeps the press. A click on a disabled button reaches its parent.
    const button = buttonOf(island);
    const target = button?.disabled ? button.parentElement : button;
    target?.dispatchEvent(new Event('click', { bubbles: true }));
    if (!island.hasAttribute(pressed)) dropPress(island);
  });
}

/**
 * Reloads the page, if it can be fetched in time: a deploy removes the scripts of the
 * previous one, which a page that was left open still requests. Not while an island is
 * live, since a signup's result would be lost. Resolves to whether it reloads.
 */
export async function reload(): Promise<boolean> {
  if (document.querySelector('astro-island:not([ssr])')) return false;
  const page = await Promise.race([
    fetch('').catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, responseTimeout)),
  ]);
  if (!page?.ok) return false;
  saveAndReload();
  // Again at each change: the visitor may go on until the new page arrives, and what
  // is saved during a reload is not restored by it.
  for (const type of ['click', 'keydown', 'input'])
    addEventListener(type, saveAndReload);
  return true;
}

function saveAndReload() {
  const islands = findIslands().map(readState);
  const saved: SavedPage = { islandsVersion: 1, islands };
  history.replaceState(saved, '');
  location.reload();
}

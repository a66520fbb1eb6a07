import { fieldOf, isKept, keep } from './presses';

/** What the visitor has done in an island: the field's text, whether the field has the focus, whether a press is kept. */
type IslandState = [
  text: string | undefined,
  isFocused: boolean,
  isPressed: boolean,
];

/** The islands' states before `reloadOnce`, in page order; `null` if it did not load this page. */
const saved: IslandState[] | null = history.state;
if (saved) history.replaceState(null, '');

/** Whether `reloadOnce` loaded this page. */
export const isReloaded = Boolean(saved);

const findButtons = () =>
  document.querySelectorAll<HTMLButtonElement>('[ssr] button');

/** Gives the islands the states that they had before `reloadOnce`. */
export function restore() {
  findButtons().forEach((button, index) => {
    const [text, isFocused, isPressed] = saved?.[index] ?? [];
    const field = fieldOf(button);
    if (field && text) field.value ||= text;
    if (isFocused) field?.focus({ preventScroll: true });
    if (isPressed) keep(button);
  });
}

/**
 * Reloads the page, and restores its islands' states, if the page itself can be
 * fetched: a deploy removes the scripts of the previous one, which a page that was
 * left open still requests. Only once, and not while an island is live: a signup's
 * result would be lost.
 *
 * @returns whether the page is being reloaded
 */
export async function reloadOnce(): Promise<boolean> {
  if (isReloaded || document.querySelector('astro-island:not([ssr])'))
    return false;
  const page = await fetch('').catch(() => undefined);
  if (!page?.ok) return false;
  saveAndReload();
  // Again at each change: the visitor may go on until the new page arrives, and what
  // is saved during a reload is not restored by it.
  for (const type of ['click', 'keydown', 'input'])
    addEventListener(type, saveAndReload);
  return true;
}

function saveAndReload() {
  const states = [...findButtons()].map((button): IslandState => {
    const field = fieldOf(button);
    return [field?.value, field === document.activeElement, isKept(button)];
  });
  history.replaceState(states, '');
  location.reload();
}

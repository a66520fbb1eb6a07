import { fieldOf, keep, kept } from './presses';

/** The state of each island before `reloadOnce`, in page order; `null` if it did not load this page. */
export const saved: ReturnType<typeof readStates> | null = history.state;
if (saved) history.replaceState(null, '');

const findButtons = () => [
  ...document.querySelectorAll<HTMLButtonElement>('[ssr] button'),
];

const readStates = () =>
  findButtons().map((button) => ({
    text: fieldOf(button)?.value,
    isFocused: fieldOf(button) === document.activeElement,
    isPressed: kept.has(button),
  }));

/** Gives the islands the states that they had before `reloadOnce`. */
export function restore() {
  findButtons().forEach((button, index) => {
    const { text, isFocused, isPressed } = saved?.[index] ?? {};
    const field = fieldOf(button);
    if (field && text) field.value ||= text;
    if (isFocused) field?.focus({ preventScroll: true });
    if (isPressed) keep(button);
  });
}

/**
 * Reloads the page once, if it can be fetched: a deploy removes the scripts of the
 * previous one, which a page that was left open still requests. Not while an island is
 * live, since a signup's result would be lost. Resolves to whether it reloads.
 */
export async function reloadOnce(): Promise<boolean> {
  if (saved || document.querySelector('astro-island:not([ssr])')) return false;
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
  history.replaceState(readStates(), '');
  location.reload();
}

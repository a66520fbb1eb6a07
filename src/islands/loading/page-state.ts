import { responseTimeout } from '../../settings/response-timeout';

/** The attribute of a button that was pressed before its island is live. Its value is the time, as `Date.now()` tells it. */
export const pressed = 'data-pressed';

/** What a visitor has done in the islands: the text of each field, and when each button was pressed, by their ids. */
interface PageState {
  controls: [id: string, text: string | undefined, pressedAt: string | null][];
  /** The id of the element with the focus. */
  focused: string | undefined;
}

/**
 * What a page keeps for the one that replaces it. Two deploys meet here: the next page
 * may be built from other code. It reads nothing that has another version.
 */
interface SavedPage extends PageState {
  savedPageVersion: 1;
}

export function readPage(): PageState {
  const controls = document.querySelectorAll<
    HTMLInputElement | HTMLButtonElement
  >('astro-island :is(input, button)');
  return {
    controls: Array.from(controls, (control) => [
      control.id,
      control.value,
      control.getAttribute(pressed),
    ]),
    focused: document.activeElement?.id,
  };
}

/**
 * Does again what a visitor has done, where it is lost: fills empty fields, gives the
 * focus back, and presses the buttons that were pressed before their islands were live.
 */
export function restorePage({ controls, focused }: PageState): void {
  for (const [id, text, pressedAt] of controls) {
    const control = document.getElementById(id);
    if (control instanceof HTMLInputElement && text && !control.value) {
      control.value = text;
      control.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (!pressedAt) continue;
    control?.setAttribute(pressed, pressedAt);
    control?.click();
  }
  if (focused && document.activeElement === document.body)
    document.getElementById(focused)?.focus({ preventScroll: true });
}

/** What the page before this one has saved, if it was reloaded by `reload`. */
export function takeSavedPage(): SavedPage | undefined {
  const saved: SavedPage | null = history.state;
  if (saved?.savedPageVersion !== 1) return undefined;
  history.replaceState(null, '');
  return saved;
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
    after(responseTimeout),
  ]);
  if (!page?.ok) return false;
  saveAndReload();
  // The visitor may go on until the new page arrives. A reload gives that page what was
  // saved before it began, so each change is saved and the reload begun anew.
  for (const type of ['input', 'submit', 'click'])
    addEventListener(type, saveAndReload);
  return true;
}

function saveAndReload() {
  const saved: SavedPage = { savedPageVersion: 1, ...readPage() };
  history.replaceState(saved, '');
  location.reload();
}

/** Resolves after so many milliseconds. */
export const after = (time: number) =>
  new Promise<undefined>((resolve) => setTimeout(resolve, time));

/**
 * What the page's inline script does before the islands are live: a button follows its
 * field, the header follows the scrolling, and the submit of a form is kept, to be done
 * again by its island. Through it the header's button leads to a form at any time.
 */
import { responseTimeout } from '../../stores/response-timeout.ts';
import { findEmailField, formClasses } from '../form-parts.ts';
import { goToForm } from '../goToForm.ts';
import { isPageScrolled } from '../isPageScrolled.ts';

/** What a visitor has put into the forms. Elements are named by their ids. */
interface FormSnapshot {
  texts: [fieldId: string, text: string][];
  focused: string | undefined;
  pressed: string | undefined;
}

/** `aria-busy` marks the button whose submit waits for its island. */
const pressedButton = () => document.querySelector('astro-island [aria-busy]');
let submitTimer: ReturnType<typeof setTimeout>;

/** Whether the scripts have failed to load, so that the next submit reloads the page. */
let isReloadNeeded = false;

/** The events at which a button looks at its field. Some add-ons fill a field without an `input` event. */
export const fieldEvents =
  'input change focusin keydown pointerdown pointermove'.split(' ');

export function listenBeforeHydration(): void {
  // Browsers restore the texts of fields without an event: Firefox while it reads the page, Chromium before `pageshow`.
  for (const type of [...fieldEvents, 'DOMContentLoaded', 'pageshow'])
    addEventListener(type, updateButtons, true);
  addEventListener('input', dropChangedSubmit, true);
  addEventListener('submit', keepSubmit, true);
  addEventListener('click', goToForm, true);
  addEventListener('scroll', followScroll);
}

function followScroll() {
  const header = document.querySelector<HTMLElement>('[ssr] > header');
  if (header) header.dataset['scrolled'] = String(isPageScrolled());
}

/** Enables the button of each form while its e-mail field has text. */
function updateButtons() {
  for (const form of document.querySelectorAll('[ssr] form')) {
    const field = findEmailField(form);
    const button = form.querySelector<HTMLButtonElement>('[type=submit]');
    if (!field || !button) continue;
    // Firefox restores it on a reload: https://bugzilla.mozilla.org/show_bug.cgi?id=654072
    field.disabled = false;
    button.disabled = field.value === '';
  }
}

/** Keeps the submit of a form. Of two the last counts. */
function keepSubmit({ target }: Event) {
  const form = (target as Element).closest('[ssr] form');
  if (!form) return;
  dropSubmit();
  setError(null);
  form.querySelector('[type=submit]')?.setAttribute('aria-busy', 'true');
  submitTimer = setTimeout(giveUp, responseTimeout);
  if (isReloadNeeded) void reload();
}

function dropChangedSubmit({ target }: Event) {
  const form = pressedButton()?.closest('form');
  if (form?.contains(target as Node)) dropSubmit();
}

export function dropSubmit(): void {
  clearTimeout(submitTimer);
  pressedButton()?.removeAttribute('aria-busy');
}

/** If the scripts do not load: replaces a submit that waits by the network error. The next one reloads the page. */
export function giveUp(): void {
  isReloadNeeded = true;
  const pressed = pressedButton();
  dropSubmit();
  if (pressed) setError(pressed);
}

/** Shows the network error in every form, or clears it. Only the form of the pressed button announces it. */
function setError(pressed: Element | null) {
  for (const root of document.querySelectorAll<HTMLElement>('[data-status]')) {
    const message = (pressed && root.dataset['networkError']) ?? '';
    const announcement = root.contains(pressed) ? message : '';
    root.dataset['status'] = pressed ? 'error' : 'idle';
    root.querySelector(`.${formClasses.error} span`)?.replaceChildren(message);
    root.querySelector('[role=status]')?.replaceChildren(announcement);
  }
}

export function takeSnapshot(): FormSnapshot {
  const fields = document.querySelectorAll<HTMLInputElement>('[ssr] [name]');
  return {
    texts: Array.from(fields, ({ id, value }) => [id, value]),
    focused: document.activeElement?.id,
    pressed: pressedButton()?.id,
  };
}

/** Fills fields again, gives the focus back where it is lost, and presses the button that was pressed. */
export async function restoreSnapshot(snapshot: FormSnapshot): Promise<void> {
  const { texts, focused, pressed = '' } = snapshot;
  let button = document.getElementById(pressed);
  for (const [id, text] of texts) {
    const field = document.getElementById(id);
    if (!field || !('value' in field)) continue;
    field.value ||= text;
    // A press does not count if a text of its form was changed after it.
    if (field.value !== text && field.closest('form')?.contains(button))
      button = null;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (focused && document.activeElement === document.body)
    document.getElementById(focused)?.focus({ preventScroll: true });
  // React enables a button in a microtask after the event.
  await Promise.resolve();
  button?.click();
}

/** Reloads the page with what is in its forms, if it can be fetched: offline the browser would show a page of its own. */
export async function reload(): Promise<void> {
  const page = await fetch('').catch(() => undefined);
  // Meanwhile the scripts have come after all, or the press has ended in a message.
  if (isReloadNeeded && !pressedButton()) return;
  if (!page?.ok) return giveUp();
  const save = () => history.replaceState({ formSnapshot: takeSnapshot() }, '');
  save();
  // Typing goes on until the page is gone.
  addEventListener('input', save);
  location.reload();
}

/** What was in the forms before `reload`. Another deploy may have saved it: if `FormSnapshot` changes, rename its key. */
export function takeSavedSnapshot(): FormSnapshot | undefined {
  const snapshot: FormSnapshot | undefined = history.state?.formSnapshot;
  if (snapshot) history.replaceState(null, '');
  return snapshot;
}

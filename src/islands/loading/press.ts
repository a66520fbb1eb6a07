/**
 * Handles events until the forms hydrate. `aria-busy` marks the button of a pending submit. The
 * submit waits for at most `responseTimeout`. A change of a text in its form cancels it.
 */
import { responseTimeout } from '../../stores/response-timeout.ts';
import { findField } from '../formElements.ts';

/** Aborted once the forms are hydrated, to remove the listeners of this folder. */
const live = new AbortController();
let timer: ReturnType<typeof setTimeout>;

// A browser also fires `scroll` when it restores a scroll position. Assistive technology may fire only
// `click`, so `click` is in the list.
export const interactions =
  'input focusin keydown pointerdown pointermove scroll click';

/**
 * Listens to events until the forms are hydrated.
 *
 * @param types the types of the events, separated by spaces: `input click`
 */
export function listen(types: string, listener: (event: Event) => void): void {
  for (const type of types.split(' '))
    addEventListener(type, listener, { capture: true, signal: live.signal });
}

// Enables the button of each form whose field has a text, and disables the others. The event `input`
// is not enough: some add-ons fill a field without an event, and browsers restore the text of a field
// without an event (Firefox before `DOMContentLoaded`, Chromium before `pageshow`).
listen(`${interactions} DOMContentLoaded pageshow`, () => {
  for (const form of document.querySelectorAll<HTMLFormElement>('[ssr] form')) {
    const field = findField(form);
    const button = form.querySelector<HTMLButtonElement>('[type=submit]');
    // After a reload Firefox restores the former `disabled`: https://bugzilla.mozilla.org/show_bug.cgi?id=654072
    for (const control of form.elements)
      (control as HTMLInputElement).disabled = false;
    if (field && button) button.disabled = !field.value;
  }
});
listen('input', ({ target }) => {
  // An add-on may dispatch `input` on the document or the window, which have no `form`.
  if (findPressed()?.form === (target as HTMLInputElement).form) dropPress();
});

/** Finds the button of the pending submit. */
export const findPressed = (): HTMLButtonElement | null =>
  document.querySelector('form [aria-busy]');

/** Keeps the submit of a form pending. If both forms were submitted, the later submit wins. */
export function keepPress(form: Element, onTimeout: () => void): void {
  dropPress();
  showError(null);
  form.querySelector('[type=submit]')?.setAttribute('aria-busy', 'true');
  timer = setTimeout(onTimeout, responseTimeout);
}

function dropPress() {
  clearTimeout(timer);
  findPressed()?.removeAttribute('aria-busy');
}

/** Ends the pending submit with the network error. Without one, an error that is shown stays. */
export function failPress(): void {
  const button = findPressed();
  if (button) showError(button);
  dropPress();
}

/** Removes all listeners and ends the pending submit: from now on React handles the forms. */
export function handOver(): void {
  live.abort();
  dropPress();
}

/**
 * Shows the network error in every form, and announces it in the live region of the form that
 * has the button. Without a button, clears the error.
 */
function showError(button: Element | null) {
  for (const root of document.querySelectorAll<HTMLElement>('[data-status]')) {
    const message = (button && root.dataset['networkError']) ?? '';
    root.dataset['status'] = button ? 'error' : 'idle';
    root.querySelector('.waitlist-error [id]')?.replaceChildren(message);
    const announced = root.contains(button) ? message : '';
    root.querySelector('[role=status]')?.replaceChildren(announced);
  }
}

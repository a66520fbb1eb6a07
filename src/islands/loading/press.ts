/**
 * Handles events until the forms hydrate. `aria-busy` marks the button of a pending submit, which
 * waits at most `responseTimeout`, and is dropped if a text of its form changes.
 */
import { responseTimeout } from '../../stores/response-timeout.ts';
import { findField } from '../goToForm.ts';

const live = new AbortController();
let timer: ReturnType<typeof setTimeout>;

// A restored scroll position fires `scroll`; an assistive technology may fire only `click`.
export const interactions =
  'input focusin keydown pointerdown pointermove scroll click';

/** Listens until the forms are live to events, named with spaces between them. */
export function listen(types: string, listener: (event: Event) => void): void {
  for (const type of types.split(' '))
    addEventListener(type, listener, { capture: true, signal: live.signal });
}

// Some add-ons fill a field without an event. Browsers restore its text without one: Firefox
// before `DOMContentLoaded`, Chromium before `pageshow`.
listen(`${interactions} DOMContentLoaded pageshow`, () => {
  for (const form of document.querySelectorAll<HTMLFormElement>('[ssr] form')) {
    const field = findField(form);
    const button = form.querySelector<HTMLButtonElement>('[type=submit]');
    // After a reload Firefox restores `disabled`: https://bugzilla.mozilla.org/show_bug.cgi?id=654072
    for (const control of form.elements)
      (control as HTMLInputElement).disabled = false;
    if (field && button) button.disabled = !field.value;
  }
});
listen('input', ({ target }) => {
  // An add-on may dispatch the event on the document or the window, which have no `form`.
  if (findPressed()?.form === (target as HTMLInputElement).form) dropPress();
});

/** The button whose press waits. */
export const findPressed = (): HTMLButtonElement | null =>
  document.querySelector('form [aria-busy]');

/** Keeps the submit of a form. If both forms were submitted, the later submit wins. */
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

/** Ends a press that waits, if there is one, in the network error. */
export function failPress(): void {
  showError(findPressed());
  dropPress();
}

/** React handles the forms from now on. */
export function handOver(): void {
  live.abort();
  dropPress();
}

/** Shows the network error in every form, or clears it. Only the form of the button announces it. */
function showError(button: Element | null) {
  for (const root of document.querySelectorAll<HTMLElement>('[data-status]')) {
    const message = (button && root.dataset['networkError']) ?? '';
    root.dataset['status'] = button ? 'error' : 'idle';
    root.querySelector('.waitlist-error [id]')?.replaceChildren(message);
    const announced = root.contains(button) ? message : '';
    root.querySelector('[role=status]')?.replaceChildren(announced);
  }
}

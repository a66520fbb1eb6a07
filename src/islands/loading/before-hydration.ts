/**
 * What the page does for its forms and the header before the islands are live: a button
 * follows its field, the header's button scrolls to its form, and the submit of a form is
 * kept, to be done again by its island.
 */
import { responseTimeout } from '../../settings/response-timeout.ts';
import { goToForm } from '../goToForm.ts';

/** What a visitor has put into the forms. Elements are named by their ids. */
export interface FormSnapshot {
  /** The fields with a text, and their texts. */
  texts: [field: string, text: string][];
  focused: string | undefined;
  /** The button whose press waits for its island. */
  pressed: string | undefined;
}

/** The press that waits is in the page: its button is busy. */
const pressedButton = () => document.querySelector('astro-island [aria-busy]');
let pressTimer: ReturnType<typeof setTimeout>;

/** Whether the scripts did not come, and a press reloads the page. */
let isReloadNeeded = false;

/** The events at which a button looks at its field. Some add-ons fill a field without an `input` event. */
export const fieldEvents =
  'input change focusin keydown pointerdown pointermove'.split(' ');

export function listen(): void {
  for (const type of fieldEvents) addEventListener(type, followField, true);
  addEventListener('submit', keepPress, true);
  addEventListener('click', followHeaderButton, true);
}

const isBeforeHydration = (target: EventTarget | null): target is Element =>
  target instanceof Element && target.closest('astro-island[ssr]') !== null;

function followField({ type, target }: Event) {
  if (!isBeforeHydration(target)) return;
  const form = target.closest('form');
  updateButton(form);
  if (type === 'input' && form?.contains(pressedButton())) dropPress();
}

/** Enables the button of a form while its field has text. */
export function updateButton(form: HTMLFormElement | null): void {
  const field = form?.querySelector('input');
  const button = form?.querySelector<HTMLButtonElement>('[type=submit]');
  if (!field || !button) return;
  // Firefox restores it on a reload: https://bugzilla.mozilla.org/show_bug.cgi?id=654072
  field.disabled = false;
  button.disabled = field.value === '';
}

function followHeaderButton({ target }: Event) {
  if (!isBeforeHydration(target)) return;
  const form = target.closest<HTMLElement>('[data-form]')?.dataset['form'];
  if (form) goToForm(form);
}

/** Keeps the submit of a form. Of two presses the last counts. */
function keepPress({ target }: Event) {
  if (!isBeforeHydration(target)) return;
  dropPress();
  clearError();
  target.querySelector('[type=submit]')?.setAttribute('aria-busy', 'true');
  pressTimer = setTimeout(giveUp, responseTimeout);
  if (isReloadNeeded)
    void reload().then((isReloading) => isReloading || giveUp());
}

export function dropPress(): void {
  clearTimeout(pressTimer);
  pressedButton()?.removeAttribute('aria-busy');
}

/** Where the scripts do not come: ends a press that waits in a message. The next press reloads the page. */
export function giveUp(): void {
  isReloadNeeded = true;
  const pressed = pressedButton()?.id;
  dropPress();
  if (pressed) showNetworkError(pressed);
}

/** Shows in every form, as the islands do, that there was no answer. The form of a button says it, too. */
export function showNetworkError(button: string): void {
  for (const form of document.querySelectorAll<HTMLElement>('.waitlist')) {
    const isUsed = form.contains(document.getElementById(button));
    const message = form.dataset['networkError'] ?? '';
    form.dataset['status'] = 'error';
    setText(form, '.waitlist-error span', message);
    setText(form, '[role=status]', isUsed ? message : '');
  }
}

function clearError() {
  for (const form of document.querySelectorAll<HTMLElement>('.waitlist')) {
    form.dataset['status'] = 'idle';
    setText(form, '[role=status]', '');
  }
}

function setText(form: Element, selector: string, text: string) {
  const element = form.querySelector(selector);
  if (element) element.textContent = text;
}

export function takeSnapshot(): FormSnapshot {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'astro-island [name=email]',
  );
  return {
    texts: Array.from(fields, ({ id, value }): [string, string] => [
      id,
      value,
    ]).filter(([, text]) => text),
    focused: document.activeElement?.id,
    pressed: pressedButton()?.id,
  };
}

/** Fills fields again, and gives the focus back, where it is lost. */
export function restoreSnapshot({ texts, focused }: FormSnapshot): void {
  for (const [id, text] of texts) {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement)) continue;
    field.value ||= text;
    // The field's button follows.
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (focused && document.activeElement === document.body)
    document.getElementById(focused)?.focus({ preventScroll: true });
}

/**
 * Reloads the page, if it can be fetched: offline the browser would show a page of its
 * own. Resolves to whether it does.
 */
export async function reload(): Promise<boolean> {
  const page = await fetch('').catch(() => undefined);
  if (!page?.ok) return false;
  history.replaceState({ formSnapshot: takeSnapshot() }, '');
  location.reload();
  return true;
}

/** What was in the forms before `reload`. It was perhaps saved by another deploy: with another shape it needs another name. */
export function takeSavedSnapshot(): FormSnapshot | undefined {
  const snapshot: FormSnapshot | undefined = history.state?.formSnapshot;
  if (snapshot) history.replaceState(null, '');
  return snapshot;
}

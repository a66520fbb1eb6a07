/**
 * What the page does for its forms and the header before the islands are live: a button
 * follows its field, the header follows the scrolling, its button scrolls to its form, and
 * the submit of a form is kept, to be done again by its island.
 */
import { responseTimeout } from '../../stores/response-timeout.ts';
import { goToForm } from '../goToForm.ts';
import { isPageScrolled } from '../isPageScrolled.ts';

/** What a visitor has put into the forms. Elements are named by their ids. */
export interface FormSnapshot {
  /** The fields with a text, and their texts. */
  texts: [field: string, text: string][];
  focused: string | undefined;
  /** The button whose press waits for its island. */
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
  for (const type of fieldEvents) addEventListener(type, followField, true);
  addEventListener('submit', keepSubmit, true);
  addEventListener('click', followHeaderButton, true);
  addEventListener('scroll', followScroll);
  // Between `load` and `pageshow` Chromium restores the texts of fields, without an event: here
  // they get one. Not `input`, which drops a submit that is kept.
  addEventListener('pageshow', () => restoreSnapshot(takeSnapshot(), 'change'));
}

function followScroll() {
  const header = document.querySelector<HTMLElement>('[ssr] > header');
  if (header) header.dataset['scrolled'] = String(isPageScrolled());
}

const isBeforeHydration = (target: EventTarget | null): target is Element =>
  target instanceof Element && target.closest('astro-island[ssr]') !== null;

function followField({ type, target }: Event) {
  if (!isBeforeHydration(target)) return;
  const form = target.closest('form');
  updateButton(form);
  if (type === 'input' && form?.contains(pressedButton())) dropSubmit();
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

/** Keeps the submit of a form. Of two the last counts. */
function keepSubmit({ target }: Event) {
  if (!isBeforeHydration(target)) return;
  dropSubmit();
  setStatus('idle');
  target.querySelector('[type=submit]')?.setAttribute('aria-busy', 'true');
  submitTimer = setTimeout(giveUp, responseTimeout);
  if (isReloadNeeded)
    void reload().then((isReloading) => isReloading || giveUp());
}

export function dropSubmit(): void {
  clearTimeout(submitTimer);
  pressedButton()?.removeAttribute('aria-busy');
}

/** If the scripts do not load: replaces a submit that waits by the network error. The next one reloads the page. */
export function giveUp(): void {
  isReloadNeeded = true;
  const pressed = pressedButton()?.id;
  dropSubmit();
  if (pressed) setStatus('error', pressed);
}

/**
 * Sets the state of every form: an error is the network error, which only the form of the
 * pressed button announces to screen readers.
 */
export function setStatus(status: 'idle' | 'error', pressed = ''): void {
  for (const form of document.querySelectorAll<HTMLElement>('.waitlist')) {
    const message = form.dataset['networkError'] ?? '';
    const isPressed = form.contains(document.getElementById(pressed));
    form.dataset['status'] = status;
    setText(form, '.waitlist-error span', message);
    setText(form, '[role=status]', isPressed ? message : '');
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

/** Fills fields again, and gives the focus back, where it is lost. The buttons follow the event. */
export function restoreSnapshot(
  { texts, focused }: FormSnapshot,
  event = 'input',
): void {
  for (const [id, text] of texts) {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement)) continue;
    field.value ||= text;
    field.dispatchEvent(new Event(event, { bubbles: true }));
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

/** What was in the forms before `reload`. Another deploy may have saved it: if `FormSnapshot` changes, rename its key. */
export function takeSavedSnapshot(): FormSnapshot | undefined {
  const snapshot: FormSnapshot | undefined = history.state?.formSnapshot;
  if (snapshot) history.replaceState(null, '');
  return snapshot;
}

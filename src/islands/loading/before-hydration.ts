/**
 * What happens in the islands before they are live: a button follows its field, and what
 * the visitor does is kept, to be done again by the islands, or on the page after a reload.
 */
import { responseTimeout } from '../../settings/response-timeout.ts';

/** What a visitor has done. Elements are named by their ids. */
export interface Visit {
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

export function followVisitor(): void {
  addEventListener('input', followText, true);
  addEventListener('change', followText, true);
  addEventListener('submit', keepPress, true);
  addEventListener('click', keepPress, true);
}

const isBeforeHydration = (target: EventTarget | null): target is Element =>
  target instanceof Element && target.closest('astro-island[ssr]') !== null;

function followText({ type, target }: Event) {
  if (!isBeforeHydration(target)) return;
  updateButton(target.closest('form'));
  if (type === 'input') dropPress();
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

/** Keeps the submit of a form, or a click on the header's button. Of two presses the last counts. */
function keepPress({ type, target }: Event) {
  if (!isBeforeHydration(target)) return;
  const button =
    type === 'submit'
      ? target.querySelector('[type=submit]')
      : target.closest('header button');
  if (!button) return;
  dropPress();
  showUnanswered(button.id, false);
  button.setAttribute('aria-busy', 'true');
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
  if (pressed) showUnanswered(pressed);
}

/** Shows or hides the message that there was no answer, in the form of a button. WaitlistForm.css shows it by the attribute, until the form's first submit. */
export function showUnanswered(button: string, isShown = true): void {
  const form = document.getElementById(button)?.closest('.waitlist');
  const error = form?.querySelector<HTMLElement>('.error');
  if (!form || !error) return;
  form.toggleAttribute('data-unanswered', isShown);
  for (const text of form.querySelectorAll('.error span, [role=status]'))
    text.textContent = (isShown && error.dataset['longest']) || '';
}

export function readVisit(): Visit {
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
export function restoreVisit({ texts, focused }: Visit): void {
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
  history.replaceState({ visitBeforeReload: readVisit() }, '');
  location.reload();
  return true;
}

/** What the visitor did before `reload`. It was perhaps saved by another deploy: with another shape it needs another name. */
export function takeSavedVisit(): Visit | undefined {
  const visit: Visit | undefined = history.state?.visitBeforeReload;
  if (visit) history.replaceState(null, '');
  return visit;
}

/**
 * The forms and the header until their islands are live. The phases of the forms:
 *
 *   waiting   → live        the scripts have come: our listeners end, React's begin
 *   waiting   → reloading   the scripts could not be loaded
 *   waiting   → failed      … not even after one reload, or a press has waited for 15 seconds
 *   failed    → reloading   the visitor presses again
 *   reloading → failed      the page cannot be fetched, or a press has waited for 15 seconds
 * Scripts that come after `waiting` are not used: the reload loads them.
 */
import { responseTimeout } from '../../stores/response-timeout.ts';
import { findField, goToForm } from '../goToForm.ts';
import { showScroll } from '../pageScroll.ts';

let phase: 'waiting' | 'live' | 'reloading' | 'failed' = 'waiting';

/** The button whose press waits for the scripts; `aria-busy` shows it. */
let pressed: HTMLButtonElement | null = null;
let pressTimer: ReturnType<typeof setTimeout>;

const listeners = new AbortController();

/** Listens until the forms are live to events, named with spaces between them. */
export function listen(types: string, listener: (event: Event) => void): void {
  for (const type of types.split(' '))
    addEventListener(type, listener, {
      capture: true,
      signal: listeners.signal,
    });
}

/** A restored scroll position fires `scroll`; an assistive technology may fire only `click`. */
const interactions =
  'input focusin keydown pointerdown pointermove scroll click';

// Some add-ons fill a field without an event. Browsers restore its text without one: Firefox
// before `DOMContentLoaded`, Chromium before `pageshow`.
listen(`${interactions} DOMContentLoaded pageshow`, updateButtons);
listen('input', ({ target }) => {
  if (pressed?.form?.contains(target as Node)) dropPress();
});
listen('submit', keepPress);
// These two go on: the header's island may be live later than the forms.
addEventListener('scroll', () => showScroll('[ssr] > header'));
addEventListener('click', ({ target }) => {
  if ((target as Element).closest('[ssr] > header button')) goToForm();
});

/** Enables the button of each form while its e-mail field has text. */
function updateButtons() {
  for (const form of document.querySelectorAll('[ssr] form')) {
    const field = findField(form);
    const button = form.querySelector<HTMLButtonElement>('[type=submit]');
    if (!field || !button) continue;
    // After a reload Firefox restores `disabled`: https://bugzilla.mozilla.org/show_bug.cgi?id=654072
    for (const input of form.querySelectorAll('input')) input.disabled = false;
    button.disabled = field.value === '';
  }
}

/** Keeps the submit of a form. If both forms were submitted, the later submit wins. */
function keepPress({ target }: Event) {
  const form = (target as Element).closest('[ssr] form');
  if (!form) return;
  dropPress();
  showError(null);
  pressed = form.querySelector('[type=submit]');
  pressed?.setAttribute('aria-busy', 'true');
  pressTimer = setTimeout(fail, responseTimeout);
  if (phase === 'failed') void reload();
}

function dropPress() {
  clearTimeout(pressTimer);
  pressed?.removeAttribute('aria-busy');
  pressed = null;
}

/** Ends a press that waits in the network error. The next press reloads the page. */
function fail() {
  phase = 'failed';
  if (pressed) showError(pressed);
  dropPress();
}

/** Shows the network error in every form, or clears it. Only the form of the button announces it. */
function showError(button: Element | null) {
  for (const root of document.querySelectorAll<HTMLElement>('[data-status]')) {
    const message = (button && root.dataset['networkError']) ?? '';
    const announcement = root.contains(button) ? message : '';
    root.dataset['status'] = button ? 'error' : 'idle';
    root.querySelector('.waitlist-error span')?.replaceChildren(message);
    root.querySelector('[role=status]')?.replaceChildren(announcement);
  }
}

/** What a visitor has typed, focused and pressed. Fields and buttons are named by their ids. */
interface FormSnapshot {
  texts: [fieldId: string, text: string][];
  focused: string;
  pressed: string;
}

function readForms(): FormSnapshot {
  const fields = document.querySelectorAll<HTMLInputElement>('[ssr] input');
  return {
    texts: Array.from(fields, ({ id, value }) => [id, value]),
    focused: document.activeElement?.id ?? '',
    pressed: pressed?.id ?? '',
  };
}

/** Fills fields again, presses the button that was pressed, and gives the focus back where it is lost. */
async function restoreForms(snapshot: FormSnapshot) {
  const { texts, focused } = snapshot;
  let button = document.getElementById(snapshot.pressed);
  for (const [id, text] of texts) {
    const field = document.getElementById(id) as HTMLInputElement | null;
    if (!field) continue;
    field.value ||= text;
    // A press does not count if a text of its form was changed after it.
    if (field.value !== text && field.form?.contains(button)) button = null;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  // React enables a button in a microtask after the event.
  await Promise.resolve();
  button?.click();
  // Last, since add-ons replace `focus` by functions that may throw.
  if (document.activeElement === document.body)
    document.getElementById(focused)?.focus({ preventScroll: true });
}

/** Makes the islands of the forms live, unless it is too late, and does the press that waited. */
export async function goLive(hydrate: () => Promise<void>): Promise<void> {
  if (phase !== 'waiting') return;
  const forms = readForms();
  await hydrate();
  phase = 'live';
  listeners.abort();
  dropPress();
  // React draws an island anew if others have written into it.
  await restoreForms(forms);
}

/** Reloads the page once, since a deploy may have removed the scripts. After that reload, fails. */
export function handleMissingScripts(): void {
  if (phase === 'waiting') void (saved || !pressed ? fail() : reload());
}

/** Reloads the page with its forms, if it can be fetched: offline the browser would show a page of its own. */
async function reload() {
  phase = 'reloading' as typeof phase;
  const page = await fetch('').catch(() => undefined);
  if (phase !== 'reloading') return;
  if (!page?.ok) return fail();
  const save = () => history.replaceState({ forms: readForms() }, '');
  save();
  // Typing and pressing go on until the page is gone.
  listen('input submit', save);
  location.reload();
}

/** The forms that `reload` has saved. Another deploy may have saved them: if `FormSnapshot` changes, rename its key. */
const saved: FormSnapshot | undefined = history.state?.forms;

/** Resolves once the saved forms are restored and the visitor has interacted with the page. */
export async function readyToLoad(): Promise<void> {
  const interacted = new Promise((resolve) => listen(interactions, resolve));
  // Not in the capture phase: at this event Astro's own listeners call the directive for the forms.
  await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  if (saved) void restoreForms(saved);
  history.replaceState(null, '');
  await interacted;
}

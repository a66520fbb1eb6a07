/**
 * The submit of a visitor before React has hydrated the forms. All forms share this state, and the
 * forms' elements are drawn from it:
 *
 *   none    ── press ──▶ waiting
 *   waiting ── press, in either form ──▶ waiting
 *           ── the form is hydrated ──▶ none: the button is pressed again, and React handles the press
 *           ── the form's text changes ──▶ none
 *           ── nothing can load the scripts now ──▶ failed: every form shows the network error
 *   failed  ── press ──▶ waiting
 *
 * If the scripts are missing, the browser loads the page once more for a submit that waits, with the
 * texts and the press. Nothing can load the scripts if the page does not come, or if the scripts of the
 * loaded page are missing, too.
 *
 * A hydrated form ignores this state.
 */
import { responseTimeout } from '../../stores/timeouts.ts';
import {
  readForms,
  restoreFocus,
  restoreForms,
  saveForms,
  type FormsSnapshot,
} from './snapshot.ts';

type Submit =
  | { status: 'none' }
  /** If both forms were submitted, `button` is the button of the later submit. */
  | { status: 'waiting' | 'failed'; button: HTMLButtonElement };

const state = {
  submit: { status: 'none' } as Submit,
  /** True once a script has failed or a minute has passed. Scripts that come later still hydrate the form. */
  areScriptsMissing: false,
  /** Whether the browser is loading the page once more. */
  isReloading: false,
};

/** The contents that were saved for this page, if any. */
const saved: FormsSnapshot | undefined = history.state?.saved;

addEventListener('DOMContentLoaded', () => {
  if (saved) void restoreForms(saved);
  // The contents are restored once, and not again when the visitor reloads the page.
  history.replaceState(null, '');
});

// If the URL has a fragment, WebKitGTK 2.50 scrolls to the fragment and takes the focus away, for the last
// time right after this event. So `returnToForm` runs one task later.
addEventListener('load', () => {
  if (saved && !saved.pressed) setTimeout(returnToForm, 0, saved.focused);
});

/** Brings a visitor who goes on typing back to the field. */
function returnToForm(focusedId: string): void {
  restoreFocus(focusedId);
  document.activeElement?.closest('form')?.scrollIntoView({ block: 'nearest' });
}

/** The visitor presses the button of a form that is not hydrated. */
export function press(button: HTMLButtonElement): void {
  const { submit } = state;
  if (submit.status === 'waiting' && submit.button === button) return;
  setSubmit({ status: 'waiting', button });
  if (state.areScriptsMissing && !state.isReloading) void reload();
}

/** The text of a form changes: a submit of this form that waits is no longer what the visitor wants. */
export function changeText(form: Element): void {
  const { submit } = state;
  if (submit.status === 'waiting' && form.contains(submit.button))
    setSubmit({ status: 'none' });
}

/** The scripts of a form have failed, or have not come in time. */
export function missScripts(island: Element): void {
  // `prepareHydration` has drawn a form that could not be hydrated.
  draw(island);
  if (state.areScriptsMissing) return;
  state.areScriptsMissing = true;
  if (state.submit.status !== 'waiting') return;
  // If this page was loaded for the press, another page load would not help either.
  if (saved?.pressed) fail();
  else void reload();
}

/**
 * React is about to hydrate a form, and must find the form's elements as the server has rendered them.
 *
 * @returns the contents of the form, with the submit that waits there
 */
export function prepareHydration(island: Element): FormsSnapshot {
  draw(island, { status: 'none' });
  return readContents(island);
}

/** React has hydrated a form, and handles the form's submits from now on. */
export function handOver(island: Element): void {
  const { submit } = state;
  if (submit.status !== 'waiting' || !island.contains(submit.button)) return;
  setSubmit({ status: 'none' });
  if (!state.isReloading) return;
  // The scripts have come first, and the form no longer needs the page load.
  stop();
  history.replaceState(null, '');
}

/** The submit that waits, if any, ends in the network error. */
function fail(): void {
  const { submit } = state;
  if (submit.status === 'waiting')
    setSubmit({ status: 'failed', button: submit.button });
}

/** Loads the page once more for the submit that waits. The submit fails if the page does not come in time. */
async function reload(): Promise<void> {
  const { submit } = state;
  const timeLimit = new Promise<undefined>((resolve) =>
    setTimeout(resolve, responseTimeout),
  );
  // Offline, a page load would replace the page by an error page of the browser.
  const page = await Promise.race([fetchPage(), timeLimit]).catch(
    () => undefined,
  );
  // The submit has ended, or a later press has a page load of its own.
  if (state.submit !== submit) return;
  if (page?.ok) {
    // Until the browser has left the page, the submit may end: `setSubmit` then saves the forms again.
    state.isReloading = true;
    save();
    location.reload();
    await timeLimit;
  }
  fail();
  state.isReloading = false;
}

/** An add-on may have replaced `fetch` by a function that throws: here the promise rejects. */
const fetchPage = async (): Promise<Response> => fetch('');

function save(): void {
  saveForms(readContents(document));
}

/** Reads the contents of the forms in `root`, with the submit that waits there. */
function readContents(root: ParentNode & Node): FormsSnapshot {
  const { submit } = state;
  const isPressed = submit.status === 'waiting' && root.contains(submit.button);
  return readForms(root, isPressed ? submit.button.id : '');
}

function setSubmit(submit: Submit): void {
  state.submit = submit;
  if (state.isReloading) save();
  for (const island of document.querySelectorAll('[ssr]')) draw(island);
}

/** Draws the state of the submit in the form of an island, unless React draws the form. */
function draw(island: Element, submit = state.submit): void {
  const form = island.querySelector<HTMLElement>('[ssr] [data-status]');
  if (!form) return;
  const { status } = submit;
  const isUsed = status !== 'none' && form.contains(submit.button);
  const error = form.querySelector<HTMLElement>('.waitlist-error [id]');
  const message =
    status === 'failed' ? (error?.dataset['networkError'] ?? '') : '';
  form.dataset['status'] = status === 'failed' ? 'error' : 'idle';
  setText(error, message);
  // A screen reader says the error once, in the form that was used.
  setText(form.querySelector('[role=status]'), isUsed ? message : '');
  // The button reads `Joining...`.
  const button = form.querySelector('[type=submit]');
  if (isUsed && status === 'waiting') button?.setAttribute('aria-busy', 'true');
  else button?.removeAttribute('aria-busy');
}

/** Sets a text unless the element has that text: a screen reader says a text each time it is set. */
function setText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

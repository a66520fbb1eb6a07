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
import { responseTimeout, wait } from '../../stores/timeouts.ts';
import { findButton } from '../formElements.ts';
import { findForm, goToForm } from '../goToForm.ts';
import { fetchPage } from './fetchPage.ts';
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

let submit: Submit = { status: 'none' };
/** True once a script has failed or a minute has passed. Scripts that come later still hydrate the form. */
let areScriptsMissing = false;
/** Whether the browser is loading the page once more. */
let isReloading = false;

/** The contents that were saved for this page, if any. */
const saved: FormsSnapshot | undefined = history.state?.saved;

addEventListener('DOMContentLoaded', () => {
  if (saved) void restoreForms(saved);
  // The contents are restored once, and not again when the visitor reloads the page.
  history.replaceState(null, '');
  const form = findForm(location);
  if (!form) return;
  // The fragment that has led to the form does not stay: it would be sent in `referrer`.
  history.replaceState(null, '', location.href.replace(location.hash, ''));
  goToForm(form);
});

// If the URL has a fragment, WebKitGTK 2.50 scrolls to the fragment and takes the focus away, for the last
// time right after this event. So `returnToForm` runs one task later.
addEventListener('load', () => setTimeout(returnToForm));

/** Brings a visitor who goes on typing back to the field. */
function returnToForm(): void {
  if (!saved || saved.pressed) return;
  restoreFocus(saved.focused);
  document.activeElement?.closest('form')?.scrollIntoView({ block: 'nearest' });
}

/** Finds the button of the submit that waits, if that button is in `root`. */
function findWaiting(root: Node): HTMLButtonElement | null {
  return submit.status === 'waiting' && root.contains(submit.button)
    ? submit.button
    : null;
}

/** The visitor presses the button of a form that is not hydrated. */
export function press(button: HTMLButtonElement): void {
  if (findWaiting(button)) return;
  setSubmit({ status: 'waiting', button });
  if (areScriptsMissing && !isReloading) void reload();
}

/** The text of a form changes: a submit of this form that waits is no longer what the visitor wants. */
export function changeText(form: Element): void {
  if (findWaiting(form)) setSubmit({ status: 'none' });
}

/** The scripts of an island have failed, or have not come in time. */
export function missScripts(island: Element): void {
  // A content blocker may stop the header's script, and the forms do not need it.
  if (!findButton(island)) return;
  // `prepareHydration` has drawn a form that could not be hydrated.
  draw(island);
  if (areScriptsMissing) return;
  areScriptsMissing = true;
  // If this page was loaded for the press, another page load would not help either.
  if (saved?.pressed) fail();
  else if (submit.status === 'waiting') void reload();
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
  if (!findWaiting(island)) return;
  setSubmit({ status: 'none' });
  if (!isReloading) return;
  // The scripts have come first, and the form no longer needs the page load.
  stop();
  history.replaceState(null, '');
}

/** The submit that waits, if any, ends in the network error. */
function fail(): void {
  if (submit.status === 'waiting')
    setSubmit({ status: 'failed', button: submit.button });
}

/** Loads the page once more for the submit that waits. The submit fails if the page does not come in time. */
async function reload(): Promise<void> {
  const reloaded = submit;
  const timeLimit = wait(responseTimeout);
  const hasPage = await fetchPage(timeLimit);
  // The submit has ended, or a later press has a page load of its own.
  if (submit !== reloaded) return;
  if (hasPage) {
    // Until the browser has left the page, the submit may end: `setSubmit` then saves the forms again.
    isReloading = true;
    saveForms(readContents(document));
    location.reload();
    await timeLimit;
  }
  fail();
  isReloading = false;
}

/** Reads the contents of the forms in `root`, with the submit that waits there. */
function readContents(root: ParentNode & Node): FormsSnapshot {
  return readForms(root, findWaiting(root)?.id ?? '');
}

function setSubmit(newSubmit: Submit): void {
  submit = newSubmit;
  if (isReloading) saveForms(readContents(document));
  draw(document);
}

/** Draws the state of the submit in every form of `root` that React does not draw. */
function draw(root: ParentNode, drawn = submit): void {
  const { status } = drawn;
  for (const form of root.querySelectorAll<HTMLElement>('[ssr] .waitlist')) {
    const isUsed = status !== 'none' && form.contains(drawn.button);
    const error = form.querySelector<HTMLElement>('[data-network-error]');
    const message =
      status === 'failed' ? (error?.dataset['networkError'] ?? '') : '';
    form.dataset['status'] = status === 'failed' ? 'error' : 'idle';
    setText(error, message);
    // A screen reader says the error once, in the form that was used.
    setText(form.querySelector('[role=status]'), isUsed ? message : '');
    // The button reads `Joining...`.
    const isWaiting = isUsed && status === 'waiting';
    findButton(form)?.setAttribute('aria-busy', String(isWaiting));
  }
}

/** Sets a text unless the element has that text: a screen reader says a text each time it is set. */
function setText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

/**
 * The directive `client:form`. When the visitor comes to a form, the browser requests the scripts of
 * all islands, and React hydrates them. A visitor who only reads downloads no script file.
 *
 * If the visitor submits a form earlier, all forms show `Joining...` until the first of these:
 * - React has hydrated the form, and gets the submit.
 * - The scripts fail, for example because a deploy has removed them. The page is loaded anew, and the
 *   submit waits there. If the scripts fail there, too, the submit ends in the network error.
 * - The scripts have not come within a minute. The submit ends in the network error.
 * Once the scripts are missing, a submit loads the page anew. Scripts that come late still hydrate the forms.
 *
 * `[ssr]` matches an island until it is hydrated. From then on React handles the events of its form.
 */
import type { ClientDirective } from 'astro';
import { scriptTimeout } from '../../stores/timeouts.ts';
import { afterPaint } from '../afterPaint.ts';
import { findField, focusForm } from '../formElements.ts';
import { showScroll } from '../pageScroll.ts';
import './links.ts';
import {
  loadPage,
  readForms,
  restoreFocus,
  restoreForms,
  type FormsContents,
} from './pageLoad.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates the island when the visitor comes to a form. */
    'client:form'?: boolean;
  }
}

/** The root element of the form that was submitted last. */
let submitted: HTMLElement;
/** Whether the scripts have failed, or have not come within a minute. */
let areScriptsMissing = false;
/** The page load for a submit. */
let pageLoad: Promise<void> | undefined;
const [navigation] = performance.getEntriesByType(
  'navigation',
) as PerformanceNavigationTiming[];
/** The forms' contents, if `loadPage` has loaded this page. A visitor who goes back gets none of them. */
const saved: Partial<FormsContents> =
  (navigation?.type !== 'back_forward' && history.state?.forms) || {};
/** The state that all forms show until they are hydrated. */
let status: 'idle' | 'loading' | 'error' = saved.submitted ? 'loading' : 'idle';

let comeToForm: () => void;
/** Resolves when the visitor comes to a form. */
const visitorAtForm = new Promise<void>((resolve) => {
  comeToForm = resolve;
});

const directive: ClientDirective = async (load, _options, island) => {
  // Astro could not load or run the island's scripts. The forms do not need the header's.
  island.addEventListener('astro:hydration-error', () => {
    if (island.querySelector('form'))
      missScripts(saved.submitted ? fail : loadPageForSubmit);
  });

  await visitorAtForm;
  setTimeout(missScripts, scriptTimeout, fail);
  const hydrate = await load();
  // The page that is being loaded will send the submit, so this page must not.
  await pageLoad;
  const hydrated = hydrate();
  // Astro returns a function that does nothing if the scripts have failed.
  if (!hydrated) return;
  const isWaiting = status === 'loading' && island.contains(submitted);
  const contents = readForms(island, isWaiting ? submitted.id : '');
  // React must find the form as the server has rendered it. Otherwise React, which takes the button for
  // disabled, would leave the button enabled while joining.
  draw(island, 'idle');
  const button = findButton(island);
  if (button) button.disabled = true;
  // An event makes React hydrate the island at once, and not only when the browser is idle.
  island.firstElementChild?.dispatchEvent(new Event('keyup'));
  await hydrated;
  if (isWaiting) setStatus('idle');
  // If a translator or an add-on has changed the island, React has drawn it anew, with empty fields.
  restoreForms(contents);
};

export default directive;

// Each of these events, except `mousemove`, means that somebody, or an add-on, uses a form. A finger that
// begins to scroll on a form fires none of them.
const formEvents = 'mousemove focusin keydown input change click submit'.split(
  ' ',
);
for (const type of formEvents)
  addEventListener(type, handleFormEvent, { capture: true });

function handleFormEvent(event: Event) {
  // An add-on may dispatch an event on the document or the window, which have no method `closest`.
  const root = (event.target as Element).closest?.<HTMLElement>(
    '[ssr] .waitlist',
  );
  if (!root) return;
  followField(root, status);
  // A mouse often only crosses a form.
  if (event.type === 'mousemove') return;
  // First the browser shows the answer to a tap or a key.
  afterPaint(comeToForm);
  if (event.type !== 'submit') return;
  event.preventDefault();
  if (status === 'loading') return;
  // The browser names a mistake among the usual characters of an e-mail now. With any other text, such as
  // `Ann <ann@example.com>` or `ann@example.com.`, the submit waits: the hydrated form may find an e-mail.
  const mayContainEmail = /[^\w@.+-]|\.$/.test(findField(root)?.value ?? '');
  const form = event.target as HTMLFormElement;
  if (!mayContainEmail && !form.reportValidity()) return;
  submitted = root;
  setStatus('loading');
  if (areScriptsMissing) loadPageForSubmit();
  // This comes last, because an add-on may have replaced `focus` by a function that throws.
  focusForm(root);
}

/** The scripts of the forms have failed, or have not come in time. A submit that waits ends with `end`. */
function missScripts(end: () => void) {
  // A form that React could not hydrate is drawn as idle.
  draw();
  if (areScriptsMissing) return;
  areScriptsMissing = true;
  if (status === 'loading') end();
}

function loadPageForSubmit() {
  pageLoad = loadPage(readForms(document, submitted.id)).catch(() => undefined);
  // Scripts that have come meanwhile get the submit before this callback runs.
  void pageLoad.then(() => afterPaint(fail));
}

/** A submit that waits ends in the network error. */
function fail() {
  if (status !== 'loading') return;
  setStatus('error');
  // The error is painted first, as in useResultFocus.ts. A screen reader then says the error with the
  // field or, to a visitor who has moved on, from the live region.
  afterPaint(() => {
    // The header's button may have led the visitor into another form.
    const group =
      document.activeElement?.closest<HTMLElement>('.waitlist-group');
    const region = submitted.querySelector('[role=status]');
    if (group) focusForm(group);
    else if (region)
      region.textContent = findError(submitted)?.textContent ?? '';
  });
}

function setStatus(newStatus: typeof status) {
  status = newStatus;
  draw();
}

/** Draws a state in the forms that are not hydrated, as React does after hydration. */
function draw(element: ParentNode = document, drawn = status) {
  for (const root of element.querySelectorAll<HTMLElement>('[ssr] .waitlist')) {
    root.dataset['status'] = drawn;
    const error = findError(root);
    if (error)
      error.textContent =
        drawn === 'error' ? (error.dataset['networkError'] ?? '') : '';
    // After a reload Firefox restores the former `disabled`: https://bugzilla.mozilla.org/show_bug.cgi?id=654072
    for (const field of root.querySelectorAll<HTMLInputElement>('form [name]'))
      field.disabled = drawn === 'loading';
    followField(root, drawn);
  }
}

/** Enables the button of a form if the e-mail field has a text, unless the form is joining. */
function followField(root: Element, drawn: typeof status) {
  const button = findButton(root);
  if (button) button.disabled = drawn === 'loading' || !findField(root)?.value;
}

const findButton = (root: Element) =>
  root.querySelector<HTMLButtonElement>('[type=submit]');

const findError = (root: Element) =>
  root.querySelector<HTMLElement>('[data-network-error]');

// Browsers restore the text of a field without an event: Firefox before `DOMContentLoaded`, Chromium
// before `pageshow`.
addEventListener('pageshow', () => draw());
addEventListener('DOMContentLoaded', () => {
  // What is saved is restored once, and not again when the visitor reloads the page.
  history.replaceState(null, '');
  if (saved.submitted) status = 'idle';
  draw();
  restoreForms(saved);
});
// A submit that this page was loaded for waits from the first paint on.
draw();

// If the URL has a fragment, WebKitGTK 2.50 scrolls to the fragment and takes the focus away between this
// event and the next paint, so the focus is restored after that paint.
addEventListener('load', () => afterPaint(() => restoreFocus(saved)));

// The header shows the scroll before hydration and after it.
addEventListener('scroll', showScroll);

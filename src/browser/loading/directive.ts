/**
 * The directive `client:form`. When the visitor comes to a form, the browser requests the scripts of
 * all islands, and React hydrates them. A visitor who only reads downloads no script file.
 *
 * If the visitor submits a form earlier, all forms show `Joining...` until React has hydrated the form and
 * gets the submit. If the scripts fail, or have not come within a minute, the submit ends in the network
 * error, and the next submit requests them again. Scripts that come late still hydrate the forms.
 *
 * `[ssr]` matches an island until it is hydrated. From then on React handles the events of its form.
 */
import type { ClientDirective } from 'astro';
import { scriptTimeout } from '../../stores/timeouts.ts';
import { afterPaint } from '../afterPaint.ts';
import { fieldAttributes, findField, focusForm } from '../formElements.ts';
import { showScroll } from '../pageScroll.ts';
import './links.ts';
import { saveFields } from './savedFields.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates the island when the visitor comes to a form. */
    'client:form'?: boolean;
  }
}

declare global {
  interface Window {
    /** The form in which the visitor has pressed Enter last. The first script of Page.astro keeps it. */
    enteredForm?: HTMLFormElement | false | null;
  }
}

/** The root element of the form that was submitted last. */
let submitted: HTMLElement;
/** The state that all forms show until they are hydrated. */
let status: 'idle' | 'loading' | 'error' = 'idle';
/** Ends a submit that has waited too long. */
let timeLimit: ReturnType<typeof setTimeout>;

let comeToForm: () => void;
/** Resolves when the visitor comes to a form. */
const visitorAtForm = new Promise<void>((resolve) => {
  comeToForm = resolve;
});

const nextSubmit = () =>
  new Promise((resolve) =>
    addEventListener('submit', resolve, { capture: true, once: true }),
  );

const directive: ClientDirective = async (load, _options, island) => {
  await visitorAtForm;
  while (!(await hydrateIsland(island, await load()))) {
    // The submitted form does not need another island's scripts.
    if (island.contains(submitted)) fail();
    await nextSubmit();
  }
};

export default directive;

/**
 * Lets React hydrate an island, and then hands over what the visitor has done in it. Resolves to false if the
 * scripts have failed.
 *
 * @param hydrate does nothing if Astro could not load the scripts
 */
async function hydrateIsland(
  island: HTMLElement,
  hydrate: () => Promise<void>,
) {
  // Astro hydrates an island again that an add-on has moved. React handles what that island shows.
  if (!island.hasAttribute('ssr')) return true;
  const isWaiting = status === 'loading' && island.contains(submitted);
  const restoreFields = saveFields(island);
  // React must find the form as the server has rendered it, with a disabled button. React does not read that
  // attribute: it would take an enabled button for disabled, and would not disable it while joining.
  draw(island, 'idle');
  const button = findButton(island);
  if (button) button.disabled = true;
  try {
    const hydrated = hydrate();
    // An event makes React hydrate the island at once, and not only when the browser is idle.
    island.firstElementChild?.dispatchEvent(new Event('keyup'));
    await hydrated;
  } catch (error) {
    console.error(error);
  }
  if (island.hasAttribute('ssr')) {
    draw(island);
    return false;
  }
  if (isWaiting) setStatus('idle');
  restoreFields();
  if (isWaiting)
    document
      .getElementById(submitted.id)
      ?.querySelector('form')
      ?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  return true;
}

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
  clearTimeout(timeLimit);
  timeLimit = setTimeout(fail, scriptTimeout);
  // This comes last, because an add-on may have replaced `focus` by a function that throws.
  focusForm(root);
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
    const { disabled, role } = fieldAttributes(drawn);
    // After a reload Firefox restores the former `disabled`: https://bugzilla.mozilla.org/show_bug.cgi?id=654072
    for (const field of root.querySelectorAll<HTMLInputElement>('form [name]'))
      field.disabled = disabled;
    const email = findField(root);
    if (email) email.role = role ?? null;
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
for (const type of ['DOMContentLoaded', 'pageshow'])
  addEventListener(type, () => draw());

// The header shows the scroll before hydration and after it.
addEventListener('scroll', showScroll);

// The browser paints the form before this script runs. Until then the button is disabled, so that Enter submits
// nothing. A visitor who has gone on to another element has to press again.
const entered = document.activeElement?.closest('.waitlist form');
if (entered && entered === window.enteredForm) {
  followField(entered, status);
  findButton(entered)?.click();
}

/**
 * The directive `client:form`. When the visitor comes to a form, the browser requests the scripts of
 * all islands, and React hydrates them. A visitor who only reads downloads no script.
 *
 * `[ssr]` matches an island until it is hydrated. From then on React handles the events of its form.
 */
import type { ClientDirective } from 'astro';
import { afterPaint } from '../afterPaint.ts';
import { findButton, findField } from '../formElements.ts';
import { findForm, goToForm } from '../goToForm.ts';
import { showScroll } from '../pageScroll.ts';
import { scriptTimeout, wait } from '../../stores/timeouts.ts';
import { restoreForms } from './snapshot.ts';
import {
  changeText,
  handOver,
  missScripts,
  prepareHydration,
  press,
} from './submit.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates the island when the visitor comes to a form. */
    'client:form'?: boolean;
  }
}

let comeToForm: () => void;
/** Resolves when the visitor comes to a form. */
const visitorAtForm = new Promise<void>((resolve) => {
  comeToForm = resolve;
});

const directive: ClientDirective = async (load, _options, island) => {
  let hasFailed = false;
  // Astro fires this event if it has failed twice to load the island's scripts, or if they fail.
  island.addEventListener('astro:hydration-error', () => {
    hasFailed = true;
    missScripts(island);
  });

  await visitorAtForm;
  setTimeout(missScripts, scriptTimeout, island);
  const hydrate = await load();
  if (hasFailed) return;
  // Each island is hydrated in a task of its own, so that a key does not wait for all of them. The form
  // in use comes first.
  const isInUse = island.contains(document.activeElement);
  await wait(isInUse ? 0 : 50);
  const contents = prepareHydration(island);
  const hydrated = hydrate();
  // React waits until the browser is idle, but an event makes it hydrate the island at once.
  island.firstElementChild?.dispatchEvent(new Event('input'));
  await hydrated;
  handOver(island);
  // If a translator or an add-on has changed the island, React has rendered it anew, with empty fields.
  await restoreForms(contents);
};

export default directive;

// By these events, except `mousemove`, a visitor comes to a form, or an add-on or assistive technology
// does so for the visitor. A finger that begins to scroll on a form fires none of them.
const formEvents = 'mousemove focusin keydown input change click submit'.split(
  ' ',
);
for (const type of formEvents)
  addEventListener(type, handleFormEvent, { capture: true });

function handleFormEvent(event: Event) {
  // An add-on may dispatch an event on the document or the window, which have no method `closest`.
  const form = (event.target as Element).closest?.<HTMLFormElement>(
    '[ssr] form',
  );
  if (!form) return;
  followField(form);
  // A mouse often only crosses a form.
  if (event.type === 'mousemove') return;
  // First the browser shows the answer to a tap or a key.
  afterPaint(comeToForm);
  if (event.type === 'input') changeText(form);
  if (event.type !== 'submit') return;
  event.preventDefault();
  // If the field has only the usual characters of an e-mail, the browser names a mistake now. With any
  // other text, or with a dot at the end, the press waits, because the hydrated form may find an e-mail
  // in the text. Examples are `Ann <ann@example.com>` and `ann@example.com.`.
  const mayContainEmail = /[^\w@.+-]|\.$/.test(findField(form)?.value ?? '');
  if (!mayContainEmail && !form.reportValidity()) return;
  const button = findButton(form);
  if (button) press(button);
}

// Browsers restore the text of a field without an event: Firefox before `DOMContentLoaded`, Chromium
// before `pageshow`.
for (const type of ['DOMContentLoaded', 'pageshow'])
  addEventListener(type, () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('[ssr] form'))
      followField(form);
  });

/** Enables the button of a form if the form's field has a text, else disables the button. */
function followField(form: HTMLFormElement) {
  const field = findField(form);
  const button = findButton(form);
  // After a reload Firefox restores the former `disabled`: https://bugzilla.mozilla.org/show_bug.cgi?id=654072
  for (const control of form.elements)
    (control as HTMLInputElement).disabled = false;
  if (field && button) button.disabled = !field.value;
}

// The header shows the scroll before hydration and after it.
addEventListener('scroll', showScroll);

// The header's button and each link to a form lead into the form, before hydration and after it.
addEventListener('click', (event) => {
  const way = (event.target as Element).closest?.(
    'header button, a:not([target], [download])',
  );
  // With one of these keys the browser opens a link elsewhere.
  if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const form = findForm(way);
  if (!form) return;
  event.preventDefault();
  goToForm(form);
});

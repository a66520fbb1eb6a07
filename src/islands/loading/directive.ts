/**
 * The directive `client:form`. When the visitor comes to a form, the browser requests the scripts of
 * all islands, and React hydrates them. A visitor who only reads downloads no script.
 *
 * `[ssr]` matches an island until it is hydrated. From then on React handles its events, and the
 * listeners of this file do nothing.
 */
import type { ClientDirective } from 'astro';
import { afterPaint } from '../afterPaint.ts';
import { findField } from '../formElements.ts';
import { goToForm } from '../goToForm.ts';
import { showScroll } from '../pageScroll.ts';
import { scriptTimeout } from '../../stores/timeouts.ts';
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
/** Resolves when the visitor comes to a form, after the browser has shown the answer to a tap or a key. */
const visitorAtForm = new Promise<void>((resolve) => {
  comeToForm = () => afterPaint(resolve);
});

const directive: ClientDirective = async (load, _options, island) => {
  const hasForm = island.querySelector('form') !== null;
  let hasFailed = false;
  // Astro fires this event if it has failed twice to load the island's scripts, or if they fail.
  island.addEventListener('astro:hydration-error', () => {
    hasFailed = true;
    // A content blocker may stop the header's script, and the forms do not need it.
    if (hasForm) missScripts(island);
  });

  await visitorAtForm;
  if (hasForm) setTimeout(missScripts, scriptTimeout, island);
  const hydrate = await load();
  if (hasFailed) return;
  // Each island is hydrated in a task of its own, so that a key does not wait for all of them. The form
  // in use comes first.
  const isInUse = island.contains(document.activeElement);
  await new Promise((resolve) => setTimeout(resolve, isInUse ? 0 : 50));
  if (!hasForm) return hydrate();
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

// These are the events by which a visitor comes to a form, or by which an add-on or assistive technology
// does so for the visitor. A finger that begins to scroll on a form fires none of them.
const formEvents =
  'mousemove focusin keydown input change click submit invalid';
for (const type of formEvents.split(' '))
  addEventListener(type, handleFormEvent, { capture: true });

function handleFormEvent(event: Event) {
  // An add-on may dispatch an event on the document or the window, which have no method `closest`.
  const target = event.target as HTMLInputElement;
  const form = target.closest?.<HTMLFormElement>('[ssr] form');
  if (!form) return;
  comeToForm();
  followField(form);
  if (event.type === 'input') changeText(form);

  // The browser fires `invalid` in place of `submit` if it finds a mistake in a field. If the field has
  // only the usual characters of an e-mail, the browser names the mistake. With any other text, or with
  // a dot at the end, the press waits, because the hydrated form may find an e-mail in the text.
  // Examples are `Ann <ann@example.com>` and `ann@example.com.`.
  const isPress =
    event.type === 'submit' ||
    (event.type === 'invalid' && /[^\w@.+-]|\.$/.test(target.value));
  if (!isPress) return;
  event.preventDefault();
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  if (button) press(button);
}

// Browsers restore the text of a field without an event: Firefox before `DOMContentLoaded`, Chromium
// before `pageshow`.
for (const type of ['DOMContentLoaded', 'pageshow'])
  addEventListener(type, () =>
    document
      .querySelectorAll<HTMLFormElement>('[ssr] form')
      .forEach(followField),
  );

/** Enables the button of a form if the form's field has a text, else disables the button. */
function followField(form: HTMLFormElement) {
  const field = findField(form);
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  // After a reload Firefox restores the former `disabled`: https://bugzilla.mozilla.org/show_bug.cgi?id=654072
  for (const control of form.elements)
    (control as HTMLInputElement).disabled = false;
  if (field && button) button.disabled = !field.value;
}

addEventListener('scroll', () => showScroll('[ssr] header'));
addEventListener('click', ({ target }) => {
  if ((target as Element).closest?.('[ssr] header button')) goToForm();
});

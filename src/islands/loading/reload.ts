/**
 * Owns the reload of a page whose scripts are missing, as after a deploy: a press reloads it once,
 * with its forms. If that does not help, the press ends in the network error, and the next one tries again.
 */
import { failPress, findPressed, keepPress, listen } from './press.ts';
import { readForms, restoreForms, type FormSnapshot } from './snapshot.ts';

/** Once `phase` is not `loading`, late scripts are ignored; a reload loads them. */
export let phase: 'loading' | 'reloading' | 'error' = 'loading';

/** Another deploy may have saved them: if `FormSnapshot` changes, rename this key. */
const saved: FormSnapshot | undefined = history.state?.saved;

// A press submits the form. Or its field is invalid: then the browser names the mistake in a plain
// text, such as `ann@`. A press of any other text, such as `Ann <ann@example.com>`, waits like a
// submit, since the hydrated form will read the e-mail in the text.
listen('submit invalid', (event) => {
  // For a submit the form itself, which has no `value`.
  const field = event.target as HTMLInputElement;
  const form = field.closest?.('[ssr] form');
  if (!form || /^[\w@.+-]*[^.]$/.test(field.value ?? '.')) return;
  event.preventDefault();
  keepPress(form, fail);
  if (phase === 'error') void reload();
});

addEventListener('DOMContentLoaded', () => {
  if (saved) void restoreForms(saved);
  history.replaceState(null, '');
});

// Astro fires it if an island's scripts cannot be loaded, also at its second try.
listen('astro:hydration-error', ({ target }) => {
  if (phase !== 'loading' || !(target as Element).querySelector('form')) return;
  void (saved ? fail() : reload());
});

function fail() {
  phase = 'error';
  failPress();
}

/** Reloads the page for a press, if it can be fetched: offline the browser would show a page of its own. */
async function reload() {
  phase = 'reloading';
  const page = await fetch('').catch(() => undefined);
  if (!page?.ok || !findPressed()) return fail();
  const save = () => history.replaceState({ saved: readForms() }, '');
  save();
  // Typing and pressing go on until the page is gone.
  listen('input submit', save);
  location.reload();
}

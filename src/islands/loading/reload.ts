/**
 * Reloads a page whose scripts are missing, for example because a deploy has removed them. A submit
 * reloads the page once, restores the texts and submits again. If the scripts are still missing
 * then, the form shows the network error, and the visitor's next submit reloads the page again.
 */
import { failPress, findPressed, keepPress, listen } from './press.ts';
import { readForms, restoreForms, type FormSnapshot } from './snapshot.ts';

/**
 * - `loading`: the scripts may still arrive, and a submit waits for them.
 * - `reloading`: a submit has started the reload.
 * - `error`: the form shows the network error, and the next submit starts a reload.
 *
 * Once `phase` is not `loading`, late scripts are ignored; a reload loads them.
 */
export let phase: 'loading' | 'reloading' | 'error' = 'loading';

/**
 * The forms' contents, saved by `reload`. The page that saved them may be of an older deploy: if
 * `FormSnapshot` changes, rename the key `saved`.
 */
const saved: FormSnapshot | undefined = history.state?.saved;

// A press fires `submit`, or `invalid` if the browser finds a mistake in the field. If the text has only
// the usual characters of an e-mail (`ann@`), the browser shows its own message. With any other text,
// or with a dot at the end, the press waits, because the hydrated form may find an e-mail in the text.
// Examples are `Ann <ann@example.com>` and `ann@example.com.`.
listen('submit invalid', (event) => {
  // The target of `submit` is the form, which has no `value`.
  const field = event.target as HTMLInputElement;
  const form = field.closest?.('[ssr] form');
  if (!form || !/[^\w@.+-]|\.$/.test(field.value ?? '.')) return;
  event.preventDefault();
  keepPress(form, fail);
  if (phase === 'error') void reload();
});

addEventListener('DOMContentLoaded', () => {
  if (saved) void restoreForms(saved);
  // The texts and the submit are restored once, and not again when the visitor reloads the page.
  history.replaceState(null, '');
});

// Astro fires this event after it has failed twice to load an island's scripts. On a page that has been
// reloaded for a submit, the error is shown, because another reload would not help either.
listen('astro:hydration-error', ({ target }) => {
  if (phase !== 'loading' || !(target as Element).querySelector('form')) return;
  void (saved ? fail() : reload());
});

function fail() {
  phase = 'error';
  failPress();
}

/**
 * Reloads the page for the pending submit, if the page can be fetched. Offline, a reload would
 * replace the page by an error page of the browser.
 */
async function reload() {
  phase = 'reloading';
  const page = await fetch('').catch(() => undefined);
  if (!page?.ok || !findPressed()) return fail();
  const save = () => history.replaceState({ saved: readForms() }, '');
  save();
  // The visitor can type and press until the browser has left the page.
  listen('input submit', save);
  location.reload();
}

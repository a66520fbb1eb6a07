/**
 * Owns the reload of a page whose scripts are missing, as after a deploy: a press reloads it once,
 * with its forms. If that does not help, the press ends in the network error, and the next one tries again.
 */
import { failPress, findPressed, keepPress, listen } from './press.ts';
import { readForms, restoreForms, type FormSnapshot } from './snapshot.ts';

/** Once `phase` is not `waiting`, late scripts are ignored; a reload loads them. */
let phase: 'waiting' | 'reloading' | 'failed' = 'waiting';

/** Another deploy may have saved them: if `FormSnapshot` changes, rename this key. */
const saved: FormSnapshot | undefined = history.state?.saved;

export const areScriptsAwaited = (): boolean => phase === 'waiting';

listen('submit', ({ target }) => {
  const form = (target as Element).closest?.('[ssr] form');
  if (form) keepPress(form, fail);
  if (form && phase === 'failed') void reload();
});

addEventListener('DOMContentLoaded', () => {
  if (saved) void restoreForms(saved);
  history.replaceState(null, '');
});

// Astro fires it if an island's scripts cannot be loaded, also at its second try.
listen('astro:hydration-error', ({ target }) => {
  if (phase !== 'waiting' || !(target as Element).querySelector('form')) return;
  void (saved ? fail() : reload());
});

function fail() {
  phase = 'failed';
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

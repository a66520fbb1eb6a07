/**
 * The header's button and each link to a form lead into the form, before hydration and after it. This
 * module listens, because editors write links into static HTML, where React handles no event.
 */
import { findForm, goToForm } from '../goToForm.ts';

addEventListener('DOMContentLoaded', () => {
  const form = findForm(location);
  if (!form) return;
  // The fragment that has led to the form does not stay: it would be sent in `referrer`. Mailing tools
  // write their tags behind the fragment: `/#join?utm_source=mail` becomes `/?utm_source=mail`.
  const tags = location.search + location.hash.replace(/#[^?&]*/, '');
  const url = location.pathname + tags.replace(/^&/, '?');
  history.replaceState(null, '', url);
  goToForm(form);
});

addEventListener('click', (event) => {
  const way = (event.target as Element).closest?.(
    'header button, a:not([target], [download])',
  );
  if (!way) return;
  closeMenu();
  // With one of these keys the browser opens a link elsewhere, or saves its target.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const form = findForm(way);
  if (!form) return;
  event.preventDefault();
  goToForm(form);
});

/** Closes the menu of the header, which covers the upper part of the page. */
function closeMenu() {
  document.querySelector('.header-links [open]')?.removeAttribute('open');
}

// The visitor has gone on, for example with the Tab key.
addEventListener('focusin', ({ target }) => {
  if (!(target as Element).closest?.('.header-links')) closeMenu();
});

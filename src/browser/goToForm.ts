import { focusForm } from './formElements.ts';

/** The id of the first form on the front page, to which the header of every page leads. */
export const firstForm = '#join';

/** Scrolls to a form, and puts the focus into it. */
export function goToForm(form: HTMLElement): void {
  form.querySelector('.waitlist-place')?.scrollIntoView({
    // The CSS property `scroll-behavior` would also animate the browser's own scroll restoration.
    behavior: matchMedia('(prefers-reduced-motion)').matches
      ? 'auto'
      : 'smooth',
  });
  focusForm(form);
}

/**
 * Finds the form to which a link leads, or to which the page's own URL leads. Returns null if that is no form
 * of this page. The header's button has no URL: it leads to the first form.
 */
export function findForm({
  href = '',
  hash = firstForm,
}: Partial<HTMLAnchorElement | Location>): HTMLElement | null {
  // `#gr%C3%B6%C3%9Fe?utm_source=mail` leads to the form with the id `größe`.
  const [[id] = ['']] = new URLSearchParams(hash.slice(1).replace('?', '&'));
  const target = document.getElementById(id);
  // `/#join` leads to a form of this page, also if this page's URL has tags: `/?utm_source=news`.
  const isHere = location.href.startsWith(href.replace(hash, ''));
  return isHere && target?.matches('.waitlist') ? target : null;
}

import { focusForm } from './formElements.ts';

/** The id of the first form on the front page. The header leads to this form. */
export const firstFormId = 'join';

/** Scrolls to the first form, and puts the focus into it. */
export function goToForm(): void {
  const root = document.querySelector<HTMLElement>(`#${firstFormId}`);
  if (!root) return;
  root.querySelector('.waitlist-place')?.scrollIntoView({
    // The CSS property `scroll-behavior` would also animate the browser's own scroll restoration.
    behavior: matchMedia('(prefers-reduced-motion)').matches
      ? 'auto'
      : 'smooth',
  });
  focusForm(root);
}

import type { Signup } from '../stores/waitlist.ts';

/** The id of the form to which the header leads: the first on the front page. */
const firstFormId = 'join';

/** The URL of the first form: of its `.waitlist-place`. */
export const firstFormUrl = '/#join-now';

/** Scrolls to the first form, and puts the focus into it. */
export function goToForm(): void {
  const root = document.querySelector<HTMLElement>(`#${firstFormId}`);
  if (!root) return;
  root.querySelector('.waitlist-place')?.scrollIntoView({
    // `scroll-behavior` in CSS would also animate the browser's own scroll restoration.
    behavior: matchMedia('(prefers-reduced-motion)').matches
      ? 'auto'
      : 'smooth',
  });
  focusForm(root);
}

/**
 * Puts the focus into a form, without scrolling: onto its confirmation after success, onto
 * its group while joining, since a disabled field cannot have it, else into its field.
 */
export function focusForm(root: HTMLElement): void {
  const part =
    root.querySelector<HTMLElement>(
      '[data-status=success] .waitlist-success, [data-status=loading] .waitlist-group',
    ) ?? findField(root);
  part?.focus({ preventScroll: true });
}

/** A field of a signup, by its name: a form or an add-on may have other fields beside it. */
export const findField = (
  element: Element,
  name: keyof Signup = 'email',
): HTMLInputElement | null => element.querySelector(`[name=${name}]`);

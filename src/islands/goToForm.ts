/** The id of the form to which the header leads: the first on the front page. */
export const firstFormId = 'join';

/** Scrolls to the first form, and puts the focus into it. */
export function goToForm(): void {
  const root = document.getElementById(firstFormId);
  if (!root) return;
  root.scrollIntoView({
    // `scroll-behavior` in CSS would also animate the browser's own scroll restoration.
    behavior: matchMedia('(prefers-reduced-motion)').matches
      ? 'instant'
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

/** A field by its name: a form or an add-on may have other fields beside it. */
export const findField = (
  element: Element,
  name = 'email',
): HTMLInputElement | null => element.querySelector(`[name=${name}]`);

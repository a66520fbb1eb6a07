/**
 * Scrolls to a form and puts the focus into it. The header's button calls it; before its
 * island is live, the page's inline script does.
 *
 * @param id the id of the form
 */
export function goToForm(id: string): void {
  const form = document.getElementById(id);
  const { matches: isMotionReduced } = matchMedia('(prefers-reduced-motion)');
  // `scroll-behavior` in CSS would also animate the browser's own scroll restoration.
  form?.scrollIntoView({
    block: 'center',
    behavior: isMotionReduced ? 'instant' : 'smooth',
  });
  focusForm(form);
}

/**
 * Puts the focus into a form, without scrolling: onto its confirmation after success, onto
 * its group while joining, since a disabled field cannot have it, else into its field.
 */
export function focusForm(form: HTMLElement | null): void {
  const parts = { success: '.waitlist-success', loading: '.waitlist-form' };
  const part = parts[form?.dataset['status'] as keyof typeof parts];
  form
    ?.querySelector<HTMLElement>(part ?? '[name=email]')
    ?.focus({ preventScroll: true });
}

/**
 * Scrolls to a form, and puts the focus into its field or, after success, onto its
 * confirmation. The header's button calls it; before its island is live, the page's inline
 * script does.
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
  const hasJoined = form?.dataset['status'] === 'success';
  form
    ?.querySelector<HTMLElement>(
      hasJoined ? '.waitlist-joined' : '[name=email]',
    )
    ?.focus({ preventScroll: true });
}

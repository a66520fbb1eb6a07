import { findEmailField, formClasses } from './form-parts.ts';

/** At a click on the header's button: scrolls to the form that it names, and puts the focus into it. */
export function goToForm({ target }: Event): void {
  if (!(target instanceof Element)) return;
  const button = target.closest<HTMLElement>('[data-form-id]');
  const root = document.getElementById(button?.dataset['formId'] ?? '');
  if (!root) return;
  const { matches: isMotionReduced } = matchMedia('(prefers-reduced-motion)');
  // The page's beginning, where the form is in view there: so no line is cut by the header.
  const isNearTop = root.getBoundingClientRect().bottom + scrollY < innerHeight;
  const start = isNearTop ? document.body : root;
  // `scroll-behavior` in CSS would also animate the browser's own scroll restoration.
  start.scrollIntoView({
    behavior: isMotionReduced ? 'instant' : 'smooth',
  });
  focusForm(root);
}

/**
 * Puts the focus into a form, without scrolling: onto its confirmation after success, onto
 * its group while joining, since a disabled field cannot have it, else into its field.
 */
export function focusForm(root: HTMLElement): void {
  const { success, group } = formClasses;
  const part = { success, loading: group }[root.dataset['status'] ?? ''];
  const element = part
    ? root.querySelector<HTMLElement>(`.${part}`)
    : findEmailField(root);
  element?.focus({ preventScroll: true });
}

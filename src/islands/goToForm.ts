import type { Signup } from '../stores/waitlist.ts';

/** The id of the first form on the front page. The header leads to this form. */
const firstFormId = 'join';

/** The URL of the first form. `join-now` is the id of its `.waitlist-place`. */
export const firstFormUrl = '/#join-now';

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

/**
 * Moves the focus into a form, without scrolling. After success the confirmation gets the focus;
 * while joining, the group does, because a disabled field cannot have it; otherwise the field does.
 */
export function focusForm(root: HTMLElement): void {
  const part =
    root.querySelector<HTMLElement>(
      '[data-status=success] .waitlist-success, [data-status=loading] .waitlist-group',
    ) ?? findField(root);
  part?.focus({ preventScroll: true });
}

/** Finds a field of a signup by its name. The form, or an add-on in it, may have further fields. */
export const findField = (
  element: Element,
  name: keyof Signup = 'email',
): HTMLInputElement | null => element.querySelector(`[name=${name}]`);

import type { Signup } from '../stores/waitlist.ts';

/** Finds a field of a signup by its name. The form, or an add-on in it, may have further fields. */
export const findField = (
  element: Element,
  name: keyof Signup = 'email',
): HTMLInputElement | null => element.querySelector(`[name=${name}]`);

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

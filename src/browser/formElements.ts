import type { Signup, WaitlistState } from '../stores/waitlist.ts';

/** Finds a field of a signup by its name. The form, or an add-on in it, may have further fields. */
export const findField = (
  element: Element,
  name: keyof Signup = 'email',
): HTMLInputElement | null => element.querySelector(`[name=${name}]`);

/** The attributes of the e-mail field that change with the submit state. React sets them and, before hydration, loading/directive.ts. */
export function fieldAttributes(status: WaitlistState['status']) {
  const isLoading = status === 'loading';
  return {
    disabled: isLoading,
    // Changing the role makes Firefox rebuild the accessible object. Otherwise Orca 43 with Firefox 153 says
    // an error twice. (A text field has this role anyway.)
    role: isLoading ? 'textbox' : undefined,
  };
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

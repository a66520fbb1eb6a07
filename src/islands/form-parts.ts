/**
 * The classes of a form's parts. WaitlistForm.tsx draws them and WaitlistForm.css styles
 * them; the inline script, and what moves the focus, find them.
 */
export const formClasses = {
  /** The `<form>` and the confirmation, which takes its place. */
  group: 'waitlist-form',
  success: 'waitlist-success',
  error: 'waitlist-error',
} as const;

/** The e-mail field, also where a form or an add-on has other fields beside it. */
export const findEmailField = (element: Element): HTMLInputElement | null =>
  element.querySelector('[name=email]');

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

/** The field that the button follows, among others of the form and of add-ons. */
export const findEmailField = (element: Element): HTMLInputElement | null =>
  element.querySelector('[name=email]');

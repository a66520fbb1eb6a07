/** Reads what a visitor has put into the forms, and puts it back. */
import { findPressed } from './press.ts';

/** What a visitor has typed, ticked, focused and pressed; elements are named by their ids. */
export interface FormSnapshot {
  fields: [id: string, text: string, isTicked: boolean][];
  focused: string;
  pressed: string;
}

export function readForms(): FormSnapshot {
  const fields = document.querySelectorAll<HTMLInputElement>('[ssr] [name]');
  return {
    fields: Array.from(fields, (it) => [it.id, it.value, it.checked]),
    focused: document.activeElement?.id ?? '',
    pressed: findPressed()?.id ?? '',
  };
}

/** Fills fields again, presses the button that was pressed, and gives the focus back where it is lost. */
export async function restoreForms(snapshot: FormSnapshot): Promise<void> {
  let button = document.getElementById(snapshot.pressed);
  for (const [id, text, isTicked] of snapshot.fields) {
    const field = document.getElementById(id) as HTMLInputElement | null;
    if (!field) continue;
    // A select is never empty.
    // A select is never empty.
    if (!field.value || field.matches('select')) field.value = text;
    field.checked ||= isTicked;
    // A press does not count if a text of its form was changed after it.
    if (field.value !== text && field.form?.contains(button)) button = null;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  // React enables a button in a microtask after the event.
  await Promise.resolve();
  button?.click();
  // Last, since add-ons replace `focus` by functions that may throw.
  if (document.activeElement === document.body)
    document.getElementById(snapshot.focused)?.focus({ preventScroll: true });
}

/** Reads the forms' contents before hydration or a page load, and restores them afterwards. */

/**
 * The forms' contents. `focused` is the id of the element that has the focus, `pressed` the id of
 * the button whose submit waits; each is empty if there is none. A page may restore the contents that
 * a page of an older deploy has saved: if this type changes, rename the key `saved` below.
 */
export interface FormsSnapshot {
  fields: [id: string, text: string, isTicked: boolean][];
  focused: string;
  pressed: string;
}

export function readForms(root: ParentNode, pressed: string): FormsSnapshot {
  const fields = root.querySelectorAll<HTMLInputElement>('form [name]');
  return {
    fields: Array.from(fields, (it) => [it.id, it.value, it.checked]),
    focused: document.activeElement?.id ?? '',
    pressed,
  };
}

/** Saves contents for the page that a reload loads. submit.ts restores them there. */
export function saveForms(contents: FormsSnapshot): void {
  history.replaceState({ saved: contents }, '');
}

/** Fills the empty fields, presses the button of the submit that waits, and restores a lost focus. */
export async function restoreForms(snapshot: FormsSnapshot): Promise<void> {
  let button = document.getElementById(
    snapshot.pressed,
  ) as HTMLButtonElement | null;
  for (const [id, text, isTicked] of snapshot.fields) {
    const field = document.getElementById(id) as HTMLInputElement | null;
    if (!field) continue;
    // A text that the visitor has typed since then stays. A select has a value from the start.
    if (!field.value || field.matches('select')) field.value = text;
    field.checked ||= isTicked;
    // The visitor has changed a text since the press, so the press no longer counts.
    if (field.value !== text && field.form === button?.form) button = null;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  // React enables the button in a microtask after `input`.
  await Promise.resolve();
  button?.click();
  // This comes last, because an add-on may have replaced `focus` by a function that throws.
  restoreFocus(snapshot.focused);
}

/** Moves the focus to an element, unless another element has the focus. */
export function restoreFocus(id: string): void {
  if (document.activeElement === document.body)
    document.getElementById(id)?.focus({ preventScroll: true });
}

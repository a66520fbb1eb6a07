/** The buttons whose press is kept until their island is live, each with its field's text at that moment. */
export const kept = new Map<HTMLButtonElement, string | undefined>();

/** The field that a button submits; the header's has none. */
export const fieldOf = (button: HTMLButtonElement) =>
  button.form?.querySelector('input');

addEventListener('click', keepClick, true);
addEventListener('keydown', keepEnter, true);
addEventListener('input', dropChanged, true);

// A click on a disabled button, which has no pointer events, reaches its parent.
function keepClick({ target }: Event) {
  const disabled = ':scope > :disabled';
  const element = target as Element;
  keep(element.closest('button') ?? element.querySelector(disabled));
}

// The Enter that ends a composition has the code 229 in every browser; in Safari it
// comes after the composition, so that `isComposing` is false.
function keepEnter({ target, key, keyCode }: KeyboardEvent) {
  const { form } = target as HTMLInputElement;
  if (key === 'Enter' && keyCode !== 229) keep(form?.querySelector('button'));
}

/**
 * Keeps a press, unless the island is live, or the field is empty or invalid: it could
 * submit while the visitor is still typing. `reportValidity` shows the browser's
 * message at once. Of presses in two forms only the last is kept.
 */
export function keep(button?: HTMLButtonElement | null) {
  if (!button?.closest('[ssr]')) return;
  const field = fieldOf(button);
  if (field && !(field.value && field.reportValidity())) return;
  for (const other of kept.keys()) if (field && other.form) drop(other);
  kept.set(button, field?.value);
  button.setAttribute('aria-busy', 'true');
}

function drop(button: HTMLButtonElement) {
  kept.delete(button);
  button.removeAttribute('aria-busy');
}

function dropChanged() {
  for (const [button, text] of kept)
    if (fieldOf(button)?.value !== text) drop(button);
}

/** Presses the buttons of live islands whose press is kept. */
export function replayPresses() {
  dropChanged();
  for (const button of kept.keys()) {
    if (button.closest('[ssr]')) continue;
    drop(button);
    button.click();
  }
}

/**
 * The controls in an island: static HTML, into which others write as well, such as
 * translators and add-ons. So they are looked up anew each time, by name or type, wherever
 * they have been moved.
 */

export const formOf = (island: Element) => island.querySelector('form');

/** The button that submits an island's form, or the first button of an island without one. */
export const buttonOf = (island: Element) =>
  island.querySelector<HTMLButtonElement>(
    formOf(island) ? 'form [type=submit]' : 'button',
  );

/** The fields of an island's form, one of each name: of a field that somebody has doubled, the one with text. */
export function fieldsOf(island: Element): HTMLInputElement[] {
  const fields: Record<string, HTMLInputElement> = {};
  for (const field of island.querySelectorAll<HTMLInputElement>('form [name]'))
    if (!fields[field.name]?.value) fields[field.name] = field;
  return Object.values(fields);
}

/** Disables the button of an island's form while a required field is empty, or a field disabled. */
export function updateButton(island: Element): void {
  const button = buttonOf(island);
  if (button && formOf(island))
    button.disabled = fieldsOf(island).some(
      ({ disabled, required, value }) => disabled || (required && !value),
    );
}

/**
 * Puts one of a button's labels into it, so that the button has one name. The others
 * stand behind it, unseen, and keep it as large as the largest of them.
 */
export function showLabel(island: Element, name: string): void {
  for (const label of island.querySelectorAll('[data-label]')) {
    const isShown = label.getAttribute('data-label') === name;
    const place = isShown ? buttonOf(island) : island.querySelector('.behind');
    if (!place?.contains(label)) place?.append(label);
  }
}

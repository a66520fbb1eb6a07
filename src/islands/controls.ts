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
  const isIncomplete = fieldsOf(island).some(
    ({ disabled, required, value }) => disabled || (required && !value),
  );
  const buttons =
    island.querySelectorAll<HTMLButtonElement>('form [type=submit]');
  for (const button of buttons) button.disabled = isIncomplete;
}

/** Gives an island's button a copy of one of the labels that stand behind it: a button has one label at a time, and so one name. */
export function showLabel(island: Element, name: string): void {
  const label = island.querySelector(`.behind [data-label=${name}]`);
  for (const shown of island.querySelectorAll('button [data-label]'))
    if (label && shown.getAttribute('data-label') !== name)
      shown.replaceWith(label.cloneNode(true));
}

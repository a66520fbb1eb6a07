import { caretOf, setCaret } from './caret';

/** What a visitor has done in an island; neither a reload nor a new drawing may lose it. */
export interface IslandState {
  /** What the fields of its form hold, by their names. */
  texts: Record<string, FormDataEntryValue>;
  /** The name of the field that has the focus in it, or of another element's tag. */
  focused: string | undefined;
  /** When its button was pressed, as `Date.now()` tells it. */
  pressedAt: string | null;
}

/** The attributes of an island whose press is kept: the texts that it was made with, and when. */
export const pressed = 'data-pressed';
export const pressedAt = 'data-pressed-at';

export const formOf = (island: Element) => island.querySelector('form');

/** The button that submits an island's form, or its only one. Add-ons may have put others into the form. */
export function buttonOf(island: Element) {
  const selector = formOf(island) ? '[type=submit]' : 'button';
  return island.querySelector<HTMLButtonElement>(selector);
}

/** What the fields of an island's form hold. Those of add-ons count as well. */
export function textsOf(island: Element): IslandState['texts'] {
  const form = formOf(island);
  return form ? Object.fromEntries(new FormData(form)) : {};
}

/** Whether a press that is kept still belongs to the texts that it was made with. Add-ons may have taken fields of theirs away. */
export function isPressValid(island: Element): boolean {
  const texts = textsOf(island);
  const before: IslandState['texts'] = JSON.parse(
    island.getAttribute(pressed) ?? '{}',
  );
  return Object.entries(before).every(
    ([name, text]) => (texts[name] ?? text) === text,
  );
}

export function dropPress(island: Element): void {
  island.removeAttribute(pressed);
  island.removeAttribute(pressedAt);
  buttonOf(island)?.removeAttribute('aria-busy');
}

/** The element in an island that has the focus. Not by `:focus`, which matches in an active window only. */
export function focusIn(island: Element): Element | undefined {
  const { activeElement } = document;
  return activeElement && island.contains(activeElement)
    ? activeElement
    : undefined;
}

export function readState(island: Element): IslandState {
  const focus = focusIn(island);
  return {
    texts: textsOf(island),
    focused: focus?.getAttribute('name') ?? focus?.localName,
    pressedAt: island.getAttribute(pressedAt),
  };
}

/**
 * Gives an island its texts and the focus back, where they are lost.
 *
 * @param lostField the field that had the focus, if it is not on the page any more
 */
export function restoreState(
  island: Element,
  { texts, focused }: IslandState,
  lostField?: HTMLInputElement,
): void {
  const fields = [...island.querySelectorAll<HTMLInputElement>('[name]')];
  for (const field of fields) {
    const text = texts[field.name];
    if (!text || field.value) continue;
    field.value = String(text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (!focused || focusIn(island)) return;
  const caret = lostField && caretOf(lostField);
  const field = fields.find(({ name }) => name === focused);
  const target = field ?? island.querySelector<HTMLElement>(focused);
  target?.focus({ preventScroll: true });
  if (field && caret !== undefined) setCaret(field, caret);
}

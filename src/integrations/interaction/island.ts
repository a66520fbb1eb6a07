import { setCaret } from './caret';

/** What a visitor has done in an island; neither a reload nor a new drawing may lose it. */
export interface IslandState {
  /** What the fields of its form hold, by their names. */
  texts: Record<string, FormDataEntryValue>;
  /** A selector of what has the focus in it. */
  focused: string | undefined;
  /** Where the caret was in it, if that is not the end. */
  caret?: number;
  isPressed: boolean;
}

export const formOf = (island: Element) => island.querySelector('form');

/** The button that submits an island's form, or its only one. Add-ons may have put others into the form. */
export function buttonOf(island: Element) {
  const selector = formOf(island) ? '[type=submit]' : 'button';
  return island.querySelector<HTMLButtonElement>(selector);
}

export function textsOf(island: Element): IslandState['texts'] {
  const form = formOf(island);
  return form ? Object.fromEntries(new FormData(form)) : {};
}

/** The attribute of an island whose press is kept. It holds the texts that the press was made with. */
export const pressed = 'data-pressed';

export function dropPress(island: Element): void {
  island.removeAttribute(pressed);
  buttonOf(island)?.removeAttribute('aria-busy');
}

export function readState(island: Element): IslandState {
  const focus = island.querySelector(':focus');
  const name = focus?.getAttribute('name');
  return {
    texts: textsOf(island),
    focused: name ? `[name="${name}"]` : focus?.localName,
    isPressed: island.hasAttribute(pressed),
  };
}

/** Gives an island its texts, the focus and the caret back, where they are lost. */
export function restoreState(
  island: Element,
  { texts, focused, caret }: IslandState,
): void {
  for (const [name, text] of Object.entries(texts)) {
    const field = island.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (!field || field.value || !text) continue;
    field.value = String(text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (!focused || island.querySelector(':focus')) return;
  const target = island.querySelector<HTMLInputElement>(focused);
  target?.focus({ preventScroll: true });
  if (target && caret !== undefined) setCaret(target, caret);
}

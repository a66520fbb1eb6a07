/**
 * Where the caret of a field is that is not on the page any more. No API tells it of an
 * e-mail field, but a character that is typed into it does: for that the field comes
 * back for a moment.
 */
export function caretOf(field: HTMLInputElement): number {
  const mark = '\u0001';
  document.body.append(field);
  field.focus({ preventScroll: true });
  document.execCommand('insertText', false, mark);
  field.remove();
  return field.value.indexOf(mark);
}

/** Sets the caret of a field. It can be set while the field is one for any text. */
export function setCaret(field: HTMLInputElement, caret: number): void {
  const { type } = field;
  field.type = 'text';
  field.setSelectionRange(caret, caret);
  field.type = type;
}

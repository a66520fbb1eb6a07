/**
 * Saves what the visitor has entered in an island, and where the focus is. The returned function restores both:
 * if a translator or an add-on has changed the island, React draws it anew, with empty fields and without the focus.
 */
export function saveFields(island: ParentNode): () => void {
  const fields = island.querySelectorAll<HTMLInputElement>('form [name]');
  const saved = Array.from(fields, ({ id, value, checked }) => ({
    id,
    value,
    checked,
  }));
  const focused = document.activeElement?.id ?? '';

  return () => {
    for (const { id, value, checked } of saved) {
      const field = document.getElementById(id) as HTMLInputElement | null;
      if (!field) continue;
      // A text that the visitor has typed since then stays. A select has a value from the start.
      if (!field.value || field.matches('select')) field.value = value;
      field.checked = checked;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    // An element that has the focus keeps it.
    if (document.activeElement === document.body)
      document.getElementById(focused)?.focus();
  };
}

/**
 * In the page: fills what forms require besides the e-mail. It uses nothing from outside the
 * function, so that the driver of every browser can send it.
 */
export function fillOtherFields() {
  const selector = 'form :required:not([name=email])';
  for (const field of document.querySelectorAll(selector)) {
    if (field instanceof HTMLSelectElement)
      field.selectedIndex = field.length - 1;
    else if (field instanceof HTMLInputElement) {
      if (field.type === 'checkbox') field.checked = true;
      else field.value = 'anything';
    }
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

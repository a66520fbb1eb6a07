/** In the page: fills what forms require besides the e-mail. It uses nothing from outside, so that every browser's driver can send it. */
export function fillOtherFields() {
  const selector = 'form :required:not([name=email])';
  for (const input of document.querySelectorAll<HTMLInputElement>(selector)) {
    if (input.type === 'checkbox') input.checked = true;
    else input.value = 'anything';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/**
 * What is seen of a form: the words of each part, or its name if its words are an editor's;
 * and, as `announced`, what its live region says.
 */
export type SeenForm = Record<string, string>;

/**
 * In the page: reads what is seen of each form, by the form's id, and what has the focus, as
 * "join field", or an element's name. A part is seen if it is visible and has a size; it is
 * "covered" if something of another block is drawn over its middle. To find that out, it
 * scrolls each form into view, and then the page back to its place. It uses nothing from
 * outside, so that every browser's driver can send it.
 */
export function readForms() {
  const parts = {
    icon: '.waitlist-icon',
    field: '[name=email]',
    button: 'form button',
    spinner: 'form button svg',
    group: '.waitlist-group',
    confirmation: '.waitlist-success',
    message: '.waitlist-error',
    proof: '.waitlist-proof p',
    notice: '#kept',
  };
  const { group, confirmation, message, notice } = parts;
  const blocks = `${group}, ${confirmation}, ${message}, .waitlist-proof, ${notice}`;
  const isSeen = (part: Element) => {
    const { width, height } = part.getBoundingClientRect();
    return (
      width * height > 0 && getComputedStyle(part).visibility === 'visible'
    );
  };
  const isCovered = (part: Element) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    const drawn = document.elementFromPoint(x + width / 2, y + height / 2);
    return drawn?.closest(blocks) !== part.closest(blocks);
  };
  const wordsOf = (name: string, part: HTMLElement) => {
    if (part instanceof HTMLInputElement) return part.value || part.placeholder;
    const isOurs = ['button', 'confirmation', 'message'].includes(name);
    return isOurs ? part.innerText.replace(/\s+/g, ' ').trim() : name;
  };

  function readForm(form: HTMLElement): SeenForm {
    form.scrollIntoView({ block: 'center', behavior: 'instant' });
    const seen: SeenForm = {};
    for (const [name, selector] of Object.entries(parts)) {
      const part = form.querySelector<HTMLElement>(selector);
      if (!part || !isSeen(part) || name === 'group') continue;
      seen[name] = wordsOf(name, part);
      if (part.matches(':disabled')) seen[name] += ', disabled';
      if (isCovered(part)) seen[name] += ', covered';
    }
    const announced = form.querySelector('[role=status]')?.textContent;
    if (announced) seen['announced'] = announced;
    return seen;
  }

  function nameOfFocus(): string {
    const { activeElement } = document;
    const entries = Object.entries(parts);
    const [name] =
      entries.find(([, part]) => activeElement?.matches(part)) ?? [];
    const form = activeElement?.closest('.waitlist');
    return name ? `${form?.id} ${name}` : (activeElement?.localName ?? '');
  }

  const { scrollY } = window;
  const forms = [...document.querySelectorAll<HTMLElement>('.waitlist')];
  const seen = {
    forms: Object.fromEntries(forms.map((form) => [form.id, readForm(form)])),
    focus: nameOfFocus(),
  };
  scrollTo({ top: scrollY, behavior: 'instant' });
  return seen;
}

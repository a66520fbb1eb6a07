/**
 * What is seen of a form: the words of each part, or its name if its words are an editor's;
 * and, as `announced`, what its live region says.
 */
export type SeenForm = Record<string, string>;

/**
 * In the page: reads what is seen of each form, by the form's id, and what has the focus, as
 * "join field", or an element's name. A part is seen if it is visible and has a size; it is
 * "covered" if something of another block is drawn over its middle. To find that out, it
 * scrolls each form into view, and then the page back to its place.
 */
export function readForms() {
  const blocks = {
    group: '.waitlist-group',
    confirmation: '.waitlist-success',
    message: '.waitlist-error',
    proof: '.waitlist-proof',
    sent: '.waitlist-sent',
    notice: '#kept',
  };
  // An editor's line beside one of these texts is not read.
  const words = {
    button: 'form button',
    confirmation: `${blocks.confirmation} [id]`,
    message: `${blocks.message} [id]`,
    sent: blocks.sent,
  };
  const parts = {
    ...words,
    icon: '.waitlist-icon',
    field: '[name=email]',
    spinner: 'form button svg',
    proof: `${blocks.proof} p`,
    notice: blocks.notice,
  };
  const isSeen = (part: Element) => {
    const { width, height } = part.getBoundingClientRect();
    return (
      width * height > 0 && getComputedStyle(part).visibility === 'visible'
    );
  };
  const isCovered = (part: Element) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    const drawn = document.elementFromPoint(x + width / 2, y + height / 2);
    const block = Object.values(blocks).join();
    return drawn?.closest(block) !== part.closest(block);
  };
  const wordsOf = (name: string, part: HTMLElement) => {
    if (part instanceof HTMLInputElement) return part.value || part.placeholder;
    return name in words ? part.innerText.replace(/\s+/g, ' ').trim() : name;
  };

  function readForm(form: HTMLElement): SeenForm {
    form.scrollIntoView({ block: 'center', behavior: 'instant' });
    const seen: SeenForm = {};
    for (const [name, selector] of Object.entries(parts)) {
      const part = form.querySelector<HTMLElement>(selector);
      if (!part || !isSeen(part)) continue;
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
    const [name] =
      Object.entries({ field: parts.field, ...blocks }).find(([, part]) =>
        activeElement?.matches(part),
      ) ?? [];
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

/** What is seen of a form: of each part the words, or its name if its words are an editor's. */
export type SeenForm = Record<string, string>;

/**
 * In the page: reads what is seen of both forms, not what is in the document; what has the
 * focus, as "first field", or an element's name; and what the live regions say. A part is seen
 * if it is visible and has a size; it is "covered" if something of another block is drawn over
 * its middle. For that each form is scrolled into view, and then the page back to its place.
 * Uses nothing from outside, so that every browser's driver can send it.
 */
export function readForms() {
  const parts = {
    icon: '.waitlist-mail',
    field: '[name=email]',
    button: 'form button',
    spinner: 'form button svg',
    group: '.waitlist-form',
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
    return seen;
  }

  function nameOfFocus(): string {
    const { activeElement } = document;
    const entries = Object.entries(parts);
    const [name] =
      entries.find(([, part]) => activeElement?.matches(part)) ?? [];
    const which = first?.contains(activeElement) ? 'first' : 'last';
    return name ? `${which} ${name}` : (activeElement?.localName ?? '');
  }

  const [first, last] = document.querySelectorAll<HTMLElement>('.waitlist');
  if (!first || !last) throw new Error('The page has no two forms.');
  const { scrollY } = window;
  const regions = document.querySelectorAll('[role=status]');
  const seen = {
    first: readForm(first),
    last: readForm(last),
    focus: nameOfFocus(),
    announced: Array.from(regions, ({ textContent }) => textContent),
  };
  scrollTo({ top: scrollY, behavior: 'instant' });
  return seen;
}

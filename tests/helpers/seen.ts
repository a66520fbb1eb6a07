/** What is seen of a form: the words of each part, without those that are not seen. */
export type SeenForm = Partial<
  Record<
    | 'icon'
    | 'field'
    | 'button'
    | 'spinner'
    | 'confirmation'
    | 'message'
    | 'proof'
    | 'notice',
    string
  >
>;

/** What a visitor sees of both forms, what has the focus, and what the live regions say. */
export interface Seen {
  first: SeenForm;
  last: SeenForm;
  /** A part of a form, as "first field", or the name of another element. */
  focus: string;
  announced: string[];
}

/**
 * In the page: reads what is seen, not what is in the document. A part is seen if it is visible
 * and has a size; it is "covered" if something of another block is drawn over its middle. For
 * that each form is scrolled into view, and then the page back to its place. Uses nothing from
 * outside, so that every browser's driver can send it.
 */
export function readForms(): Seen {
  const blocks =
    '.waitlist-form, .waitlist-success, .waitlist-error, .waitlist-proof, #kept';
  const isSeen = (part: Element) => {
    const { width, height } = part.getBoundingClientRect();
    const { visibility } = getComputedStyle(part);
    return width * height > 0 && visibility === 'visible';
  };
  const isCovered = (part: Element) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    const drawn = document.elementFromPoint(x + width / 2, y + height / 2);
    return drawn?.closest(blocks) !== part.closest(blocks);
  };
  const wordsOf = (part: HTMLElement) =>
    part.innerText.replace(/\s+/g, ' ').trim();
  const ending = (part: Element) =>
    part.matches(':disabled') ? ', disabled' : '';

  function readForm(form: HTMLElement): SeenForm {
    form.scrollIntoView({ block: 'center', behavior: 'instant' });
    const seen: SeenForm = {};
    const read = (
      name: keyof SeenForm,
      selector: string,
      describe: (part: HTMLElement) => string,
    ) => {
      const part = form.querySelector<HTMLElement>(selector);
      if (part && isSeen(part))
        seen[name] = describe(part) + (isCovered(part) ? ', covered' : '');
    };
    read('icon', '.waitlist-mail', () => 'mail');
    read('field', 'input', (field) => {
      const { value, placeholder } = field as HTMLInputElement;
      return (value || placeholder) + ending(field);
    });
    read('button', 'form button', (button) => wordsOf(button) + ending(button));
    read('spinner', 'form button svg', () => 'spinner');
    read('confirmation', '.waitlist-success', wordsOf);
    read('message', '.waitlist-error', wordsOf);
    read('proof', '.waitlist-proof p', () => 'proof');
    read('notice', '#kept', () => 'notice');
    return seen;
  }

  function readFocus(): string {
    const { activeElement } = document;
    const parts = {
      group: '.waitlist-form',
      field: '.waitlist input',
      confirmation: '.waitlist-success',
    };
    const [part] =
      Object.entries(parts).find(([, selector]) =>
        activeElement?.matches(selector),
      ) ?? [];
    const which = first?.contains(activeElement) ? 'first' : 'last';
    return part ? `${which} ${part}` : (activeElement?.localName ?? '');
  }

  const [first, last] = document.querySelectorAll<HTMLElement>('.waitlist');
  if (!first || !last) throw new Error('The page has no two forms.');
  const { scrollY } = window;
  const seen = {
    first: readForm(first),
    last: readForm(last),
    focus: readFocus(),
    announced: Array.from(
      document.querySelectorAll('[role=status]'),
      ({ textContent }) => textContent,
    ),
  };
  scrollTo({ top: scrollY, behavior: 'instant' });
  return seen;
}

import type { Page } from '@playwright/test';

/** A part of a form that a visitor may see. */
interface Part {
  selector: string;
  /**
   * A selector of an ancestor, or of the part itself. If the element at the part's middle is outside
   * this box, the part is covered.
   */
  box: string;
  /** Whether a test reads the part's words. The words of other parts are an editor's. */
  hasFixedWords?: true;
}

const parts: Record<string, Part> = {
  icon: { selector: '.waitlist-icon', box: 'form' },
  field: { selector: '[name=email]', box: 'form', hasFixedWords: true },
  button: { selector: 'form button', box: 'form', hasFixedWords: true },
  spinner: { selector: 'form button svg', box: 'form' },
  // An editor's line beside a confirmation or a message is not read.
  confirmation: {
    selector: '.waitlist-success [id]',
    box: '.waitlist-success',
    hasFixedWords: true,
  },
  message: {
    selector: '.waitlist-error [id]',
    box: '.waitlist-error',
    hasFixedWords: true,
  },
  sent: {
    selector: '.waitlist-sent',
    box: '.waitlist-sent',
    hasFixedWords: true,
  },
  contact: { selector: '.waitlist-error a', box: '.waitlist-error' },
  proof: { selector: '.waitlist-proof p', box: '.waitlist-proof' },
  notice: { selector: '#kept', box: '#kept' },
};

/** The parts of a form that can have the focus. */
const focusable = {
  field: '[name=email]',
  group: '.waitlist-group',
  confirmation: '.waitlist-success',
};

/**
 * The parts of a form that are seen, each with its words, or with its own name if its words are
 * an editor's. The value may end with ", disabled", ", covered", or both. `announced` is what the
 * form's live region says.
 */
export type SeenForm = Record<string, string>;

/**
 * Reads what a visitor sees of each form, by the form's id; and what has the focus, as
 * "join field", or as the name of an element outside the forms' parts.
 */
export const readForms = (page: Page) =>
  page.evaluate(readFormsInPage, { parts, focusable });

function readFormsInPage(given: {
  parts: Record<string, Part>;
  focusable: Record<string, string>;
}) {
  const forms = [...document.querySelectorAll<HTMLElement>('.waitlist')];
  for (const [name, { selector }] of Object.entries(given.parts))
    if (!forms.some((form) => form.querySelector(selector)))
      throw new Error(
        `No form has the selector ${selector}. If its class was renamed, rename "${name}" in tests/helpers/seen.ts, too.`,
      );

  // A part is covered or not only where it is in the window.
  const { scrollY } = window;
  const seen = forms.map((form) => {
    form.scrollIntoView({ block: 'center', behavior: 'instant' });
    return [form.id, readForm(form)] as const;
  });
  scrollTo({ top: scrollY, behavior: 'instant' });
  return { forms: Object.fromEntries(seen), focus: nameOfFocus() };

  function readForm(form: HTMLElement): Record<string, string> {
    const read: Record<string, string> = {};
    for (const [name, part] of Object.entries(given.parts)) {
      const element = form.querySelector<HTMLElement>(part.selector);
      if (!element || !isVisible(element)) continue;
      const words = part.hasFixedWords ? wordsOf(element) : name;
      const disabled = element.matches(':disabled') ? ', disabled' : '';
      const covered = isCovered(element, part.box) ? ', covered' : '';
      read[name] = words + disabled + covered;
    }
    const announced = form.querySelector('[role=status]')?.textContent;
    if (announced) read['announced'] = announced;
    return read;
  }

  function isVisible(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    const { visibility } = getComputedStyle(element);
    return width * height > 0 && visibility === 'visible';
  }

  function isCovered(element: Element, box: string): boolean {
    const { x, y, width, height } = element.getBoundingClientRect();
    const drawn = document.elementFromPoint(x + width / 2, y + height / 2);
    return !element.closest(box)?.contains(drawn);
  }

  function wordsOf(element: HTMLElement): string {
    if (element instanceof HTMLInputElement)
      return element.value || element.placeholder;
    return element.innerText.replace(/\s+/g, ' ').trim();
  }

  function nameOfFocus(): string {
    const focused = document.activeElement ?? document.body;
    const form = focused.closest('.waitlist');
    for (const [name, selector] of Object.entries(given.focusable))
      if (form && focused.matches(selector)) return `${form.id} ${name}`;
    return focused.localName;
  }
}

import type { Page } from '@playwright/test';

/** The parts of a form that a visitor may see. */
const parts = {
  icon: '.waitlist-icon',
  field: '[name=email]',
  button: 'form button',
  spinner: 'form button svg',
  // An editor's line beside a confirmation or a message is not read.
  confirmation: '.waitlist-success [id]',
  message: '.waitlist-error [id]',
  sent: '.waitlist-sent',
  proof: '.waitlist-proof p',
  notice: '#kept',
};

/** The parts of a form that can have the focus. */
const focusable = {
  field: '[name=email]',
  group: '.waitlist-group',
  confirmation: '.waitlist-success',
};

/**
 * The parts of a form that are seen, each with its words. The value may end with ", disabled",
 * ", covered", or both. `announced` is what the form's live region says.
 */
export type SeenForm = Record<string, string | undefined>;

/**
 * Reads what a visitor sees of each form, by the form's id; and what has the focus, as
 * "join field", or as the name of an element outside the forms' parts.
 */
export const readForms = (page: Page) =>
  page.evaluate(readFormsInPage, { parts, focusable });

function readFormsInPage(given: {
  parts: Record<string, string>;
  focusable: Record<string, string>;
}) {
  // A part is covered or not only where it is in the window.
  const { scrollY } = window;
  const forms: Record<string, SeenForm> = {};
  for (const form of document.querySelectorAll<HTMLElement>('.waitlist')) {
    form.scrollIntoView({ block: 'center', behavior: 'instant' });
    forms[form.id] = readForm(form);
  }
  scrollTo({ top: scrollY, behavior: 'instant' });

  const focused = document.activeElement ?? document.body;
  const [focusedPart] =
    Object.entries(given.focusable).find(([, selector]) =>
      focused.matches(selector),
    ) ?? [];
  const focus = focusedPart
    ? `${focused.closest('.waitlist')?.id} ${focusedPart}`
    : focused.localName;
  return { forms, focus };

  function readForm(form: HTMLElement): SeenForm {
    const read: SeenForm = {};
    for (const [name, selector] of Object.entries(given.parts)) {
      const element = form.querySelector<HTMLElement>(selector);
      if (!element || !isVisible(element)) continue;
      const disabled = element.matches(':disabled') ? ', disabled' : '';
      const covered = isCovered(element) ? ', covered' : '';
      read[name] = wordsOf(element) + disabled + covered;
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

  /** Whether the element at the part's middle belongs to something else than the form or the line of the part. */
  function isCovered(element: Element): boolean {
    const { x, y, width, height } = element.getBoundingClientRect();
    const drawn = document.elementFromPoint(x + width / 2, y + height / 2);
    const box = element.closest(
      'form, .waitlist-success, .waitlist-error, .waitlist-sent, .waitlist-proof, #kept',
    );
    return !box?.contains(drawn);
  }

  function wordsOf(element: HTMLElement): string {
    if (element instanceof HTMLInputElement)
      return element.value || element.placeholder;
    // A drawing has no words.
    return element.innerText?.replace(/\s+/g, ' ').trim() ?? '';
  }
}

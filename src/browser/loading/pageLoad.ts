import { pageUrl } from '../../stores/page-url.ts';
import { responseTimeout, wait } from '../../stores/timeouts.ts';

/** What a visitor has done in the forms. It is restored in forms that React or a page load has drawn anew. */
export interface FormsContents {
  fields: { id: string; value: string; checked: boolean }[];
  /** The id of the element with the focus; empty if there is none. */
  focused: string;
  /** The id of the form whose submit waits for the scripts; empty if there is none. */
  submitted: string;
}

export function readForms(root: ParentNode, submitted: string): FormsContents {
  const fields = root.querySelectorAll<HTMLInputElement>('form [name]');
  return {
    fields: Array.from(fields, ({ id, value, checked }) => ({
      id,
      // An add-on's field may have a function here, which no page can save.
      value: String(value),
      checked,
    })),
    focused: document.activeElement?.id ?? '',
    submitted,
  };
}

/**
 * Fills the empty fields, submits the form whose submit waits, and moves the focus back.
 *
 * @param contents without fields if another program has written into `history.state`
 */
export function restoreForms(contents: Partial<FormsContents>): void {
  for (const { id, value, checked } of contents.fields ?? []) {
    const field = document.getElementById(id) as HTMLInputElement | null;
    if (!field) continue;
    // A text that the visitor has typed since then stays. A select has a value from the start.
    if (!field.value || field.matches('select')) field.value = value;
    field.checked = checked;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  document
    .querySelector(`[id="${contents.submitted}"] form`)
    ?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  // This comes last, because an add-on may have replaced `focus` by a function that throws.
  restoreFocus(contents);
}

/** Moves the focus back, unless another element has the focus. */
export function restoreFocus({ focused = '' }: Partial<FormsContents>): void {
  const element = document.getElementById(focused);
  if (!element || document.activeElement !== document.body) return;
  element.focus();
  element.scrollIntoView({ block: 'nearest' });
}

/**
 * Loads the page anew, and saves the contents of the forms for the loaded page. The page first fetches
 * itself: offline, the browser would replace the page by an error page, and Chromium 156 would forget what
 * is saved. Resolves if the visitor is still on this page: the fetch has failed or has had no answer for 15
 * seconds, or somebody has stopped the page load, which began 15 seconds ago.
 */
export async function loadPage(contents: FormsContents): Promise<void> {
  const page = await Promise.race([
    // An add-on may have replaced `fetch` by a function that throws. A promise rejects then.
    new Promise<Response>((resolve) => resolve(fetch(pageUrl()))),
    wait(responseTimeout),
  ]).catch(() => undefined);
  if (!page?.ok) return;
  history.replaceState({ forms: contents }, '');
  location.reload();
  await wait(responseTimeout);
  history.replaceState(null, '');
}

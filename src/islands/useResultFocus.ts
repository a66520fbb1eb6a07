import { useLayoutEffect, useRef } from 'react';
import { afterPaint } from '../browser/afterPaint.ts';
import { focusForm } from '../browser/formElements.ts';
import type { WaitlistState } from '../stores/waitlist.ts';

/**
 * Moves the focus with the state of a submit, so that a screen reader says each result once:
 * - while joining, onto the form's group, because the field is disabled and would lose the focus;
 * - after success, onto the confirmation;
 * - after an error, back into the field, which the error message describes.
 * The hook also scrolls the result into view. If the visitor has moved on meanwhile, for example to
 * a link, the focus and the scroll position stay, and the live region announces the result. If the
 * visitor has moved on to another form, the hook moves the focus inside that form.
 *
 * Every form calls this hook. The hook of the submitted form does all this. In another form the hook only
 * empties the live region.
 *
 * @param message the words for the result, which the live region announces
 * @returns the ref that the form gives to its live region
 */
export function useResultFocus(
  formId: string,
  state: WaitlistState,
  message: string,
) {
  const liveRegion = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const announce = (text: string) => {
      if (liveRegion.current) liveRegion.current.textContent = text;
    };
    if (state.status === 'idle') return;
    if (state.formId !== formId) return announce('');

    const showState = () => {
      const root = rootOfVisitor(formId);
      announce(root ? '' : message);
      if (!root) return;
      focusForm(root);
      // If the caret stayed in the disabled field, Orca 43 with Chromium 156 said a success twice to a
      // visitor who had read on.
      if (state.status === 'loading') return getSelection()?.empty();
      // The browser scrolls to the sent e-mail, and then to the result. So if a low window has no room for
      // both, the visitor sees the result. `nearest` scrolls as little as possible.
      for (const part of ['sent', state.status])
        root
          .querySelector(`.waitlist-${part}`)
          ?.scrollIntoView({ block: 'nearest' });
    };
    // `showState` runs after the effect: in an effect, an add-on's `focus` that throws would unmount the form.
    // An error is painted first: Orca 43 with Chromium 156 repeats an error that has the focus before that.
    if (state.status === 'error') afterPaint(showState);
    else queueMicrotask(showState);
  }, [formId, state, message]);

  return liveRegion;
}

/**
 * Finds the root element of the form that the visitor is at: the form with the focus or, if no
 * element has the focus, the submitted form. Returns null if that form is out of view, or if an
 * element outside of the forms has the focus.
 */
function rootOfVisitor(usedFormId: string): HTMLElement | null {
  const { activeElement, body } = document;
  const group =
    activeElement === body
      ? document.getElementById(usedFormId)?.querySelector('.waitlist-group')
      : activeElement?.closest('.waitlist-group');
  if (!group) return null;
  const { top, bottom } = group.getBoundingClientRect();
  // The header covers what is above `scroll-padding`.
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const isInView =
    bottom >= (parseFloat(scrollPaddingTop) || 0) && top <= innerHeight;
  return isInView ? group.closest<HTMLElement>('[data-status]') : null;
}

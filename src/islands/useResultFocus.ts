import { useLayoutEffect, useRef } from 'react';
import type { WaitlistState } from '../stores/waitlist.ts';
import { focusForm } from './goToForm.ts';

/**
 * Moves the focus through the states of a submit: while joining onto the form's group, since
 * a disabled field would lose it; then onto the confirmation, or back into the field, which
 * the error describes, with the message in view. So a screen reader says each result once.
 * A visitor who has gone on keeps focus and place, and hears the result from the live region.
 * Every form calls this hook; only the hook of the submitted form acts. If the visitor is at
 * another form meanwhile, it moves the focus into that one.
 *
 * @returns the ref of the live region, for the form to set
 */
export function useResultFocus(formId: string, state: WaitlistState) {
  const liveRegion = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const announce = (text: string) => {
      if (liveRegion.current) liveRegion.current.textContent = text;
    };
    if (state.status === 'idle') return;
    if (state.formId !== formId) return announce('');
    const message = 'message' in state ? state.message : '';
    let isOver = false;

    const showState = () => {
      if (isOver) return;
      const root = rootOfVisitor(formId);
      announce(root ? '' : message);
      if (!root) return;
      focusForm(root);
      // With the caret in the disabled field Orca 43 over Chromium 156 said a success twice to a
      // visitor who had read on.
      if (state.status === 'loading') return getSelection()?.empty();
      // The result comes last: in a low window it is in view, and the line with the e-mail where
      // both fit. With `nearest` a browser scrolls as little as it can.
      for (const part of ['sent', state.status])
        root
          .querySelector(`.waitlist-${part}`)
          ?.scrollIntoView({ block: 'nearest' });
    };
    // After the effect: an add-on's own `focus` may throw, and an error inside an effect makes
    // React remove the form.
    if (state.status === 'error') afterPaint(showState);
    else queueMicrotask(showState);
    return () => {
      isOver = true;
    };
  }, [formId, state]);

  return liveRegion;
}

/**
 * The root of the form that a visitor is at: the one with the focus, or if nothing has it the
 * one that was used; null if that is out of view.
 */
function rootOfVisitor(usedFormId: string): HTMLElement | null {
  const { activeElement, body } = document;
  const group =
    activeElement === body
      ? document.querySelector(`#${usedFormId} .waitlist-group`)
      : activeElement?.closest('.waitlist-group');
  if (!group) return null;
  const { top, bottom } = group.getBoundingClientRect();
  const isInView = bottom >= 0 && top <= innerHeight;
  return isInView ? group.closest<HTMLElement>('[data-status]') : null;
}

/**
 * Calls back once what was drawn is on the screen. A field that takes the focus before that is
 * spoken by Orca 43 over Chromium 156 with its error, and then the error once more.
 */
function afterPaint(callback: () => void) {
  requestAnimationFrame(() => setTimeout(callback));
}

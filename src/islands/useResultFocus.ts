import { useLayoutEffect, useRef } from 'react';
import type { WaitlistState } from '../stores/waitlist.ts';

/**
 * Moves the focus through the states of a form: while joining to its group, since a
 * disabled field would lose it; then to the confirmation, or back to the field, which the
 * error describes. So a screen reader says each result once. A visitor who has gone on
 * keeps the focus, and hears the result from the live region `announcement`.
 *
 * @param id the id of the form; one that was not used gives up its last announcement
 * @returns the refs of the elements, for the form to set
 */
export function useResultFocus(id: string, state: WaitlistState) {
  const group = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const confirmation = useRef<HTMLDivElement>(null);
  const announcement = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    if (state.status === 'idle') return;
    if (state.form !== id) {
      if (announcement.current) announcement.current.textContent = '';
      return;
    }
    const targets = { loading: group, success: confirmation, error: field };
    const target = targets[state.status].current;
    const message = 'message' in state ? state.message : '';

    const announceResult = () => {
      const isHere = isVisitorAt(group.current);
      if (announcement.current)
        announcement.current.textContent = isHere ? '' : message;
      if (isHere) target?.focus({ preventScroll: true });
    };
    // Outside the effect: add-ons replace `focus` by functions of their own, and if one threw
    // there, React would remove the form.
    if (state.status === 'error') afterPaint(announceResult);
    else queueMicrotask(announceResult);
  }, [id, state]);

  return { group, field, confirmation, announcement };
}

/** Whether a visitor is still at a form: it is in view, and the focus is in it or nowhere. */
function isVisitorAt(group: HTMLElement | null): boolean {
  if (!group) return false;
  const { top, bottom } = group.getBoundingClientRect();
  const { activeElement, body } = document;
  const isFocused = group.contains(activeElement) || activeElement === body;
  return isFocused && bottom >= 0 && top <= innerHeight;
}

/**
 * Calls back once what was drawn is on the screen. A field that takes the focus before
 * its new description is painted is spoken twice by Orca over Chromium, and sometimes
 * without it over Firefox.
 */
function afterPaint(callback: () => void) {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => setTimeout(callback)),
  );
}

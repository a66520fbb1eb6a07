import { useStore } from '@nanostores/react';
import {
  useLayoutEffect,
  useRef,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
} from 'react';
import {
  $waitlist,
  joinWaitlist,
  type FormFields,
  type WaitlistState,
} from '../stores/waitlist';
import { Boundary } from './Boundary';
import { fieldsOf, showLabel, updateButton } from './controls';
import { ErrorMessage, Icon } from './messages';
import './WaitlistForm.css';

interface Props {
  /** The id of the island's root; the ids inside it derive from it. */
  id: string;
  /** The slot with the form: WaitlistFields. */
  children: ReactNode;
  /** The slot with what is shown under the form; an error message takes its place. */
  line?: ReactNode;
}

/**
 * Gives the form in its slot behaviour. Every form on the page shows the one shared
 * submit state; each keeps its own text.
 *
 * Translators and add-ons write into the page. So React neither draws nor looks at what
 * is in a slot. The state is written into whatever controls are there, and
 * WaitlistForm.css shows it by `data-status`.
 */
export default function WaitlistForm({ id, children, line }: Props) {
  const state = useStore($waitlist, { ssr: 'initial' });
  const root = useRef<HTMLDivElement>(null);

  function submit(event: SubmitEvent<HTMLElement>) {
    event.preventDefault();
    void joinWaitlist(id, {
      email: fieldOf(event.currentTarget, 'email')?.value ?? '',
    });
  }

  return (
    // role="none" takes the element out of the accessibility tree. With its own role Orca
    // reads in a circle after elements in it have changed.
    <div
      ref={root}
      id={id}
      role="none"
      data-status={state.status}
      onSubmit={submit}
      className="waitlist group grid"
    >
      {children}
      <div role="none" className="contents">
        <Boundary state={state}>
          <Result state={state} form={id} root={root} />
        </Boundary>
      </div>
      {line}
    </div>
  );
}

interface ResultProps {
  state: WaitlistState;
  /** The id of the form. */
  form: string;
  root: RefObject<HTMLElement | null>;
}

/**
 * Writes the state into a form's controls, and draws how the last submit has ended. What
 * it has drawn it never removes, since others may have moved it: React would throw.
 *
 * A result takes the focus, in the form that was used, and so screen readers tell it: of
 * a live region some say nothing, others say it twice. Only for a visitor who has gone on,
 * and keeps the focus, is the result in a live region.
 */
function Result({ state, form, root }: ResultProps) {
  const announcement = useRef<HTMLParagraphElement>(null);
  const confirmation = useRef<HTMLDivElement>(null);

  const { status } = state;
  const isUsedForm = status !== 'idle' && state.form === form;
  const isInvalid = status === 'error' && isUsedForm;
  const hasJoined = status === 'success' && isUsedForm;
  const message = 'message' in state ? state.message : '';
  const errorId = `${form}-error`;
  const successId = `${form}-success`;

  useLayoutEffect(() => {
    const island = root.current;
    if (!island) return;
    const writeState = () => {
      // All of them: somebody may have doubled one.
      for (const field of island.querySelectorAll<HTMLInputElement>(
        'form [name]',
      )) {
        if (hasJoined) field.value = '';
        field.disabled = status === 'loading';
        setAttribute(field, 'aria-invalid', isInvalid && 'true');
        setAttribute(field, 'aria-describedby', isInvalid && errorId);
      }
      updateButton(island);
      showLabel(island, status === 'loading' ? 'joining' : 'join');
    };
    writeState();
    // A field that others have put back, or copied, lacks the state. It starts its animation: WaitlistForm.css.
    island.addEventListener('animationstart', writeState);
    return () => island.removeEventListener('animationstart', writeState);
  }, [status, isInvalid, hasJoined, errorId, root]);

  useLayoutEffect(() => {
    const group = root.current?.querySelector<HTMLElement>('.fields');
    if (!group) return;
    const isHere = isVisitorAt(group);
    if (announcement.current)
      announcement.current.textContent = isUsedForm && !isHere ? message : '';
    if (!isUsedForm || !isHere) return;
    const field = isInvalid && fieldOf(group, 'email');
    // While joining the group has the focus: a disabled field would lose it.
    const target =
      confirmation.current ?? (field ? replaceByCopy(field) : group);
    target.focus({ preventScroll: true });
  }, [isUsedForm, isInvalid, message, root]);

  if (status === 'idle') return null;
  return (
    <>
      <ErrorMessage className="error">
        <span id={errorId}>{status === 'error' ? message : ''}</span>
      </ErrorMessage>
      {/* Drawn empty at the press: a live region that is drawn with its text is not spoken. */}
      <p ref={announcement} role="status" className="visually-hidden" />
      {status === 'success' && (
        <div
          ref={confirmation}
          role="group"
          aria-labelledby={successId}
          tabIndex={-1}
          className="joined col-start-1 row-start-1 flex items-center gap-3 rounded-md border border-success bg-success-card px-4 py-2 font-semibold text-success wide:py-0.5"
        >
          <Icon path="M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m6 0 2 2 4-4" />
          {/* On narrow screens each sentence has a line of its own. */}
          <span
            id={successId}
            className="whitespace-pre-line [text-wrap:pretty] wide:whitespace-normal wide:leading-snug"
          >
            {message.replace('! ', '!\n')}
          </span>
        </div>
      )}
    </>
  );
}

const fieldOf = (form: Element, name: keyof FormFields) =>
  fieldsOf(form).find((field) => field.name === name);

/**
 * Puts a copy of a field, with its text, in its place. If the focus returned to the same
 * field, Orca over Chromium would speak its new description twice.
 */
function replaceByCopy(field: HTMLInputElement): HTMLInputElement {
  const copy = field.cloneNode() as HTMLInputElement;
  field.replaceWith(copy);
  return copy;
}

/** Sets an attribute, or removes it for `false`. */
function setAttribute(element: Element, name: string, value: string | false) {
  if (value === false) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Whether a visitor is still at a form: it is in view, and the focus is in it or nowhere. */
function isVisitorAt(group: HTMLElement): boolean {
  const { top, bottom } = group.getBoundingClientRect();
  const { activeElement, body } = document;
  const isFocused = group.contains(activeElement) || activeElement === body;
  return isFocused && bottom >= 0 && top <= innerHeight;
}

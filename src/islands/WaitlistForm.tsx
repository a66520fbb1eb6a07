import { useStore } from '@nanostores/react';
import {
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type SubmitEvent,
} from 'react';
import { fixedTexts } from '../site';
import { $waitlist, joinWaitlist } from '../stores/waitlist';
import { Redrawn } from './Redrawn';
import { readFieldTexts, useFieldTexts } from './useFieldTexts';
import './WaitlistForm.css';

interface Props {
  /** The id of the island's root; the ids inside it derive from it. */
  id: string;
  /** Shown under the form; an error message replaces it. */
  children?: ReactNode;
}

/**
 * Keeps Firefox from restoring the button's `disabled` on reload
 * (https://bugzilla.mozilla.org/show_bug.cgi?id=654072); React's types lack the attribute.
 */
const notRestored = { autoComplete: 'off' };

/**
 * The e-mail field and its button. Every form on the page shows the one shared
 * submit state; each keeps its own text. The form that was used takes the focus, by
 * which screen readers tell the result: live regions are dropped or repeated at will.
 * Only a visitor who has gone on hears it from one, and keeps the focus.
 *
 * Translators and add-ons write into the page. So each text is an element of its own,
 * which may differ at hydration, React adds and removes only elements that are its own
 * in parents that are its own, and with each error the whole form is replaced.
 */
export default function WaitlistForm({ id, children }: Props) {
  const state = useStore($waitlist, { ssr: 'initial' });
  const [drawings, setDrawings] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const group = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const confirmation = useRef<HTMLDivElement>(null);
  const texts = useFieldTexts(form);

  const { status } = state;
  const isLoading = status === 'loading';
  const isSuccess = status === 'success';
  const isError = status === 'error';
  const isUsedForm = status !== 'idle' && state.form === id;
  const isInvalid = isError && isUsedForm;
  const message = isSuccess || isError ? state.message : '';
  const nameId = `${id}-name`;
  const fieldId = `${id}-email`;
  const messageId = `${id}-message`;

  // Where a field was filled without any event, the button is enabled by the press
  // itself, whose click then reaches the button's parent.
  useLayoutEffect(() => {
    function pressButton({ target }: Event) {
      const button = submitButton(form.current);
      if (button?.parentElement === target) button.click();
    }
    addEventListener('click', pressButton);
    return () => removeEventListener('click', pressButton);
  }, []);

  useLayoutEffect(() => {
    if (!isUsedForm || !group.current) return;
    const isHere = isVisitorAt(group.current);
    setAnnouncement(isHere ? '' : message);
    if (!isHere) return;
    // While joining the group has the focus: a disabled field would lose it.
    const field = isLoading ? null : emailField(form.current);
    const target = confirmation.current ?? field ?? group.current;
    target.focus({ preventScroll: true });
  }, [isUsedForm, isLoading, message, drawings]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { email = '' } = readFieldTexts(form.current);
    void joinWaitlist(id, { email });
  }

  return (
    <Redrawn
      root={root}
      isWhole={() => emailField(form.current)?.isConnected ?? false}
      onRedraw={() => setDrawings((count) => count + 1)}
    >
      {/* With the role of a plain element Orca reads in a circle where its elements have changed. */}
      <div
        ref={root}
        id={id}
        role="none"
        className={`waitlist grid ${isSuccess ? 'has-joined' : ''}`}
      >
        {/* Not in the group: where a form goes, Orca moves to what it finds in the same place, in silence. */}
        <div className="col-start-1 row-start-1">
          {isSuccess && (
            <div
              ref={confirmation}
              role="group"
              aria-labelledby={messageId}
              tabIndex={-1}
              className="joined flex h-full items-center gap-3 rounded-md border border-success bg-success-card px-4 font-semibold text-success"
            >
              <Icon path="M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m6 0 2 2 4-4" />
              {/* On narrow screens each sentence has a line of its own. */}
              <span
                id={messageId}
                className="whitespace-pre-line [text-wrap:pretty] wide:whitespace-normal wide:leading-snug"
              >
                {message.replace('! ', '!\n')}
              </span>
            </div>
          )}
        </div>
        <div
          ref={group}
          role="group"
          aria-labelledby={nameId}
          tabIndex={-1}
          className={`col-start-1 row-start-1 print:hidden ${isSuccess ? 'hidden-in-place' : ''}`}
        >
          <span
            id={nameId}
            className="visually-hidden"
            suppressHydrationWarning
          >
            Join the waitlist
          </span>
          {/*
           * Before hydration a submit must do nothing. "dialog" is the one method that,
           * outside a <dialog>, sends nothing and leaves the URL unchanged:
           * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm
           */}
          <form
            // A new element with each error, and only then. If the focus returned to the same
            // field, its description would be spoken twice by some screen readers, or not at all.
            key={state.errors}
            ref={form}
            method="dialog"
            onSubmit={submit}
            className={`grid gap-3 ${isSuccess ? 'hidden-in-place' : ''}`}
          >
            <label
              htmlFor={fieldId}
              className="visually-hidden"
              suppressHydrationWarning
            >
              Email address
            </label>
            <div className="relative col-start-1 row-start-1">
              <Icon
                className="mail absolute left-4 top-4 text-faint"
                path="M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zl9 6 9-6"
              />
              <input
                defaultValue={texts['email']}
                id={fieldId}
                type="email"
                name="email"
                required
                placeholder={fixedTexts.placeholder}
                autoComplete="email"
                inputMode="email"
                autoCapitalize="none"
                autoCorrect="off"
                spellCheck={false}
                disabled={isLoading}
                aria-invalid={isInvalid || undefined}
                aria-describedby={isInvalid ? messageId : undefined}
                className="h-full min-h-field w-full rounded-md border border-edge bg-card pl-12 pr-4 hover:border-soft disabled:text-faint wide:pr-44"
              />
            </div>
            <div className="relative cursor-not-allowed wide:col-start-1 wide:row-start-1 wide:my-1.5 wide:mr-1.5 wide:w-40 wide:justify-self-end">
              <button
                type="submit"
                {...notRestored}
                disabled={isLoading || !texts['email']}
                className={`h-full min-h-field w-full rounded-md border border-transparent font-semibold leading-tight text-page disabled:pointer-events-none wide:min-h-11 ${isLoading ? 'bg-accent' : 'bg-accent hover:bg-accent-hover disabled:bg-accent-dim'}`}
              >
                {isLoading ? (
                  <span
                    key="joining"
                    className="flex items-center justify-center gap-2"
                  >
                    <Icon className="animate-spin" path="M12 3a9 9 0 1 0 9 9" />
                    <span>{fixedTexts.joining}</span>
                  </span>
                ) : (
                  <span key="join" suppressHydrationWarning>
                    {fixedTexts.join}
                  </span>
                )}
              </button>
            </div>
          </form>
        </div>
        <div className="col-start-1 row-start-2">
          {isError && (
            <ErrorMessage>
              <span id={messageId}>{message}</span>
            </ErrorMessage>
          )}
        </div>
        {/* Keeps room for a message. Where the scripts never come, it says so: see src/integrations/interaction. */}
        <div className="room hidden-in-place col-start-1 row-start-2">
          <ErrorMessage>
            <span
              role="alert"
              data-text={fixedTexts.unanswered}
              suppressHydrationWarning
            >
              {''}
            </span>
          </ErrorMessage>
        </div>
        <div
          className={`line col-start-1 row-start-2 ${isError ? 'hidden-in-place' : ''}`}
        >
          {children}
        </div>
        {/* From the press on, since a region that comes with its text is not spoken. */}
        {isUsedForm && (
          <p role="status" className="visually-hidden">
            {announcement}
          </p>
        )}
        <noscript>
          <p className="mt-3 border-l border-accent pl-4 text-small text-soft">
            Turn on JavaScript to join the waitlist.
          </p>
        </noscript>
      </div>
    </Redrawn>
  );
}

const emailField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>('[name=email]');

const submitButton = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLButtonElement>('[type=submit]');

/** Whether a visitor is still at a form: it is in view, and the focus is in it or nowhere. */
function isVisitorAt(group: HTMLElement): boolean {
  const { activeElement, body } = document;
  const { top, bottom } = group.getBoundingClientRect();
  const isFocused = group.contains(activeElement) || activeElement === body;
  return isFocused && bottom >= 0 && top <= innerHeight;
}

function ErrorMessage({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2 pt-3 text-small text-error">
      <Icon path="M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m9-4v4m0 4v.01" />
      {children}
    </p>
  );
}

function Icon({ path, className = '' }: { path: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1.5rem"
      height="1.5rem"
      aria-hidden="true"
      className={`icon ${className}`}
    >
      <path d={path} />
    </svg>
  );
}

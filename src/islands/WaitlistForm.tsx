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
 */
export default function WaitlistForm({ id, children }: Props) {
  const state = useStore($waitlist, { ssr: 'initial' });
  const [text, setText] = useState<string>();
  const group = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const confirmation = useRef<HTMLDivElement>(null);

  const isLoading = state.status === 'loading';
  const isSuccess = state.status === 'success';
  const isError = state.status === 'error';
  const isUsedForm = state.status !== 'idle' && state.form === id;
  const isInvalid = isError && isUsedForm;
  const hasResult = (isSuccess || isError) && isUsedForm;
  const [last, setLast] = useState({ isInvalid, errors: 0 });
  if (last.isInvalid !== isInvalid)
    setLast({ isInvalid, errors: last.errors + Number(isInvalid) });
  const fieldId = `${id}-email`;
  const messageId = `${id}-message`;

  const readField = () => setText(field.current?.value);

  // The field is uncontrolled and read on mount and on every `pageshow`, since
  // the browser may have filled it before hydration or restored it after.
  useLayoutEffect(() => {
    readField();
    addEventListener('pageshow', readField);
    return () => removeEventListener('pageshow', readField);
  }, []);

  useLayoutEffect(() => {
    if (hasResult) (confirmation.current ?? field.current)?.focus();
  }, [hasResult]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void joinWaitlist(id, field.current?.value ?? '');
    // Disabling the focused field would move focus to <body>.
    const next = $waitlist.get();
    if (next.status === 'loading' && next.form === id) group.current?.focus();
  }

  return (
    <div
      id={id}
      className="waitlist min-h-stacked-form sm:min-h-form print:min-h-0"
    >
      {/* Beside the group, not in it: where a form goes, Orca moves to what it finds in the same place, in silence. */}
      {isSuccess && (
        <div
          ref={confirmation}
          role="group"
          aria-label={state.message}
          tabIndex={-1}
          className="joined flex min-h-stacked items-center gap-3 whitespace-pre-line rounded-md border border-success bg-success-card px-4 font-semibold text-success [text-wrap:pretty] sm:min-h-field sm:whitespace-normal"
        >
          <Icon path="M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m6 0 2 2 4-4" />
          {/* On narrow screens each sentence has a line of its own. */}
          {state.message.replace('! ', '!\n')}
        </div>
      )}
      <div
        ref={group}
        role="group"
        aria-label="Join the waitlist"
        tabIndex={-1}
      >
        {!isSuccess && (
          // Before hydration a submit must do nothing. "dialog" is the one method that,
          // outside a <dialog>, sends nothing and leaves the URL unchanged:
          // https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm
          <form
            method="dialog"
            onSubmit={submit}
            className="relative print:hidden"
          >
            <label htmlFor={fieldId}>Email address</label>
            <Icon
              className="absolute left-4 top-4 text-faint"
              path="M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zl9 6 9-6"
            />
            <input
              // A new element with each error, and only then. If focus returned to the same
              // one, its description would be spoken twice by some screen readers, or not at all.
              key={last.errors}
              defaultValue={text}
              ref={field}
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
              onInput={readField}
              className="h-field w-full rounded-md border border-edge bg-card pl-12 pr-4 hover:border-soft disabled:text-faint sm:pr-44"
            />
            <span className="mt-3 block cursor-not-allowed sm:absolute sm:right-1.5 sm:top-1.5 sm:mt-0">
              <button
                type="submit"
                {...notRestored}
                disabled={isLoading || !text}
                className={`flex h-field w-full items-center justify-center gap-2 rounded-md border border-transparent font-semibold text-page disabled:pointer-events-none sm:h-11 sm:w-40 ${isLoading ? 'bg-accent' : 'bg-accent hover:bg-accent-hover disabled:bg-accent-dim'}`}
              >
                {isLoading ? (
                  <>
                    <Icon className="animate-spin" path="M12 3a9 9 0 1 0 9 9" />
                    {fixedTexts.joining}
                  </>
                ) : (
                  fixedTexts.join
                )}
              </button>
            </span>
          </form>
        )}
      </div>
      {isError ? (
        <p id={messageId} className="flex gap-2 pt-3 text-small text-error">
          <Icon path="M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m9-4v4m0 4v.01" />
          {state.message}
        </p>
      ) : (
        children
      )}
      <noscript>
        <p className="mt-3 border-l border-accent pl-4 text-small text-soft">
          Turn on JavaScript to join the waitlist.
        </p>
      </noscript>
    </div>
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

import { useStore } from '@nanostores/react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type SubmitEvent,
} from 'react';
import { $waitlist, joinWaitlist } from '../stores/waitlist';

interface Props {
  /** The id of the island's root; the ids inside it derive from it. */
  id: string;
}

/** Firefox re-enables a disabled button on reload unless told not to; React's types do not know the attribute. */
const notRestored = { autoComplete: 'off' };

/**
 * The e-mail field and its button. Every form on the page shows the one shared
 * submit state; each keeps its own text, and only the form that was used
 * announces the result and takes the focus.
 */
export default function WaitlistForm({ id }: Props) {
  const state = useStore($waitlist, { ssr: 'initial' });
  const [isFilled, setIsFilled] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);

  const isLoading = state.status === 'loading';
  const isSuccess = state.status === 'success';
  const isError = state.status === 'error';
  const isUsedForm = state.status !== 'idle' && state.form === id;
  const fieldId = `${id}-email`;
  const messageId = `${id}-message`;

  // The field is uncontrolled and read on mount and on every page show, since
  // the browser may have filled it before hydration or restored it after.
  useLayoutEffect(() => {
    readField();
    addEventListener('pageshow', readField);
    return () => removeEventListener('pageshow', readField);
  }, []);

  useEffect(() => {
    if (!isUsedForm) return;
    if (isSuccess) root.current?.focus();
    if (isError) field.current?.focus();
  }, [isUsedForm, isSuccess, isError]);

  function readField() {
    setIsFilled(Boolean(field.current?.value));
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void joinWaitlist(id, field.current?.value ?? '');
  }

  return (
    <div
      id={id}
      ref={root}
      role="group"
      aria-label="Join the waitlist"
      tabIndex={-1}
    >
      {!isSuccess && (
        // Until the island is live a submit must go nowhere: "dialog" is the one
        // method that, outside a <dialog>, does nothing and leaves the URL alone.
        <form
          method="dialog"
          onSubmit={submit}
          className="flex flex-col gap-3 sm:flex-row"
        >
          <label htmlFor={fieldId} className="sr-only">
            Email address
          </label>
          <input
            ref={field}
            id={fieldId}
            type="email"
            name="email"
            required
            placeholder="Enter your email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            disabled={isLoading}
            aria-invalid={isError}
            aria-describedby={isError ? messageId : undefined}
            onInput={readField}
            className="min-h-12 flex-1 rounded border border-line bg-card px-4 text-text"
          />
          <span className="[&>:disabled]:pointer-events-none">
            <button
              type="submit"
              {...notRestored}
              disabled={isLoading || !isFilled}
              className="min-h-12 rounded bg-accent px-6 font-semibold text-page disabled:opacity-60"
            >
              {isLoading ? (
                <>
                  <Spinner /> Joining...
                </>
              ) : (
                'Join Waitlist'
              )}
            </button>
          </span>
        </form>
      )}
      <p
        id={messageId}
        aria-live={state.status === 'idle' || isUsedForm ? 'polite' : 'off'}
        className={isSuccess ? 'text-success' : 'min-h-7 text-error'}
      >
        {(isSuccess || isError) && state.message}
      </p>
      <noscript>
        <p>Joining the waitlist needs JavaScript.</p>
      </noscript>
    </div>
  );
}

function Spinner() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="inline size-5 motion-safe:animate-spin"
    >
      <circle
        cx="12"
        cy="12"
        r="9"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeDasharray="42 15"
      />
    </svg>
  );
}

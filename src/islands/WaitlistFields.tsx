import { fixedTexts } from '../site';
import { ErrorMessage, Icon } from './messages';

interface Props {
  /** The id of the island's root; the ids inside it derive from it. */
  id: string;
}

/**
 * Keeps Firefox from restoring the button's `disabled` on reload
 * (https://bugzilla.mozilla.org/show_bug.cgi?id=654072); React's types lack the attribute.
 */
const notRestored = { autoComplete: 'off' };

/**
 * The form as static HTML, for the slot of `WaitlistForm`, which gives it behaviour. No
 * script draws it, so that others may write into it.
 */
export function WaitlistFields({ id }: Props) {
  const nameId = `${id}-name`;
  const fieldId = `${id}-email`;
  return (
    <>
      <div
        role="group"
        aria-labelledby={nameId}
        tabIndex={-1}
        className="fields col-start-1 row-start-1 print:hidden"
      >
        <span id={nameId} className="visually-hidden">
          Join the waitlist
        </span>
        {/*
         * Before hydration a submit must do nothing. "dialog" is the one method that,
         * outside a <dialog>, sends nothing and leaves the URL unchanged:
         * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm
         * The first script checks the fields: loading/first-script.ts.
         */}
        <form
          method="dialog"
          noValidate
          className="grid gap-3 wide:grid-cols-[1fr_auto] wide:gap-0"
        >
          <label htmlFor={fieldId} className="visually-hidden">
            Email address
          </label>
          {/* Drawn around the field, and where there is room around the button too: WaitlistForm.css. */}
          <div className="frame col-start-1 row-start-1 rounded-md border border-edge bg-card wide:col-end-3" />
          <div className="relative col-start-1 row-start-1 grid">
            <Icon
              className="mail absolute left-4 top-4 text-faint"
              path="M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zl9 6 9-6"
            />
            <input
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
              className="relative min-h-field min-w-0 rounded-md border border-transparent pl-12 pr-4 disabled:text-faint"
            />
          </div>
          <div className="grid font-semibold leading-tight wide:col-start-2 wide:row-start-1 wide:my-1.5 wide:mr-1.5 wide:w-40">
            <button
              id={`${id}-button`}
              type="submit"
              {...notRestored}
              disabled
              className="col-start-1 row-start-1 min-h-field rounded-md border border-transparent bg-accent text-page hover:bg-accent-hover disabled:cursor-not-allowed disabled:bg-accent-dim group-data-[status=loading]:bg-accent wide:min-h-11"
            >
              <span data-label="join">{fixedTexts.join}</span>
            </button>
            {/* All labels of the button: showLabel in controls.ts copies one of them into it. */}
            <div className="behind col-start-1 row-start-1" aria-hidden="true">
              <span data-label="join">{fixedTexts.join}</span>
              <span
                data-label="joining"
                className="flex items-center justify-center gap-2"
              >
                <Icon
                  className="[button_&]:animate-spin"
                  path="M12 3a9 9 0 1 0 9 9"
                />
                <span>{fixedTexts.joining}</span>
              </span>
            </div>
          </div>
        </form>
      </div>
      {/* Keeps room for a message, and is the message where the scripts never come: loading/first-script.ts. */}
      <ErrorMessage className="room">
        <span role="alert" data-text={fixedTexts.unanswered}></span>
      </ErrorMessage>
      <noscript>
        <p className="mt-3 border-l border-accent pl-4 text-small text-soft">
          Turn on JavaScript to join the waitlist.
        </p>
      </noscript>
    </>
  );
}

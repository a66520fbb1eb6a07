import { useStore } from '@nanostores/react';
import {
  useState,
  type ComponentProps,
  type InputEvent,
  type ReactNode,
  type SubmitEvent,
  type SyntheticEvent,
} from 'react';
import { fieldAttributes, findField } from '../browser/formElements.ts';
import { ContactLink } from '../react/ContactLink.tsx';
import { Icon } from '../react/Icon.tsx';
import { Text } from '../react/Text.tsx';
import { fixedTexts } from '../fixed-texts.ts';
import { emailPattern, readEmail } from '../stores/email.ts';
import {
  $waitlist,
  joinWaitlist,
  type Signup,
  type WaitlistState,
} from '../stores/waitlist.ts';
import '../styles/button.css';
import { useResultFocus } from './useResultFocus.ts';
import './WaitlistForm.css';

/** Icons from https://tabler.io/icons, as paths: the island ships only the icons that it draws. */
const icons = {
  mail: 'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zl9 6 9-6',
  loader: 'M12 3a9 9 0 1 0 9 9',
  circleCheck: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m6 0 2 2 4-4',
  alertCircle: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m9-4v4m0 4v.01',
};

const [beforeEmail = '', afterEmail = ''] = fixedTexts.sentTo.split('{email}');
const [beforeContact = '', afterContact = ''] =
  fixedTexts.writeTo.split('{contact}');

interface Props {
  /** The id of the form's root element. The ids inside that element start with this id. */
  id: string;
  /** A paragraph under the form. An error or the sent e-mail replaces this paragraph. */
  proof?: ReactNode;
  /** Paragraphs that stay under the form in every state. */
  children?: ReactNode;
  /** A state to show in the place of the shared one. Only `/parts/` sets it, for a form that never hydrates. */
  state?: WaitlistState;
}

/**
 * A form of the waitlist. All forms on the page show one shared submit state. Each form keeps its
 * own text.
 *
 * Translators, password managers and other add-ons change the page's elements. React throws when it
 * inserts or removes a node beside one that an add-on has changed. Two rules prevent that:
 * - The form always renders the elements of all states. React only sets attributes and texts, such
 *   as `data-status`, and WaitlistForm.css hides the elements that this state does not need.
 * - Each text has an element to itself, a `<Text>`.
 */
export default function WaitlistForm({
  id,
  proof,
  children,
  state: shownState,
}: Props) {
  const sharedState = useStore($waitlist, { ssr: 'initial' });
  const state = shownState ?? sharedState;
  const [isEmpty, setIsEmpty] = useState(true);
  const message = messageOf(state);
  const liveRegion = useResultFocus(id, state, message);

  const { status } = state;
  const sentTo = status === 'success' ? state.fields.email : '';
  const isLoading = status === 'loading';
  const isDuplicate = status === 'error' && state.reason === 'duplicate';
  const isInvalid = isDuplicate && state.formId === id;

  // Several events in the form call this, because some add-ons fill a field without an `input` event.
  const readField = (event: SyntheticEvent<HTMLFormElement>) =>
    setIsEmpty(!findField(event.currentTarget)?.value);

  function takeInput(event: InputEvent<HTMLFormElement>) {
    if (/^insertFrom(Paste|Drop)$/.test(event.nativeEvent.inputType))
      takeEmail(event.currentTarget);
    readField(event);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    takeEmail(form);
    if (!form.reportValidity()) return;
    await joinWaitlist(id, { email: findField(form)?.value ?? '' });
    if ($waitlist.get().status === 'success') form.reset();
  }

  /** Loads the page anew. The URL's fragment then leads into this form. Tags such as `#utm_source=mail` stay. */
  function joinAgain() {
    const tags = /[^#?&]+=.*/.exec(location.hash)?.[0];
    location.replace(tags ? `#${id}&${tags}` : `#${id}`);
    location.reload();
  }

  return (
    <div id={id} data-status={status} className="waitlist grid">
      <div
        role="group"
        aria-label="Join the waitlist"
        tabIndex={-1}
        className="waitlist-group noscript:hidden"
      >
        {/*
         * Without this <div>, Orca 43 with Firefox 153 jumped to the top of the page when the
         * confirmation replaced the form, if the visitor had read on while joining. The <div> needs
         * an id: Firefox does not expose a <div> without one to screen readers.
         */}
        <div id={`${id}-stack`} className="grid">
          {/* A link to the form scrolls to this element. The focus goes into the field. */}
          <span className="waitlist-place col-start-1 row-start-1 self-end" />
          {/*
           * Before hydration a submit must do nothing. "dialog" is the one method that,
           * outside a <dialog>, sends nothing and leaves the URL unchanged:
           * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm
           */}
          <form
            method="dialog"
            // The browser would check the text of the field before `submit` can read the e-mail in it.
            noValidate
            onInput={takeInput}
            onFocus={readField}
            onKeyDown={readField}
            onPointerDown={readField}
            onPointerMove={readField}
            onSubmit={(event) => void submit(event)}
            className="col-start-1 row-start-1 grid gap-3 print:hidden"
          >
            {/* A further <Field> goes here. */}
            <Field
              id={`${id}-email`}
              icon={icons.mail}
              type="email"
              name="email"
              required
              pattern={emailPattern}
              title="name@example.com"
              {...fieldAttributes(status)}
              placeholder={fixedTexts.placeholder}
              autoComplete="email"
              inputMode="email"
              spellCheck={false}
              // Firefox exposes even `aria-invalid="false"` as invalid. So a field without a mistake
              // does not have the attribute.
              aria-invalid={isInvalid || undefined}
              aria-describedby={`${id}-error`}
            >
              <button
                id={`${id}-button`}
                type="submit"
                disabled={isEmpty || isLoading}
                className="button button-filled relative min-h-field wide:m-1.5 wide:min-h-11 wide:w-40"
              >
                <Text className="waitlist-join">{fixedTexts.join}</Text>
                <span className="waitlist-joining flex items-center justify-center gap-2">
                  <Icon className="waitlist-loader" path={icons.loader} />
                  <Text>{fixedTexts.joining}</Text>
                </span>
              </button>
            </Field>
          </form>
          <div
            role="group"
            aria-labelledby={`${id}-success`}
            tabIndex={-1}
            className="waitlist-success col-start-1 row-start-1 flex flex-col items-center justify-center gap-2 rounded-md border border-success bg-success-card px-2 text-center font-semibold leading-tight text-success wide:flex-row wide:px-4 wide:text-left"
          >
            <Icon path={icons.circleCheck} />
            <Text id={`${id}-success`} className="waitlist-sentences w-full">
              {/* The first sentence has a line to itself. */}
              {status === 'success' ? message.replace('! ', '!\n') : ''}
            </Text>
          </div>
        </div>
      </div>
      <div className="waitlist-proof col-start-1 row-start-2 pt-3 text-small text-soft empty:hidden">
        {proof}
      </div>
      <p className="waitlist-error col-start-1 row-start-2 gap-2 pt-3 text-small text-error">
        <Icon path={icons.alertCircle} />
        <span>
          <Text
            id={`${id}-error`}
            // browser/loading/directive.ts shows this message before the island is hydrated.
            data-network-error={fixedTexts.networkError}
          >
            {status === 'error' ? message : ''}
          </Text>
          {/* A visitor whose e-mail is already on the list needs no other way to join. */}
          <span hidden={isDuplicate}>
            <Text>{` ${beforeContact}`}</Text>
            <ContactLink />
            <Text>{afterContact}</Text>
          </span>
        </span>
      </p>
      <p className="waitlist-sent col-start-1 row-start-2 pt-3 text-small text-soft">
        <Text>{sentTo && beforeEmail}</Text>
        <Text translate="no" className="text-text">
          {sentTo}
        </Text>
        <Text>{sentTo && `${afterEmail} `}</Text>
        <button
          type="button"
          onClick={joinAgain}
          className="underline hover:text-accent print:hidden"
        >
          <Text>{fixedTexts.joinAgain}</Text>
        </button>
      </p>
      <Text ref={liveRegion} role="status" className="sr-only">
        {''}
      </Text>
      <div className="col-start-1 row-start-4 pt-3 text-small text-soft empty:hidden [&_p+*]:mt-3">
        {children}
      </div>
    </div>
  );
}

/** The words for a result; empty while there is none. */
function messageOf(state: WaitlistState): string {
  if (state.status === 'success') return fixedTexts.success;
  return state.status === 'error' ? fixedTexts[state.reason] : '';
}

interface FieldProps extends ComponentProps<'input'> {
  id: string;
  name: keyof Signup;
  /** Also the field's accessible name: a visitor who speaks to their machine says what they see. */
  placeholder: string;
  /** The attribute `d` of the icon's `<path>`. */
  icon: string;
}

/**
 * A row of the form: a text field in its frame. With a button, field and button share one frame
 * where there is room.
 */
function Field({ id, placeholder, icon, children, ...attributes }: FieldProps) {
  return (
    <div className="relative grid gap-3 wide:grid-flow-col wide:grid-cols-[1fr]">
      {/*
       * The label lies under the whole row. The disabled button lets a click through to the label,
       * and so the click moves the focus into the field.
       */}
      <label htmlFor={id} className="waitlist-label absolute inset-0">
        <Text className="sr-only">{placeholder}</Text>
      </label>
      <div className={`waitlist-field grid ${children ? 'waitlist-unit' : ''}`}>
        <Icon
          className="col-start-1 row-start-1 m-4 text-faint narrow:hidden"
          path={icon}
        />
        <input
          id={id}
          placeholder={placeholder}
          className="relative col-start-1 row-start-1 min-h-field min-w-0 rounded-md border border-transparent pl-12 pr-4 narrow:px-2 narrow:placeholder:text-label"
          {...attributes}
        />
      </div>
      {children}
    </div>
  );
}

/** Replaces the text of the form's e-mail field by the e-mail in that text. */
function takeEmail(form: HTMLFormElement) {
  const field = findField(form);
  if (!field) return;
  const email = readEmail(field.value);
  // The visitor can undo this command, but it changes only the element that has the focus.
  if (email !== field.value && document.activeElement === field) {
    field.select();
    document.execCommand('insertText', false, email);
  }
  // Chromium finds no mistake in what was typed. It names the wrong sign in a text that a script has set.
  if (field.value !== email) field.value = email;
}

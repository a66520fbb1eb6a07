import {
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fillOtherFields } from '../../tests/helpers/fill.ts';
import { answering } from '../../tests/helpers/http.ts';
import { serveInserts } from '../../tests/helpers/inserts.ts';
import { fixedTexts } from '../fixed-texts.ts';
import { site } from '../site.ts';

const inserts = serveInserts();
const duplicate = answering(409, '{"code":"23505"}');
const user = userEvent.setup();

let WaitlistForm: typeof import('./WaitlistForm.tsx').default;

beforeEach(async () => {
  vi.restoreAllMocks();
  WaitlistForm = (await import('./WaitlistForm.tsx')).default;
  // An editor may give a form any id, also one that is no CSS selector.
  for (const id of ['2027', 'second']) render(<WaitlistForm id={id} />);
  fillOtherFields();
});

/** Finds the parts of one of the two forms. */
function form(index: 0 | 1) {
  const root = document.querySelectorAll<HTMLElement>('.waitlist')[index];
  const group = root?.querySelector<HTMLElement>('.waitlist-group');
  if (!root || !group) throw new Error(`There is no form ${index}.`);
  return {
    group,
    field: within(group).getByLabelText<HTMLInputElement>(
      fixedTexts.placeholder,
    ),
    button: within(group).getByRole('button'),
    liveRegion: within(root).getByRole('status'),
  };
}

const findConfirmations = () =>
  screen.findAllByRole('group', {
    // Each sentence has a line of its own.
    name: (name) => name.replace('\n', ' ') === fixedTexts.success,
  });

/** The texts that a screen reader would say besides the element that has the focus. */
const announcements = () =>
  [...screen.getAllByRole('status'), ...screen.queryAllByRole('alert')].map(
    (region) => region.textContent,
  );

describe('WaitlistForm', () => {
  it('has the four messages of the owner’s brief, which only the owner changes, here, too', () => {
    expect(fixedTexts).toMatchObject({
      success: "You're on the list! Check your email for updates.",
      duplicate: 'This email is already on the waitlist!',
      serverError: 'Something went wrong. Please try again.',
      networkError:
        'Network error. Please check your connection and try again.',
    });
  });

  it('has an empty e-mail field and a disabled button at first', () => {
    const { group, field, button } = form(0);
    const attributes = field.getAttributeNames();
    expect(
      Object.fromEntries(
        attributes.map((name) => [name, field.getAttribute(name)]),
      ),
    ).toMatchObject({
      type: 'email',
      name: 'email',
      required: '',
      autocomplete: 'email',
      inputmode: 'email',
      spellcheck: 'false',
      placeholder: fixedTexts.placeholder,
      // A browser that refuses an e-mail shows this example.
      title: 'name@example.com',
    });
    expect(button).toBeDisabled();
    expect(group).toHaveRole('group');
    expect(group).toHaveAccessibleName('Join the waitlist');
  });

  it.each([
    ['takes spaces around', ' ann@example.com ', true],
    ['refuses a domain without a dot', 'ann@example', false],
    ['refuses a sign in the domain', 'ann@example.co、jp', false],
    ['takes 254 characters', '@example.com'.padStart(254, 'a'), true],
    ['refuses 255 characters', '@example.com'.padStart(255, 'a'), false],
  ])('%s', (_what, email, isTaken) => {
    const { field } = form(0);
    field.value = email;
    expect(field.validity.patternMismatch).toBe(!isTaken);
  });

  it.each([
    ['a text', () => fireEvent.input(form(0).field)],
    ['a movement', () => fireEvent.pointerMove(form(0).button)],
    ['a touch', () => fireEvent.pointerDown(form(0).button)],
    ['a key', () => fireEvent.keyDown(form(0).field)],
    ['a focus', () => fireEvent.focus(form(0).field)],
  ])(
    'enables its button at %s: an add-on may have filled its field without an event',
    (_what, act) => {
      const { field, button } = form(0);
      field.value = 'ann@example.com';
      act();
      expect(button).toBeEnabled();
      expect(form(1).button).toBeDisabled();
      field.value = '';
      act();
      expect(button).toBeDisabled();
    },
  );

  it('stays enabled after an error, though the pointer moved while joining', async () => {
    let respond = () => {};
    inserts.answer = (request, response) =>
      (respond = () => duplicate(request, response));
    await user.type(form(0).field, 'ann@example.com{Enter}');
    await expect.poll(() => inserts.requests).toHaveLength(1);
    fireEvent.pointerMove(form(0).button);
    respond();
    await waitFor(() => expect(form(0).button).toBeEnabled());
  });

  it('reads the e-mail in the text if an add-on submits the form', async () => {
    const { field } = form(0);
    field.value = 'Ann <ann@example.com>,';
    field.form?.requestSubmit();
    await findConfirmations();
    expect(inserts.requests[0]?.body).toMatchObject({
      email: 'ann@example.com',
    });
  });

  it('clears the field after a success, and keeps translators off the e-mail', async () => {
    await user.type(form(1).field, 'ann@gmial.con{Enter}');
    await findConfirmations();
    expect(form(1).field).toHaveValue('');
    for (const email of screen.getAllByText('ann@gmial.con'))
      expect(email).toHaveAttribute('translate', 'no');
  });

  it.each([
    ['a duplicate marks the field', duplicate, fixedTexts.duplicate, true],
    [
      'a failure names the contact',
      answering(500),
      fixedTexts.serverError,
      false,
    ],
  ])('%s, until the next submit', async (_what, answer, message, isInvalid) => {
    const { field } = form(0);
    // With aria-invalid="false" Firefox would still call a field invalid.
    const invalidFields = () => document.querySelectorAll('[aria-invalid]');
    inserts.answer = answer;
    await user.type(field, 'ann@example.com{Enter}');
    await waitFor(() => expect(field).toHaveAccessibleDescription(message));
    expect([...invalidFields()]).toEqual(isInvalid ? [field] : []);
    const links = screen.queryAllByRole('link', { name: site.contact });
    expect(links).toHaveLength(isInvalid ? 0 : 2);

    inserts.answer = () => undefined;
    await user.type(field, '{Enter}');
    expect(field).not.toHaveAccessibleDescription(message);
    expect([...invalidFields()]).toEqual([]);
  });

  it('takes an announcement back when the other form is used', async () => {
    inserts.answer = duplicate;
    vi.spyOn(form(0).group, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, innerHeight + 1),
    );
    await user.type(form(0).field, 'ann@example.com{Enter}');
    await expect.poll(announcements).toEqual([fixedTexts.duplicate, '']);
    inserts.answer = answering(201);
    await user.type(form(1).field, 'bob@example.com{Enter}');
    await findConfirmations();
    expect(announcements()).toEqual(['', '']);
  });

  it.each([
    [
      'add-ons have wrapped each element',
      (wrapper: Element, element: Element) => {
        element.replaceWith(wrapper);
        wrapper.append(element);
      },
    ],
    [
      'a translator has wrapped each text',
      (wrapper: Element, { childNodes }: Element) => {
        const text = [...childNodes].find((node) => node instanceof Text);
        text?.replaceWith(wrapper);
        wrapper.textContent = text?.data ?? '';
      },
    ],
  ])('shows each result where %s', async (_who, wrap) => {
    const wrapAll = () => {
      for (const element of document.querySelectorAll('.waitlist :not(svg *)'))
        wrap(document.createElement('font'), element);
    };
    inserts.answer = duplicate;
    await user.type(form(0).field, 'ann@example.com');
    wrapAll();
    await user.type(form(0).field, '{Enter}');
    await screen.findAllByText(fixedTexts.duplicate);
    expect(form(0).field).toHaveValue('ann@example.com');

    wrapAll();
    inserts.answer = answering(201);
    await user.type(form(0).field, '{Enter}');
    expect(await findConfirmations()).toHaveLength(2);
  });

  it('hydrates without an error after the state has changed, in a translated page', async () => {
    const late = <WaitlistForm id="late" />;
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(late);
    within(container).getByText(fixedTexts.join).innerHTML =
      '<font>Unirse</font>';
    await user.type(form(0).field, 'ann@example.com{Enter}');
    await findConfirmations();

    const onRecoverableError = vi.fn();
    const logError = vi.spyOn(console, 'error');
    render(late, { container, hydrate: true, onRecoverableError });
    expect(await findConfirmations()).toHaveLength(3);
    expect(onRecoverableError).not.toHaveBeenCalled();
    // React logs each text that is not the one it has rendered.
    expect(logError).not.toHaveBeenCalled();
  });

  it('has the focus that a screen reader needs', async () => {
    const { group, field } = form(0);
    const heardWithout = (isThere: boolean, whatIsHeard: string) =>
      expect.soft(isThere, `A screen reader fails: ${whatIsHeard}`).toBe(true);

    const frames: FrameRequestCallback[] = [];
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) =>
      frames.push(callback),
    );
    let respond = () => {};
    inserts.answer = (request, response) =>
      (respond = () => duplicate(request, response));
    await user.type(field, 'ann@example.com');
    getSelection()?.selectAllChildren(group);
    await user.keyboard('{Enter}');
    await expect.poll(() => inserts.requests).toHaveLength(1);
    expect(group).toHaveFocus();
    heardWithout(
      getSelection()?.rangeCount === 0,
      'Orca 43 over Chromium 156 says a success twice to a visitor who has read on, since the caret is still in the disabled field.',
    );
    heardWithout(
      field.getAttribute('role') === 'textbox',
      'Orca 43 over Firefox ESR 153 says each further error twice, since only a changed role makes Firefox replace the accessible object of the field.',
    );

    respond();
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(fixedTexts.duplicate),
    );
    // The error is drawn at the end of this frame, after the callbacks.
    for (const callback of frames) callback(performance.now());
    heardWithout(
      document.activeElement !== field,
      'Orca 43 over Chromium 156 says an error twice, since the field has the focus before the error is on the screen.',
    );
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).not.toHaveAttribute('role');
  });
});

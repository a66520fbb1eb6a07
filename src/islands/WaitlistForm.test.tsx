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
import { fixedTexts, site } from '../site.ts';
import { OpaqueText } from './OpaqueText.tsx';

const inserts = serveInserts();
const duplicate = answering(409, '{"code":"23505"}');
const user = userEvent.setup();

let WaitlistForm: typeof import('./WaitlistForm.tsx').default;

beforeEach(async () => {
  vi.restoreAllMocks();
  WaitlistForm = (await import('./WaitlistForm.tsx')).default;
  for (const id of ['first', 'second']) render(<WaitlistForm id={id} />);
  fillOtherFields();
});

/** Finds the parts of one of the two forms. */
function form(index: 0 | 1) {
  const root = document.querySelectorAll<HTMLElement>('.waitlist')[index];
  const group = root?.querySelector<HTMLElement>('.waitlist-group');
  if (!root || !group) throw new Error(`There is no form ${index}.`);
  return {
    group,
    field: within(group).getByLabelText<HTMLInputElement>(/^Email address/),
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
  it('has an empty e-mail field and a disabled button at first', () => {
    const { group, field, button } = form(0);
    for (const [name, value] of [
      ['type', 'email'],
      ['name', 'email'],
      ['autocomplete', 'email'],
      ['inputmode', 'email'],
      ['spellcheck', 'false'],
      ['placeholder', fixedTexts.placeholder],
      // A browser that refuses an e-mail shows this example.
      ['title', 'name@example.com'],
    ] as const)
      expect(field).toHaveAttribute(name, value);
    expect(field).toBeRequired();
    expect(button).toBeDisabled();
    expect(group).toHaveRole('group');
    expect(group).toHaveAccessibleName('Join the waitlist');
  });

  it.each([
    ['ann@example', false],
    ['ann@example.com', true],
    // Firefox does not write the dots of other scripts as ASCII's.
    ['ann@example。com', true],
    ['ann@example．com', true],
    ['ann@example｡com', true],
  ])('asks for a dot in the domain: %s, %s', (email, isTaken) => {
    const { field } = form(0);
    field.value = email;
    expect(field.validity.patternMismatch).toBe(!isTaken);
  });

  it.each([
    [254, true],
    [255, false],
  ])('takes at most 254 characters: %i, %s', (length, isTaken) => {
    const { field } = form(0);
    field.value = '@example.com'.padStart(length, 'a');
    expect(field.validity.patternMismatch).toBe(!isTaken);
  });

  it('enables its button while its own field has text', async () => {
    await user.type(form(0).field, 'ann@example.com');
    expect(form(0).button).toBeEnabled();
    expect(form(1).button).toBeDisabled();

    await user.clear(form(0).field);
    expect(form(0).button).toBeDisabled();
  });

  it.each([
    ['a movement', () => fireEvent.pointerMove(form(0).button)],
    ['a touch', () => fireEvent.pointerDown(form(0).button)],
    ['a key', () => fireEvent.keyDown(form(0).field)],
    ['a focus', () => fireEvent.focus(form(0).field)],
  ])(
    'enables its button at %s, if an add-on has filled its field without an event',
    (_what, act) => {
      const { field, button } = form(0);
      field.value = 'ann@example.com';
      act();
      expect(button).toBeEnabled();
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

  it('clears the field after a success, and shows the e-mail in every form', async () => {
    await user.type(form(1).field, 'ann@gmial.con{Enter}');
    await findConfirmations();
    expect(form(1).field).toHaveValue('');
    const emails = screen.getAllByText('ann@gmial.con');
    expect(emails).toHaveLength(2);
    for (const email of emails) {
      expect(email).toHaveAttribute('translate', 'no');
      expect(email.parentElement).toHaveTextContent(
        fixedTexts.sentTo.replace('{email}', 'ann@gmial.con'),
      );
    }
  });

  it('describes the fields by the message of an error, until the next submit', async () => {
    inserts.answer = duplicate;
    const { field } = form(0);
    await user.type(field, 'ann@example.com{Enter}');
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(fixedTexts.duplicate),
    );
    inserts.answer = () => undefined;
    await user.type(field, '{Enter}');
    expect(field).not.toHaveAccessibleDescription(fixedTexts.duplicate);
  });

  it('calls the field that was used invalid for a duplicate, and for no other error', async () => {
    const { field } = form(0);
    for (const [answer, message, isInvalid] of [
      [duplicate, fixedTexts.duplicate, true],
      [answering(500), fixedTexts.serverError, false],
    ] as const) {
      inserts.answer = answer;
      await user.clear(field);
      await user.type(field, 'ann@example.com{Enter}');
      await waitFor(() => expect(field).toHaveAccessibleDescription(message));
      // With aria-invalid="false" Firefox would still call the field invalid.
      expect(field.hasAttribute('aria-invalid')).toBe(isInvalid);
      expect(form(1).field).not.toHaveAttribute('aria-invalid');
    }
  });

  it('names another way to join after a failure, and not after a duplicate', async () => {
    const { field } = form(0);
    for (const [answer, message, isNamed] of [
      [answering(500), fixedTexts.serverError, true],
      [duplicate, fixedTexts.duplicate, false],
    ] as const) {
      inserts.answer = answer;
      await user.clear(field);
      await user.type(field, 'ann@example.com{Enter}');
      await screen.findAllByText(message);
      const links = screen.queryAllByRole('link', { name: site.contact });
      expect(links).toHaveLength(isNamed ? 2 : 0);
    }
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

  it.each(['form', 'input', 'label', 'button', 'button span', '[role=group]'])(
    'works where add-ons have wrapped each %s',
    async (selector) => {
      inserts.answer = duplicate;
      await user.type(form(0).field, 'ann@example.com');
      for (const element of document.querySelectorAll(selector)) {
        const wrapper = document.createElement('div');
        element.replaceWith(wrapper);
        wrapper.append(element);
      }
      await user.type(form(0).field, '{Enter}');
      await screen.findAllByText(fixedTexts.duplicate);
      expect(form(0).field).toHaveValue('ann@example.com');

      inserts.answer = answering(201);
      await user.type(form(0).field, '{Enter}');
      expect(await findConfirmations()).toHaveLength(2);
    },
  );

  it('works where a translator has wrapped its texts, and goes on wrapping them', async () => {
    inserts.answer = duplicate;
    const translate = () => {
      for (const element of document.querySelectorAll('span')) {
        const font = document.createElement('font');
        font.append(...element.childNodes);
        element.append(font);
      }
    };
    await user.type(form(0).field, 'ann@example.com');
    translate();
    await user.type(form(0).field, '{Enter}');
    await screen.findAllByText(fixedTexts.duplicate);
    translate();
    inserts.answer = answering(201);
    await user.type(form(0).field, '{Enter}');
    expect(await findConfirmations()).toHaveLength(2);
  });

  it('hydrates without an error after the state has changed, in a translated page', async () => {
    const late = <WaitlistForm id="late" />;
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(late).replaceAll(
      fixedTexts.join,
      '<font>Unirse</font>',
    );
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

  it('has the structure and focus that a screen reader needs', async () => {
    const { group, field } = form(0);
    const heardWithout = (isThere: boolean, whatIsHeard: string) =>
      expect.soft(isThere, `A screen reader fails: ${whatIsHeard}`).toBe(true);

    heardWithout(
      group.querySelector(':scope > div[id] > form') !== null,
      'Orca 43 over Firefox 153 starts again at the top of the page after a success, since Firefox exposes the <div> in the group only with an id.',
    );

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

describe('OpaqueText', () => {
  it.each(['&lt;', '<b>bold</b>'])('shows %s as it is', (text) => {
    const { container } = render(<OpaqueText text={text} />);
    expect(container).toHaveTextContent(text);
  });
});

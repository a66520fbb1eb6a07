import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answering } from '../../tests/helpers/http';
import { serveInserts } from '../../tests/helpers/inserts';
import { fixedTexts } from '../site';
import { WaitlistFields } from './WaitlistFields';
// It enables the buttons, and checks the fields.
import './loading/first-script';

const inserts = serveInserts();
const user = userEvent.setup();

let WaitlistForm: typeof import('./WaitlistForm').default;

beforeEach(async () => {
  WaitlistForm = (await import('./WaitlistForm')).default;
  // Each in a container of its own, as each island has.
  for (const id of ['first', 'second']) {
    const island = document.createElement('astro-island');
    const container = document.body.appendChild(island);
    render(<WaitlistForm id={id} children={<Slot id={id} />} />, { container });
  }
});

/** The form in its slot, as Astro gives it to an island. */
function Slot({ id }: { id: string }) {
  const __html = renderToStaticMarkup(<WaitlistFields id={id} />);
  return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />;
}

/** The parts of one of the two forms; each function queries the document anew. */
function form(index: 0 | 1) {
  const root = screen.getAllByRole('group', { name: 'Join the waitlist' })[
    index
  ];
  if (!root) throw new Error(`There is no form ${index}.`);
  const { getByRole } = within(root);
  return {
    root,
    field: () =>
      getByRole<HTMLInputElement>('textbox', { name: 'Email address' }),
    button: () => getByRole('button'),
    findError: async () =>
      (await screen.findAllByText(fixedTexts.duplicate))[index],
  };
}

const findConfirmations = () =>
  screen.findAllByRole('group', {
    // Each sentence has a line of its own.
    name: (name) => name.replace('\n', ' ') === fixedTexts.success,
  });

describe('WaitlistForm', () => {
  it('has an empty e-mail field and a disabled button at first', () => {
    const { field, button } = form(0);
    for (const [name, value] of [
      ['type', 'email'],
      ['name', 'email'],
      ['autocomplete', 'email'],
      ['inputmode', 'email'],
      ['autocapitalize', 'none'],
      ['spellcheck', 'false'],
      ['placeholder', fixedTexts.placeholder],
    ] as const)
      expect(field()).toHaveAttribute(name, value);
    expect(field()).toBeRequired();
    expect(button()).toHaveTextContent(fixedTexts.join);
    expect(button()).toBeDisabled();
  });

  it('enables its button while its own field has text', async () => {
    await user.type(form(0).field(), 'ann@example.com');
    expect(form(0).button()).toBeEnabled();
    expect(form(1).button()).toBeDisabled();

    await user.clear(form(0).field());
    expect(form(0).button()).toBeDisabled();
  });

  it('shows the loading state in both forms and keeps the focus in the one that was used', async () => {
    inserts.answer = () => undefined;
    await user.type(form(0).field(), 'ann@example.com{Enter}');

    for (const { field, button } of [form(0), form(1)]) {
      expect(field()).toBeDisabled();
      expect(button()).toBeDisabled();
      expect(button()).toHaveTextContent(fixedTexts.joining);
    }
    expect(form(0).root).toHaveFocus();
  });

  // A screen reader tells the result by the focus; a live region would repeat it.
  it('confirms a success in both forms, and focuses the confirmation of the one that was used', async () => {
    await user.type(form(1).field(), 'ann@example.com');
    await user.click(form(1).button());

    const confirmations = await findConfirmations();
    expect(confirmations).toHaveLength(2);
    expect(confirmations[1]).toHaveFocus();
    expect(form(1).field()).toHaveValue('');
    // Orca looks for the lost focus beside what was removed, and says nothing there.
    expect(form(1).root).not.toContainElement(confirmations[1] ?? null);
    expect(document.querySelector('[aria-live]')).toBeNull();
  });

  it('shows an error in both forms, keeps their texts and returns to the field that was used, at each press anew', async () => {
    inserts.answer = answering(409, '{"code":"23505"}');
    await user.type(form(1).field(), 'bob@example.com');
    await user.type(form(0).field(), 'ann@example.com');

    for (const press of ['the first', 'the second']) {
      const before = form(0).field();
      await user.keyboard('{Enter}');
      await form(0).findError();
      const field = form(0).field();
      expect(field, `after ${press} press`).toHaveFocus();
      expect(field).toHaveAccessibleDescription(fixedTexts.duplicate);
      // A screen reader speaks another element once.
      expect(field).not.toBe(before);
    }
    await form(1).findError();
    expect(form(0).field()).toBeInvalid();
    expect(form(0).field()).toHaveValue('ann@example.com');
    expect(form(1).field()).toHaveValue('bob@example.com');
    expect(form(0).button()).toBeEnabled();
    // With aria-invalid="false" Firefox keeps reporting the field as invalid.
    expect(form(1).field()).not.toHaveAttribute('aria-invalid');
    expect(document.querySelector('[aria-live]')).toBeNull();
  });

  it('labels each of its fields, sends what stands there, and keeps it across an error', async () => {
    inserts.answer = answering(500);
    const fields = () =>
      within(form(0).root).getAllByRole<HTMLInputElement>('textbox');
    const texts = fields().map((_, index) => `text-${index}@example.com`);
    for (const [index, field] of fields().entries()) {
      expect(field.labels?.[0]).not.toBeEmptyDOMElement();
      await user.type(field, texts[index] ?? '');
    }
    await user.keyboard('{Enter}');
    await screen.findAllByText(fixedTexts.refused);
    expect(fields().map(({ value }) => value)).toEqual(texts);
    const [request] = inserts.requests;
    expect(Object.values(request?.body ?? {})).toEqual(
      expect.arrayContaining(texts),
    );
  });

  it('leaves the focus to a visitor who has gone on, and tells them the result in a live region', async () => {
    let answer = () => {};
    inserts.answer = (request, response) =>
      (answer = () => answering(409, '{"code":"23505"}')(request, response));
    const link = document.body.appendChild(document.createElement('a'));
    link.href = '#';
    await user.type(form(0).field(), 'ann@example.com{Enter}');
    await expect.poll(() => inserts.requests).toHaveLength(1);
    link.focus();
    answer();
    await form(0).findError();

    expect(link).toHaveFocus();
    const [region, other] = screen.getAllByRole('status');
    expect(region).toHaveTextContent(fixedTexts.duplicate);
    expect(other).toBeEmptyDOMElement();
    link.remove();
  });

  // As translators do, and go on doing.
  it('works where others have put its texts into elements of their own', async () => {
    inserts.answer = answering(409, '{"code":"23505"}');
    const wrap = () => {
      for (const element of document.querySelectorAll('span, label')) {
        const font = document.createElement('font');
        font.append(...element.childNodes);
        element.append(font);
      }
    };
    await user.type(form(0).field(), 'ann@example.com');
    wrap();
    await user.keyboard('{Enter}');
    wrap();
    await form(0).findError();
    wrap();
    inserts.answer = answering(201);
    await user.keyboard('{Enter}');
    expect(await findConfirmations()).toHaveLength(2);
  });

  it.each(['form', 'input', 'label', '[data-label]', '.fields', 'button'])(
    'goes on, with its text, where others have wrapped its %s',
    async (selector) => {
      inserts.answer = answering(409, '{"code":"23505"}');
      await user.type(form(0).field(), 'ann@example.com');
      for (const element of document.querySelectorAll(selector)) {
        const wrapper = document.createElement('div');
        element.replaceWith(wrapper);
        wrapper.append(element);
      }
      form(0).field().focus();
      await user.keyboard('{Enter}');

      await form(0).findError();
      expect(form(0).field()).toHaveValue('ann@example.com');
      expect(form(0).field()).toHaveFocus();
      expect(form(0).button()).toHaveTextContent(fixedTexts.join);
    },
  );

  it('sends the text of a doubled field', async () => {
    const { field } = form(0);
    field().after(field().cloneNode());
    const [first, second] = within(form(0).root).getAllByRole('textbox');
    await user.type(second ?? field(), 'ann@example.com{Enter}');
    expect(first).toHaveValue('');
    await findConfirmations();
    expect(inserts.requests[0]?.body).toMatchObject({
      email: 'ann@example.com',
    });
  });

  it('keeps its form and tells the result, though something throws while it joins', async () => {
    inserts.answer = answering(409, '{"code":"23505"}');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await user.type(form(0).field(), 'ann@example.com');
    vi.spyOn(form(0).root, 'focus').mockImplementationOnce(() => {
      throw new Error('An add-on has replaced focus().');
    });
    await user.keyboard('{Enter}');
    await form(0).findError();
    expect(form(0).field()).toHaveValue('ann@example.com');
    expect(form(0).button()).toBeEnabled();
    vi.restoreAllMocks();
  });

  it('hydrates without an error after the state has changed, in a translated page', async () => {
    const late = <WaitlistForm id="late" children={<Slot id="late" />} />;
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(late).replaceAll(
      fixedTexts.join,
      '<font>Unirse</font>',
    );
    await user.type(form(0).field(), 'ann@example.com{Enter}');
    await findConfirmations();

    const onRecoverableError = vi.fn();
    render(late, { container, hydrate: true, onRecoverableError });
    expect(container).toHaveTextContent(fixedTexts.success);
    expect(onRecoverableError).not.toHaveBeenCalled();
  });
});

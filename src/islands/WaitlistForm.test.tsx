import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answering } from '../../tests/helpers/http';
import { serveInserts } from '../../tests/helpers/inserts';
import { fixedTexts } from '../site';

const inserts = serveInserts();
const user = userEvent.setup();

beforeEach(async () => {
  const { default: WaitlistForm } = await import('./WaitlistForm');
  render(
    <>
      <WaitlistForm id="first" />
      <WaitlistForm id="second" />
    </>,
  );
});

/** The parts of one of the two forms; each function queries the document anew. */
function form(index: 0 | 1) {
  const root = screen.getAllByRole('group', { name: 'Join the waitlist' })[
    index
  ];
  if (!root) throw new Error(`There is no form ${index}.`);
  const { getByRole, queryByRole, findByText } = within(root);
  return {
    root,
    findByText,
    field: () =>
      getByRole<HTMLInputElement>('textbox', { name: 'Email address' }),
    button: () => getByRole('button'),
    queryButton: () => queryByRole('button'),
  };
}

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

  it('enables its button for a text that the browser restored', () => {
    form(0).field().value = 'ann@example.com';
    dispatchEvent(new PageTransitionEvent('pageshow'));
    return expect.poll(() => form(0).button()).toBeEnabled();
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

  it('confirms a success in both forms and focuses the one that was used', async () => {
    await user.type(form(1).field(), 'ann@example.com');
    await user.click(form(1).button());

    for (const { findByText, queryButton } of [form(0), form(1)]) {
      await findByText(fixedTexts.success);
      expect(queryButton()).toBeNull();
    }
    expect(form(1).root).toHaveFocus();
  });

  it('shows an error in both forms, keeps their texts and returns to the field that was used', async () => {
    inserts.answer = answering(409, '{"code":"23505"}');
    await user.type(form(1).field(), 'bob@example.com');
    await user.type(form(0).field(), 'ann@example.com{Enter}');

    await form(0).findByText(fixedTexts.duplicate);
    await form(1).findByText(fixedTexts.duplicate);
    expect(form(0).field()).toHaveValue('ann@example.com');
    expect(form(1).field()).toHaveValue('bob@example.com');
    expect(form(0).field()).toBeInvalid();
    expect(form(0).field()).toHaveAccessibleDescription(fixedTexts.duplicate);
    expect(form(0).field()).toHaveFocus();
    expect(form(0).button()).toBeEnabled();
    // With aria-invalid="false" Firefox keeps reporting the field as invalid.
    expect(form(1).field()).not.toHaveAttribute('aria-invalid');
  });

  it('announces the result once, from a region that was there before', async () => {
    const regions = () => [
      ...document.querySelectorAll<HTMLElement>('[aria-live="polite"]'),
    ];
    const before = regions();
    await user.type(form(0).field(), 'ann@example.com{Enter}');
    await form(0).findByText(fixedTexts.success);

    const announcing = regions().filter((region) => region.textContent);
    expect(announcing).toHaveLength(1);
    expect(before).toContain(announcing[0]);
    expect(form(0).root).toContainElement(announcing[0] ?? null);
  });

  it('hides the confirmation from screen readers until the focus has settled', async () => {
    await user.type(form(0).field(), 'ann@example.com');
    const start = performance.now();
    await user.keyboard('{Enter}');
    const message = await form(0).findByText(fixedTexts.success);
    expect(message).toHaveAttribute('aria-hidden', 'true');
    await vi.waitFor(
      () => expect(message).not.toHaveAttribute('aria-hidden'),
      2000,
    );
    expect(performance.now() - start).toBeGreaterThan(500);
    // The group has the focus: with the message as its description, it would be spoken twice.
    expect(form(0).root).not.toHaveAccessibleDescription();
  });
});

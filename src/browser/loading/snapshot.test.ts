import { expect, it, vi } from 'vitest';
import { restoreForms } from './snapshot.ts';

const button = '<button type="submit" id="button"></button>';

it.each([
  ['fills an empty field, and presses', '', 'ann@example.com', 1],
  ['leaves a text that was typed since', 'bob@', 'bob@', 0],
])('%s', async (_what, text, restored, presses) => {
  document.body.innerHTML = `<form><input id="email" value="${text}" />${button}</form>`;
  const press = vi.fn((event: Event) => event.preventDefault());
  document.forms[0]?.addEventListener('submit', press);
  await restoreForms({
    fields: [['email', 'ann@example.com', false]],
    focused: '',
    pressed: 'button',
  });
  expect(document.querySelector('input')).toHaveValue(restored);
  expect(press).toHaveBeenCalledTimes(presses);
});

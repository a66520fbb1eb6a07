import { expect, it } from 'vitest';
import { readForms, restoreForms } from './pageLoad.ts';

it('brings back a tick and a choice', () => {
  const form = `
    <form>
      <input id="consent" name="consent" type="checkbox" />
      <select id="size" name="size"><option></option><option>11-50</option></select>
    </form>`;
  document.body.innerHTML = form;
  document.querySelector('input')?.click();
  Object.assign(document.querySelector('select') ?? {}, { value: '11-50' });
  const contents = readForms(document, '');
  document.body.innerHTML = form;
  restoreForms(contents);
  expect(document.querySelector('input')).toBeChecked();
  expect(document.querySelector('select')).toHaveValue('11-50');
});

it('reads what can be saved, also of an add-on’s field whose value is a function', () => {
  document.body.innerHTML = '<form><input name="company" /></form>';
  const field = document.querySelector('input') ?? {};
  Object.defineProperty(field, 'value', { value: () => '' });
  expect(() => structuredClone(readForms(document, ''))).not.toThrow();
});

it('leaves a text that was typed since', () => {
  const field = { id: 'email', value: 'ann@example.con', checked: false };
  document.body.innerHTML = '<form><input id="email" value="ann@e" /></form>';
  restoreForms({ fields: [field] });
  expect(document.querySelector('input')).toHaveValue('ann@e');
});

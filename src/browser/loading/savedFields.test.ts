import { expect, it } from 'vitest';
import { saveFields } from './savedFields.ts';

it('brings back a tick and a choice', () => {
  const form = `
    <form>
      <input id="consent" name="consent" type="checkbox" />
      <select id="size" name="size"><option></option><option>11-50</option></select>
    </form>`;
  document.body.innerHTML = form;
  document.querySelector('input')?.click();
  Object.assign(document.querySelector('select') ?? {}, { value: '11-50' });
  const restore = saveFields(document);
  document.body.innerHTML = form;
  restore();
  expect(document.querySelector('input')).toBeChecked();
  expect(document.querySelector('select')).toHaveValue('11-50');
});

it('leaves a text that was typed since', () => {
  const form = (text: string) =>
    `<form><input id="email" name="email" value="${text}" /></form>`;
  document.body.innerHTML = form('ann@example.con');
  const restore = saveFields(document);
  document.body.innerHTML = form('ann@e');
  restore();
  expect(document.querySelector('input')).toHaveValue('ann@e');
});

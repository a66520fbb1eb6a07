import { expect, it } from 'vitest';
import { readForms, restoreForms } from './pageLoad.ts';

it('brings back a tick and a choice', async () => {
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
  await restoreForms(contents);
  expect(document.querySelector('input')).toBeChecked();
  expect(document.querySelector('select')).toHaveValue('11-50');
});

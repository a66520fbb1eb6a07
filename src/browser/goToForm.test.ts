import { expect, it } from 'vitest';
import { findForm } from './goToForm.ts';

it.each([
  ['größe', '#größe'],
  ['größe', '#größe?utm_source=mail'],
  ['größe', '#größe&utm_source=mail'],
  ['100%', '#100%'],
])('finds the form with the id %s at %s', (id, fragment) => {
  document.body.innerHTML = `<div class="waitlist" id="${id}"></div>`;
  location.hash = fragment;
  expect(findForm(location)).toBe(document.body.firstChild);
});

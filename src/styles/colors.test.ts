import { readability, TinyColor } from '@ctrl/tinycolor';
import { describe, expect, it } from 'vitest';
import { colors } from './colors.ts';

type Role = keyof typeof colors;

/** The texts that axe does not look at in the page, with their grounds: a placeholder, and a button's label. */
const texts: [text: Role, grounds: Role[]][] = [
  ['faint', ['page', 'raised']],
  ['button-text', ['button', 'button-hover']],
];

/** The brightest colours that the page scrolls under the translucent header. */
const underHeader: Role[] = ['text', 'accent', 'success'];

/** Expects a contrast of a role's colour with a ground. If it is lower, the message names the role and its file. */
function expectContrast(role: Role, ground: string | TinyColor, least: number) {
  const message = `the contrast of ${role}, whose colour is in src/styles/colors.ts`;
  expect(readability(colors[role], ground), message).toBeGreaterThanOrEqual(
    least,
  );
}

describe('colours: https://www.w3.org/TR/WCAG22/#contrast-minimum', () => {
  for (const [text, grounds] of texts)
    it.each(grounds)(`${text} is legible on %s`, (ground) => {
      expectContrast(text, colors[ground], 4.5);
    });

  // A field's frame, the border of the header's button, and lines of the artwork have this colour.
  it.each(['page', 'card'] as const)('edge is seen on %s', (ground) => {
    expectContrast('edge', colors[ground], 3);
  });

  it.each(underHeader)('the header is legible over %s', (under) => {
    const header = new TinyColor(colors.header).onBackground(colors[under]);
    for (const role of ['text', 'accent'] as const)
      expectContrast(role, header, 4.5);
  });
});

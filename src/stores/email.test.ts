import { expect, test } from 'vitest';
import { withAsciiDomain } from './email.ts';

test.for([
  ['ann@müller.de', 'ann@xn--mller-kva.de'],
  ['ann@faß.de', 'ann@xn--fa-hia.de'],
  ['Ann+Tag@MÜLLER.de', 'Ann+Tag@xn--mller-kva.de'],
  ['ann@ｅxample.com', 'ann@example.com'],
  ['ann@example.com\u200b', 'ann@example.com'],
] as const)('%s is sent as %s', ([typed, sent]) => {
  expect(withAsciiDomain(typed)).toBe(sent);
});

test.for([
  'Ann+Tag@Example.COM',
  // No domains, in which the parser of URLs would find one.
  'ann@müller.de:80',
  'ann@müller.de/x',
  'ann@müller.de\\x',
  'ann@müller.de?x',
  'ann@müller.de#x',
  'ann@ex%61mple.müller.de',
  'ann@mül\tler.de',
  'ann@müller.de ',
  'ann@１２７.1',
  // What it refuses
  'ann@\u200b',
  'ann@mül\u3000ler.de',
])('%s is left as it was typed', (typed) => {
  expect(withAsciiDomain(typed)).toBe(typed);
});

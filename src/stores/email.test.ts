import { expect, test } from 'vitest';
import { readEmail, withAsciiDomain } from './email.ts';

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

test.for([
  ' ann@example.com\n',
  '\u200bann@example.com',
  '\ufeffann@example.com',
  'a\u200bnn@exam\u200bple.com',
  '\u202aann@example.com\u202c',
  '\u00a0ann@example.com\u3000',
  'mailto:ann@example.com',
  'MAILTO:ann@example.com?subject=Hello&cc=bob@example.com',
  'mailto:%61nn@example.com',
  'Ann Example <ann@example.com>',
  '"Example, Ann" <ann@example.com>;',
  '<ann@example.com>',
  '<mailto:ann@example.com>',
  '\u200b Ann\u00a0<\u00a0ann@example.com\u200b>, ',
  'ann@example.com,',
  'ann@example.com ;',
  'ann@example.com.',
  // A Japanese keyboard, dictation
  'ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  'ann＠example.com',
  'ann@example.com，',
  'ann@example.com\u00a0. ',
])('ann@example.com is in the text %j', (text) => {
  expect(readEmail(text)).toBe('ann@example.com');
});

test.for([
  'ann example@example.com',
  'ann@example.com..',
  'ann@mail.',
  'ann.',
  'Ann <ann@example.com>, Bob <bob@example.com>',
  'ann@example.com, bob@example.com',
  '<>',
  'mailto:',
  '',
])('%j is left as it was entered', (text) => {
  expect(readEmail(text)).toBe(text);
});

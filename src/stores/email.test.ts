import { describe, expect, test } from 'vitest';
import { readEmail, withAsciiDomain } from './email.ts';

describe('the text of a field', () => {
  test.for([
    ['\u3000ann@example.com\u00a0\n', 'spaces around'],
    ['\u202aann@exam\u200bple.com\u202c', 'format characters'],
    ['ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ，', 'full-width letters and signs'],
    ['MAILTO:ann@example.com?subject=Hello', 'a link'],
    ['mailto:%61nn@example.com', 'a link that is percent-encoded'],
    ['"Example, Ann" <ann@example.com>; ', 'a name'],
    ['Ann <\u00a0ann@example.com >', 'spaces in the angle brackets'],
    ['< mailto:ann@example.com>', 'a link in angle brackets'],
    ['ann@example.com ;', 'a semicolon behind'],
    ['ann@example.com.', 'a dot behind'],
  ] as const)('%j has ann@example.com: %s', ([text]) => {
    expect(readEmail(text)).toBe('ann@example.com');
  });

  test.for([
    ['！～@example.com', '!~@example.com', 'the outermost full-width signs'],
    ['mailto:50%@example.com', '50%@example.com', 'a % that encodes nothing'],
  ] as const)('%j has %s: %s', ([text, email]) => {
    expect(readEmail(text)).toBe(email);
  });

  test.for([
    ['²ª™ﬁ①｟@example.com', 'other signs'],
    ['ann example@example.com', 'a space'],
    ['ann@example.com..', 'two dots behind'],
    ['ann@mail.', 'a domain that may be unfinished'],
    ['Ann <ann@example.com>, Bob <bob@example.com>', 'two e-mails'],
  ] as const)('%j is left as it was entered: %s', ([text]) => {
    expect(readEmail(text)).toBe(text);
  });
});

describe('the domain of an e-mail', () => {
  test('is sent in ASCII, the rest as it was typed', () => {
    expect(withAsciiDomain('Ann+Tag@MÜLLER.de')).toBe(
      'Ann+Tag@xn--mller-kva.de',
    );
  });

  test.for([
    ['Ann+Tag@Example.COM', 'already in ASCII'],
    ['ann@müller.de/x', 'a path behind'],
    ['ann@ex%61mple.müller.de', 'a percent sign before'],
    ['ann@①②.1', 'digits alone'],
    ['ann@mül\u3000ler.de', 'invalid'],
  ] as const)('%s is left as it was typed: %s', ([email]) => {
    expect(withAsciiDomain(email)).toBe(email);
  });
});

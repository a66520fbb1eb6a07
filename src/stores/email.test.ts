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
    ['“ann@example.com”.', 'quotation marks'],
    ['「ann@example.com」、', 'brackets of another script'],
    ["- *'ann@example.com'*", 'signs that an e-mail may have, on both sides'],
    ['{ann@example.com}', 'braces'],
    ['\u2709\ufe0f ann@example.com', 'a symbol'],
    ['Ann <ann@example.com>’', 'a sign behind a name'],
    ['ann@example.xn--com-9o0a', 'a sign in ASCII, as Chromium hands it over'],
    ['ann@example.com <mailto:ann@example.com>', 'a name and a link'],
    ['mailto://ann@example.com', 'a link with slashes'],
  ] as const)('%j has ann@example.com: %s', ([text]) => {
    expect(readEmail(text)).toBe('ann@example.com');
  });

  test.for([
    ['！～@example.com', '!~@example.com', 'the outermost full-width signs'],
    ['mailto:50%@example.com', '50%@example.com', 'a % that encodes nothing'],
    ['„_ann@example.com“', '_ann@example.com', 'a sign of its own'],
    ['a@x.xn--cojp-mw3c', 'a@x.co、jp', 'a sign in its domain, from Chromium'],
  ] as const)('%j has %s: %s', ([text, email]) => {
    expect(readEmail(text)).toBe(email);
  });

  test.for([
    ['²ª™ﬁ①｟@example.com', 'other signs'],
    ['ann example@example.com', 'a space'],
    ['ann@example.com..', 'two dots behind'],
    ['ann@example.com…', 'an ellipsis behind'],
    ["'=ann@example.com", 'signs of its own'],
    ['ann@xn--mller-kva.de', 'a domain in ASCII'],
    ['ann@xn--mgba3gch31f060k.com', 'a domain with a joiner'],
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
    ['ann@example.co、jp', 'with a sign that no domain has'],
  ] as const)('%s is left as it was typed: %s', ([email]) => {
    expect(withAsciiDomain(email)).toBe(email);
  });
});

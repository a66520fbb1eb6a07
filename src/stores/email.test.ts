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
    ['ann@example.com¹', 'a number of a footnote'],
    ["`ann@example.com'", 'a grave accent and an apostrophe'],
    ["'ann@example.com’", 'two different quotation marks'],
    ['ann@exam\u200dple.com', 'a joiner that its domain cannot have'],
  ] as const)('%j has ann@example.com: %s', ([text]) => {
    expect(readEmail(text)).toBe('ann@example.com');
  });

  test.for([
    ['！～@example.com', '!~@example.com', 'the outermost full-width signs'],
    ['mailto:50%@example.com', '50%@example.com', 'a % that encodes nothing'],
    ['„_ann@example.com“', '_ann@example.com', 'a sign of its own'],
    ['a@x.xn--cojp-mw3c', 'a@x.co、jp', 'a sign in its domain, from Chromium'],
    ['a@x.xn--cojp-cx4c', 'a@x.co・jp', 'a sign of another language'],
    [' a@xn--mgba3gch31f060k.com ', 'a@xn--mgba3gch31f060k.com', 'a joiner'],
  ] as const)('%j has %s: %s', ([text, email]) => {
    expect(readEmail(text)).toBe(email);
  });

  test.for([
    ['²ª™ﬁ①｟@example.com', 'other signs'],
    ['ann example@example.com', 'a space'],
    ['ann@example.com..', 'two dots behind'],
    ['ann@example.com…', 'an ellipsis behind'],
    ["'=ann@example.com", 'signs of its own'],
    ['ann@mail.', 'a domain that may be unfinished'],
    ['Ann <ann@example.com>, Bob <bob@example.com>', 'two e-mails'],
  ] as const)('%j is left as it was entered: %s', ([text]) => {
    expect(readEmail(text)).toBe(text);
  });
});

describe('the domain of an e-mail', () => {
  test.for([
    ['Ann+Tag@MÜLLER.de', 'Ann+Tag@xn--mller-kva.de', 'German'],
    ['info@Paral·lel.cat', 'info@xn--parallel-koa.cat', 'Catalan'],
    ['ann@例・例.jp', 'ann@xn--veky33gba.jp', 'Japanese'],
    ['ann@TV・例・TV.jp', 'ann@xn--tvtv-cx4ca1885c.jp', 'Japanese and Latin'],
    ['ann@ג׳ון.co.il', 'ann@xn--6dbg4a4e.co.il', 'Hebrew, geresh'],
    ['ann@ש״ש.co.il', 'ann@xn--ueba6a.co.il', 'Hebrew, gershayim'],
    ['ann@نامه\u200cای.com', 'ann@xn--mgba3gch31f060k.com', 'Persian'],
    ['ann@अवन्\u200d.com', 'ann@xn--l1b4esb1fo73k.com', 'Hindi'],
  ] as const)(
    '%j stays in the field, and is sent as %j: %s',
    ([typed, sent]) => {
      expect([typed, sent].map(readEmail)).toEqual([typed, sent]);
      expect(withAsciiDomain(typed)).toBe(sent);
    },
  );

  test.for([
    ['Ann+Tag@Example.COM', 'already in ASCII'],
    ['ann@müller.de/x', 'a path behind'],
    ['ann@ex%61mple.müller.de', 'a percent sign before'],
    ['ann@𝟏𝟐.1', 'digits alone'],
    ['ann@①②.1', 'numbers that are no digits'],
    ['ann@x.example·com', 'with a sign of another language'],
    ['ann@mül\u3000ler.de', 'invalid'],
    ['ann@example.co、jp', 'with a sign that no domain has'],
  ] as const)('%s is left as it was typed: %s', ([email]) => {
    expect(withAsciiDomain(email)).toBe(email);
  });
});

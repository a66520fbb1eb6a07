import { describe, expect, test } from 'vitest';
import { readEmail } from './email.ts';

describe('the text of a field', () => {
  test.for([
    ['\u3000ann@example.com\u00a0\n', 'spaces around'],
    ['\u202aann@exam\u200bple.com\u202c', 'format characters'],
    ['ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ，', 'full-width letters and signs'],
    ['MAILTO:%61nn@example.com?subject=Hello', 'a link'],
    ['mailto://ann@example.com', 'a link with slashes'],
    ['"Example, Ann" <\u00a0ann@example.com >; ', 'a name'],
    ['ann@example.com <mailto:ann@example.com>', 'a name and a link'],
    ['mailto:<%61nn@example.com>', 'a link with angle brackets'],
    ['“ann@example.com”.', 'quotation marks'],
    ["- *'ann@example.com*'", 'signs that an e-mail may have, on both sides'],
    ['{ann@example.com},', 'braces'],
    ['\u200cann@example.com\u200d-', 'joiners around, and a hyphen behind'],
    ['「ann@example.com」、', 'brackets of another script'],
    ['\u2709\ufe0f ann@example.com.', 'a symbol, and a dot behind'],
    ['ann@example.xn--com-9o0a', 'a sign in ASCII, as Chromium hands it over'],
  ] as const)('%j has ann@example.com: %s', ([text]) => {
    expect(readEmail(text)).toBe('ann@example.com');
  });

  test.for([
    ['！～@example.com', '!~@example.com', 'the outermost full-width signs'],
    ['• (_ann@example.com).', '_ann@example.com', 'a sign of its own'],
    ['a@x.xn--cojp-mw3c', 'a@x.co、jp', 'a sign in its domain, from Chromium'],
  ] as const)('%j has %s: %s', ([text, email]) => {
    expect(readEmail(text)).toBe(email);
  });

  test.for([
    ["_o'n+1.=%61@x-y.example", 'a valid e-mail'],
    ['²ª™ﬁ①｟@example.com', 'other signs'],
    ['ann example@example.com', 'a space'],
    ['ann@example.com..', 'two dots behind'],
    ['ann@example.com…', 'an ellipsis behind'],
    ["'ann@example.com’", 'two different marks'],
    ["'ann@example.com”", 'two other marks'],
    ['@ann@example.com', 'the name of an account'],
    ['ann@mail.', 'a domain that may be unfinished'],
    ['mailto:50%@example.com', 'a % that encodes nothing'],
    ['Ann <ann@example.com>, Bob <bob@example.com>', 'two e-mails'],
    ['ann@example.com, Bob <bob@example.com>', 'an e-mail, and another'],
    [`${'-'.repeat(2000)}ann@example.com`, 'a page of dashes'],
  ] as const)('%j is left as it was entered: %s', ([text]) => {
    expect(readEmail(text)).toBe(text);
  });
});

describe('the domain of an e-mail', () => {
  test.for([
    ['Ann+Tag@MÜLLER.de', 'Ann+Tag@xn--mller-kva.de', 'German'],
    ['ann@例え。jp', 'ann@xn--r8jz45g.jp', 'Japanese, with its dot'],
    ['ann@उदाहरण.भारत', 'ann@xn--p1b6ci4b4b3a.xn--h2brj9c', 'Hindi'],
    ['ann@xn--parallel-koa.cat', 'ann@xn--parallel-koa.cat', 'Catalan'],
    ['ann@نامه\u200cای.com', 'ann@xn--mgba3gch31f060k.com', 'a joiner'],
  ] as const)('%j is written as %j: %s', ([typed, ascii]) => {
    expect([typed, ascii].map(readEmail)).toEqual([ascii, ascii]);
  });

  test.for([
    ['ann@müller.de/x', 'a path behind'],
    ['ann@ex%61mple.müller.de', 'a percent sign before'],
    ['ann@𝟏𝟐.1', 'digits alone'],
    ['ann@paral·lel.cat', 'a sign between letters'],
    ['ann@exam\u200dple.com', 'a joiner that it cannot have'],
    ['ann@xn--0.com', 'invalid ASCII'],
  ] as const)('%s is left as it was typed: %s', ([email]) => {
    expect(readEmail(email)).toBe(email);
  });
});

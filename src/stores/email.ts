import { decode } from 'punycode/punycode.es6.js';

/** A letter, mark or decimal digit of any script, for a set of characters in a regular expression. */
const letter = '\\p{L}\\p{M}\\p{Nd}';

/** The signs that a domain may have between letters: https://www.rfc-editor.org/rfc/rfc5892#appendix-A */
const japanese = '[\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Han}ー]';
const catalanSign = '[lL]·(?=[lL])';
const japaneseSign = `\\p{L}・(?=${japanese})|${japanese}・(?=\\p{sc=Latn})`;
const hebrewSign = '\\p{sc=Hebr}[׳״](?=\\p{sc=Hebr})';

/** A domain. Persian and Indic words may have invisible joiners. */
const character = `${letter}\\p{Join_C}`;
const dots = '.。．｡';
const domain = `(?:${catalanSign}|${japaneseSign}|${hebrewSign}|[${character}${dots}\\-])*[${character}]`;
const wholeDomain = new RegExp(`^${domain}$`, 'u');

/** An e-mail whose domain has a dot. */
const complete = `[^\\s@]+@(?=.+[${dots}].)${domain}`;

/**
 * The field's pattern. `type="email"` alone accepts a domain without a dot, more than 254 characters, and in
 * Firefox `ann@example.co、jp`. (`maxLength` would cut a pasted e-mail.) Firefox also reads the spaces around.
 */
export const emailPattern = `(?!.{255}).*${complete}\\s*`;

/** Matches the domain of an e-mail if the domain has a character outside ASCII, such as `ü`. */
const nonAsciiDomain = new RegExp(`@(?=.*[^ -~])(${domain})$`, 'u');

/**
 * Returns an e-mail with its domain in ASCII, as the URL standard writes it: `ann@xn--mller-kva.de`
 * for `ann@müller.de`. Without this, the same e-mail could be in two rows, because browsers hand over
 * such a domain in different ways: Chromium in ASCII, Firefox as it was typed. An e-mail whose domain is
 * invalid, or has a sign such as `”`, is returned unchanged, and the database refuses it.
 *
 * @see https://url.spec.whatwg.org/#concept-domain-to-ascii
 */
export function withAsciiDomain(email: string): string {
  return email.replace(nonAsciiDomain, (typed, domain: string) => {
    const ascii = asciiDomain(domain);
    // The URL parser reads a domain of digits alone as an IP address: `𝟏𝟐.1` as `12.0.0.1`.
    return /[^\d.]/.test(ascii) ? `@${ascii}` : typed;
  });
}

/** A domain in ASCII; empty if the domain is invalid. */
const asciiDomain = (domain: string) =>
  attempt(() => new URL(`https://${domain}`).hostname, '');

/**
 * Matches a name and `<`, the signs before an e-mail, the e-mail, and the signs behind, such as a space or a
 * quotation mark. A number such as `¹` is a sign behind only: `²ann` may be a mistake. An ellipsis, or two
 * dots, mark a missing part.
 */
const emailInText = new RegExp(
  `^(?:[^<]*<)?([^${letter}\\p{N}…]*)(${complete})(?!\\.\\.)([^${letter}…]*)$`,
  'u',
);

/**
 * Returns the e-mail in the text of a field. Mail programs, phones' keyboards and dictation often
 * enter more than the e-mail. This function removes invisible characters and the text around the e-mail,
 * decodes `mailto:`, and replaces full-width signs. The browser names a mistake that stays.
 *
 * @param text the whole text of a field, such as `Ann Example <ann@example.com>,`
 */
export function readEmail(text: string): string {
  return (
    text
      // The zero-width space, for example: https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
      .replace(/(?!\p{Join_C})\p{DI}/gu, '')
      // The URL parser knows which words may have joiners. In any other word they are a mistake that nobody sees.
      .replace(/[\p{L}\p{M}\p{Join_C}]+/gu, (word) =>
        asciiDomain(word) ? word : word.replace(/\p{Join_C}/gu, ''),
      )
      // Chromium hands over each typed domain in ASCII, also a wrong one: `x.xn--example-b46c` for `x.example”`.
      .replace(/([@.])xn--([a-z\d-]+)/gi, (ascii, dot, code) =>
        attempt(() => {
          const typed = decode(code);
          return wholeDomain.test(typed) ? ascii : dot + typed;
        }, ascii),
      )
      // NFKC for the whole text would make another e-mail, `2ann@example.com`, of `²ann@example.com`.
      .replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'))
      // `mailto:ann%2Bnews@example.com?subject=…`
      .replace(/^(?:[^<]*<)?[^@]*mailto:\/*([^?]+)[^]*/i, (_link, encoded) =>
        attempt(() => decodeURIComponent(encoded), encoded),
      )
      .replace(emailInText, withoutSigns)
      .trim()
  );
}

/** Some signs belong to the e-mail, as in `_ann@example.com`, unless the second of a pair stands behind: `'ann@example.com’`. */
function withoutSigns(
  _: string,
  before: string,
  email: string,
  behind: string,
) {
  const [first = ''] = /[.!#$%&'*+/=?^_`{|}~-]*$/.exec(before) ?? [];
  // Two different quotation marks are a pair, too.
  const second = behind.replace(/[\p{QMark}`´]/gu, "'`").replace('}', '{');
  return [...first].filter((mark) => !second.includes(mark)).join('') + email;
}

/** The result of a function, or `otherwise` if the function throws. */
function attempt(read: () => string, otherwise: string): string {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

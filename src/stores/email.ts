import { decode } from 'punycode/punycode.es6.js';

/** The signs of an e-mail's local part besides letters and digits: https://html.spec.whatwg.org/#valid-e-mail-address */
const signs = ".!#$%&'*+\\/=?^_`\\{\\|\\}~\\-";
const local = `[a-zA-Z\\d${signs}]+`;
const label = '[a-zA-Z\\d](?:[a-zA-Z\\d\\-]{0,61}[a-zA-Z\\d])?';

/**
 * The field's pattern: the e-mails that the database takes, if their domain has a dot and its last part begins with a
 * letter. (The attribute `maxLength` would cut a pasted e-mail.) In Firefox the pattern also meets the spaces around.
 */
export const emailPattern = `(?!.{255})\\s*${local}@(?:${label}\\.)+(?=[a-zA-Z])${label}\\s*`;

/** A letter of any script with its marks, or a digit. Some words of Persian and Hindi have invisible joiners. */
const letter = '\\p{L}\\p{M}\\p{Nd}';
const character = `[${letter}\\p{Join_C}\\-]`;
/** A domain of any script. Its last part begins with a letter: `127.0.0.1` is no domain. */
const domain = `(?:${character}+[.。｡])+(?=\\p{L})${character}*[${letter}]`;

/** A character that may stand beside an e-mail. An ellipsis, or two dots, mark a missing part. */
const beside = '[^\\p{L}\\p{M}\\p{N}@…]';

/**
 * Matches a text with one e-mail. `before` are the signs right before a letter or digit of the e-mail: they belong to
 * the e-mail, as in `_ann@example.com`, or are marks around it. What stands before them ends with another character.
 */
const textWithEmail = new RegExp(
  `^(?:${beside}*(?![${signs}])${beside})?(?<before>[${signs}]*)(?<name>${local}@)(?<host>${domain})(?!\\.\\.)(?<behind>${beside}*)$`,
  'u',
);
/** A part of a domain. Catalan writes `l·l`. */
const wholeLabel = new RegExp(`^(?:l·(?=l)|${character})+$`, 'u');

/** A name before an e-mail in angle brackets, but no list of e-mails such as `ann@example.com, Bob <`. */
const nameBefore = '(?![^<]*@[^<]*[,;])[^<]*<';
const mailto = new RegExp(`^(?:${nameBefore})?[^@]*mailto:/*([^?]*)[^]*`, 'i');

/** The matching of a text takes time with the square of its length: below this length nobody notices it. */
const maxLength = 2000;

/**
 * Returns the e-mail in the text of a field, such as `Ann Example <ann@example.com>,`. Its domain is in ASCII, as
 * in `ann@xn--mller-kva.de`: Chromium hands over a domain in ASCII, Firefox as it was typed, and one person must
 * be one row. A text that is not one e-mail is returned as it was typed, and the browser names its mistake.
 */
export function readEmail(text: string): string {
  let typed = text;
  try {
    // Chromium writes a wrong domain in ASCII, too: `x.xn--example-b46c` for `x.example”`.
    typed = text.replace(/([@.])xn--([a-z\d-]+)/gi, (ascii, dot, code) =>
      wholeLabel.test(decode(code)) ? ascii : dot + decode(code),
    );
    return findEmail(typed) ?? typed;
  } catch {
    // The link, the domain or its ASCII is invalid.
    return typed;
  }
}

/** @throws if a link or a domain is invalid */
function findEmail(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const match = text
    // Invisible characters, but not the joiners of a domain: https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
    .replace(/(?!\p{Join_C})\p{DI}|\p{DI}(?=[^]*@)/gu, '')
    // Full-width signs. NFKC for the whole text would make another e-mail, `2ann@…`, of `²ann@…`.
    .replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'))
    // `mailto:ann%2Bnews@example.com?subject=…`
    .replace(mailto, (_link, encoded) => decodeURIComponent(encoded))
    // `Ann Example <ann@example.com>`
    .replace(new RegExp(`^${nameBefore}`), '')
    .match(textWithEmail);
  if (!match?.groups) return undefined;
  const { before = '', name = '', host = '', behind = '' } = match.groups;
  const email = name + new URL(`https://${host}`).hostname;
  // `*ann@example.com*`, `{ann@example.com}`, and an e-mail without signs before it
  if (behind.startsWith(before.replace('{', '}'))) return email;
  // The signs belong to the e-mail, unless a mark behind it may be the second of a pair, as in `'ann@example.com’`.
  return /^[\s.,;>)\]]*$/.test(behind) ? before + email : undefined;
}

import { decode } from 'punycode/punycode.es6.js';

/** The part before the `@`, and between the dots behind it: https://html.spec.whatwg.org/#valid-e-mail-address */
const local = "[\\w.!#$%&'*+\\/=?^`\\{\\|\\}~\\-]+";
const label = '[a-zA-Z\\d](?:[a-zA-Z\\d\\-]{0,61}[a-zA-Z\\d])?';

/**
 * The field's pattern: the e-mails that the database takes, with a dot in the domain. (`maxLength` would cut a
 * pasted e-mail.) Firefox also gives it the spaces around.
 */
export const emailPattern = `(?!.{255})\\s*${local}@(?:${label}\\.)+(?=[a-zA-Z])${label}\\s*`;

/** A domain of any script, whose words may have marks and invisible joiners. Its last part is no number, as in an IP address. */
const character = '[\\p{L}\\p{M}\\p{Nd}\\p{Join_C}\\-]';
const domain = `(?:${character}+[.。｡])+\\p{L}${character}*`;

/** A sign beside an e-mail. An ellipsis, or two dots, mark a missing part. */
const sign = '[^\\p{L}\\p{M}\\p{N}@…]';

/** Matches an e-mail among signs, and its own signs `'`, `` ` `` or `*` if they are on both sides. */
const emailInText = new RegExp(
  `^${sign}*?(['\`*]{0,2})(${local}@)(${domain})\\1(?!\\.\\.)(${sign}*)$`,
  'u',
);
const goodLabel = new RegExp(`^${character}+$`, 'u');

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
      goodLabel.test(decode(code)) ? ascii : dot + decode(code),
    );
    const [, , name = '', domain = '', behind = ''] =
      typed
        // Invisible characters: https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
        .replace(/(?!\p{Join_C})\p{DI}/gu, '')
        // Full-width signs. NFKC for the whole text would make another e-mail, `2ann@…`, of `²ann@…`.
        .replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'))
        .replace(/^[^<]*</, '')
        // `mailto:ann%2Bnews@example.com?subject=…`
        .replace(/^[^@]*mailto:\/*([^?]*)[^]*/i, (_link, encoded) =>
          decodeURIComponent(encoded),
        )
        .match(emailInText) ?? [];
    // In `'ann@example.com’` the first mark may be the e-mail's own.
    if (/^[a-z\d]/i.test(name) || /^[\s.,;>)\]"“”]*$/.test(behind))
      return name + new URL(`https://${domain}`).hostname;
  } catch {
    // The link, the domain or its ASCII is invalid.
  }
  return typed;
}

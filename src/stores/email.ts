import { decode } from 'punycode/punycode.es6.js';

/** A letter, mark or digit of any script, for a set of characters in a regular expression. */
const letter = '\\p{L}\\p{M}\\p{N}';

/** The characters of a domain: also hyphens, and the dots of any script. */
const domain = `[${letter}.。．｡\\-]*`;

/** An e-mail whose domain has a dot. */
const complete = `[^\\s@]+@(?=.+[.。．｡].)${domain}`;

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
 * such a domain in different ways: Chromium in ASCII, Firefox as it was typed. Nothing is lost: each URL
 * parser reads both spellings as one domain, for example `exªmple.com` as `example.com`. An e-mail whose
 * domain is invalid, or has a sign such as `”`, is returned unchanged, and the database refuses it.
 *
 * @see https://url.spec.whatwg.org/#concept-domain-to-ascii
 */
export function withAsciiDomain(email: string): string {
  return email.replace(nonAsciiDomain, (typed, domain: string) =>
    attempt(() => {
      const { hostname } = new URL(`https://${domain}`);
      // The URL parser reads a domain of digits alone as an IP address: `①②③` as `0.0.0.123`.
      return /[^\d.]/.test(hostname) ? `@${hostname}` : typed;
    }, typed),
  );
}

/** A sign around an e-mail, such as a space or a quotation mark. An ellipsis is none: it marks a missing part. */
const sign = `[^${letter}…]`;

/** Matches a name and `<`, the signs before an e-mail, the e-mail, and the signs behind. Two dots are an ellipsis, too. */
const emailInText = new RegExp(
  `^(?:[^<]*<)?(${sign}*)(${complete}[${letter}])(?!\\.\\.)(${sign}*)$`,
  'u',
);

/**
 * Returns the e-mail in the text of a field. Mail programs, phones' keyboards and dictation often
 * enter more than the e-mail. This function removes invisible characters and the text around the e-mail,
 * decodes `mailto:` and the domain, and replaces full-width signs. The browser names a mistake that stays.
 *
 * @param text the whole text of a field, such as `Ann Example <ann@example.com>,`
 */
export function readEmail(text: string): string {
  // The zero-width space, for example: https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
  const withoutInvisible = (words: string) => words.replace(/\p{DI}/gu, '');
  const visible = withoutInvisible(text);
  // Chromium hands over each typed domain in ASCII, also a wrong one: `x.xn--example-b46c` for `x.example”`.
  const typed = visible.replace(/([@.])xn--([a-z\d-]+)/gi, (label, dot, code) =>
    attempt(() => dot + decode(code), label),
  );
  const email = typed
    // NFKC for the whole text would make another e-mail, `2ann@example.com`, of `²ann@example.com`.
    .replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'))
    // `mailto:ann%2Bnews@example.com?subject=…`
    .replace(/^(?:[^<]*<)?[^@]*mailto:\/*([^?]+)[^]*/i, (_link, encoded) =>
      attempt(() => decodeURIComponent(encoded), encoded),
    )
    .replace(emailInText, withoutSigns)
    .trim();
  // An e-mail without a mistake stays as it was typed. Its domain may have invisible joiners in ASCII.
  const isRight = emailInText.test(withoutInvisible(email));
  return email === typed && isRight ? visible : email;
}

/** Some signs belong to the e-mail, as in `_ann@example.com`, unless a second one stands behind: `'ann@example.com'`. */
function withoutSigns(
  _: string,
  before: string,
  email: string,
  behind: string,
) {
  const [first = ''] = /[.!#$%&'*+/=?^_`{|}~-]*$/.exec(before) ?? [];
  const isAlone = (mark: string) => !behind.includes(mark === '{' ? '}' : mark);
  return [...first].filter(isAlone).join('') + email;
}

/** The result of a function, or `otherwise` if the function throws. */
function attempt(read: () => string, otherwise: string): string {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

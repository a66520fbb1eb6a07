/**
 * Matches the domain of an e-mail if the domain has a character outside ASCII, such as `ü`. Its ASCII
 * characters must be letters, digits, `_`, `-` or `.`: with a `:`, `/` or `?` the URL below would have
 * a port, a path or a query.
 */
const nonAsciiDomain =
  /@([\w.-]*[\u0080-\u{10ffff}][\w.\u0080-\u{10ffff}-]*)$/u;

/**
 * Returns an e-mail with its domain in ASCII, as the URL standard writes it: `ann@xn--mller-kva.de`
 * for `ann@müller.de`. Without this, the same e-mail could be in two rows, because browsers hand over
 * such a domain in different ways: Chromium in ASCII, Firefox as it was typed. Nothing is lost: each URL
 * parser reads both spellings as one domain, for example `exªmple.com` as `example.com`. An e-mail whose
 * domain is invalid is returned unchanged, and the database refuses it.
 *
 * @see https://url.spec.whatwg.org/#concept-domain-to-ascii
 */
export function withAsciiDomain(email: string): string {
  return email.replace(nonAsciiDomain, (typed, domain: string) => {
    try {
      const { hostname } = new URL(`https://${domain}`);
      // The URL parser reads a domain of digits alone as an IP address: `①②③` as `0.0.0.123`.
      return /[^\d.]/.test(hostname) ? `@${hostname}` : typed;
    } catch {
      return typed;
    }
  });
}

/** The distance of each full-width sign of Unicode, from `！` to `～`, to the same sign in ASCII. */
const fullWidthOffset = 0xfee0;

/**
 * Returns the e-mail in the text of a field. Mail programs, phones' keyboards and dictation often
 * enter more than the e-mail. This function removes only invisible characters and the text around the
 * e-mail, and replaces full-width signs. A visible mistake stays, so that the browser can name it.
 *
 * @param text the whole text of a field, such as `Ann Example <ann@example.com>,`
 */
export function readEmail(text: string): string {
  return (
    text
      // Full-width letters and signs become ASCII. NFKC would do more: it would make another e-mail,
      // `2ann@example.com`, of `²ann@example.com`.
      .replace(/[\uff01-\uff5e]/g, (sign) =>
        String.fromCharCode(sign.charCodeAt(0) - fullWidthOffset),
      )
      // Invisible characters, such as the zero-width space: https://www.unicode.org/reports/tr44/#General_Category_Values
      .replace(/\p{Cf}/gu, '')
      .trim()
      // `Ann Example <ann@example.com>`, with or without one of `,;.` at the end
      .replace(/^[^<]*<([^<>]+)>\s*[,;.]?$/, '$1')
      // `mailto:ann%2Bnews@example.com?subject=…`
      .replace(/^\s*mailto:([^?]+).*$/i, (_link, email) => decoded(email))
      // Removes one sign behind a complete domain: `ann@example.com,`. Keeps `ann@mail.`, whose
      // domain may be unfinished.
      .replace(/(@[^@]+\.[^.@]+)[,;.]$/, '$1')
      .trim()
  );
}

/** A part of a URL without percent-encoding; unchanged if it has a `%` that encodes nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

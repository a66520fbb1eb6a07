/** The domain of an e-mail, if it is not all ASCII. Of ASCII it may have only letters, digits, `_`, `-` and `.`, so that the URL below has no port, path or query. */
const nonAsciiDomain =
  /@([\w.-]*[\u0080-\u{10ffff}][\w.\u0080-\u{10ffff}-]*)$/u;

/**
 * An e-mail with its domain in ASCII, as the URL standard writes it. Browsers hand over
 * a domain like `müller.de` in different ways (Chromium as `xn--…`, Firefox as it was
 * typed), and one person shall be one row. Nothing else is changed; what is no domain stays
 * as it was typed, for the database to refuse.
 *
 * @see https://url.spec.whatwg.org/#concept-domain-to-ascii
 */
export function withAsciiDomain(email: string): string {
  return email.replace(nonAsciiDomain, (typed, domain: string) => {
    try {
      const { hostname } = new URL(`https://${domain}`);
      // The URL parser reads digits alone as an IP address.
      return /[^\d.]/.test(hostname) ? `@${hostname}` : typed;
    } catch {
      return typed;
    }
  });
}

/**
 * The e-mail in the text of a field, as mail programs, phones' keyboards and dictation enter it.
 * It removes only what nobody can see, and what is around the e-mail. A mistake that can be seen
 * stays, so that the browser can name it.
 *
 * @param text the whole text of a field, such as `Ann Example <ann@example.com>,`
 */
export function readEmail(text: string): string {
  return (
    text
      // ASCII's letters and signs for full-width ones: https://unicode.org/reports/tr15/
      .normalize('NFKC')
      // Characters that nobody can see: https://www.unicode.org/reports/tr44/#General_Category_Values
      .replace(/\p{Cf}/gu, '')
      .trim()
      // `Ann Example <ann@example.com>`, also with a mark behind
      .replace(/^[^<]*<([^<>]+)>\s*[,;.]?$/, '$1')
      // `mailto:ann@example.com?subject=…`
      .replace(/^\s*mailto:([^?]+).*$/i, '$1')
      // `ann@example.com,`; but not `ann@mail.`, behind which `com` may follow
      .replace(/(@[^@]+\.[^.@]+)[,;.]$/, '$1')
      .trim()
  );
}

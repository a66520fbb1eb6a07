/** The domain of an address, if it is not all ASCII. Of ASCII it may have only letters, digits, `_`, `-` and `.`, so that the URL below has no port, path or query. */
const nonAsciiDomain =
  /@([\w.-]*[\u0080-\u{10ffff}][\w.\u0080-\u{10ffff}-]*)$/u;

/**
 * An address with its domain in ASCII, as the URL standard writes it. Browsers hand over
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

/** A domain with another character than ASCII, and of ASCII only what a domain may have: nothing that means more in a URL. */
const otherDomain = /@([\w.-]*[\u0080-\u{10ffff}][\w.\u0080-\u{10ffff}-]*)$/u;

/**
 * An address with its domain in ASCII, as the URL standard writes it. Browsers hand over
 * a domain with other characters in different ways (Chromium as `xn--…`, Firefox as it was
 * typed), and one person shall be one row. Nothing else is changed; what is no domain
 * stays as it was typed, for the database to refuse.
 *
 * @see https://url.spec.whatwg.org/#concept-domain-to-ascii
 */
export function withAsciiDomain(email: string): string {
  return email.replace(otherDomain, (typed, domain: string) => {
    try {
      const { hostname } = new URL(`https://${domain}`);
      // Digits alone were read as an IP address.
      return /[^\d.]/.test(hostname) ? `@${hostname}` : typed;
    } catch {
      return typed;
    }
  });
}

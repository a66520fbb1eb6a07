/**
 * The page's URL without a password: a protected preview may be opened as `https://user:password@…`. `fetch`
 * refuses such a URL, and a relative one on such a page, and the list must not have the password.
 */
export const pageUrl = (): string =>
  location.origin + location.pathname + location.search + location.hash;

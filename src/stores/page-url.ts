/**
 * The page's URL without the password of a protected preview, as in `https://user:password@…`. On such a page
 * `fetch` refuses this URL and each relative one. The password must not get into the list.
 */
export const pageUrl = (): string =>
  location.origin + location.pathname + location.search + location.hash;

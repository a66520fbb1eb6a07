/**
 * The page's time limits, in milliseconds. They have their own file, because the inline script, the
 * probe and the tests need them without waitlist.ts, which imports nanostores and `astro:env`.
 */

/** The page gives up a request without an answer after this time: an insert, or the fetch before a page load. */
export const responseTimeout = 15_000;

/** Scripts that have not come this long after the visitor came to a form count as missing. */
export const scriptTimeout = 60_000;

/** Resolves after a time in milliseconds. */
export const wait = (time: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(resolve, time));

/**
 * The page's time limits, in milliseconds. They have their own file, because the inline script, the
 * probe and the tests need them without waitlist.ts, which imports nanostores and `astro:env`.
 */

/** The page gives up an insert without an answer after this time. */
export const responseTimeout = 15_000;

/** A submit that has waited for the scripts for this time ends in the network error. */
export const scriptTimeout = 60_000;

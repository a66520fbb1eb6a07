/**
 * Milliseconds after which the page gives up an insert, or a press that waits for its
 * scripts. In a file of its own, since the inline script and the probe import it, and
 * neither can have the rest of waitlist.ts.
 */
export const responseTimeout = 15_000;

/**
 * The page gives up an insert, or a press that waits for its scripts, after this time, in
 * milliseconds. The constant has its own file, because the inline script and the probe import it,
 * and neither can import the rest of waitlist.ts.
 */
export const responseTimeout = 15_000;

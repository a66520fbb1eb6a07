/**
 * Milliseconds after which the page gives up an insert, or a press that waits for its
 * scripts. Alone in its file, since it ships with the page.
 */
export const responseTimeout = 15_000;

/** What the page may weigh: the check, the probe and the tests hold it. */

/** Of the compressed page as far as its first button, with its headers: some 9 KB arrive over TLS 1.3 and HTTP/2 before the server waits for the browser. */
export const maxFirstViewBytes = 9_000;

/** Of the compressed page, with its headers. It leaves room for five times the first words. */
export const maxPageBytes = 32_000;

/** Of the files that a browser receives with the page before the visitor's first interaction, headers included. */
export const maxFileBytes = 15 * 1024;

/** The page, its typeface, its icon, its logo. */
export const maxRequestsBeforeInteraction = 4;

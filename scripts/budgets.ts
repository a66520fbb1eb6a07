// The limits that the check, the probe and the tests compare the page with. Bytes are of
// compressed responses, with their headers.

/** The page up to the end of its first button: over TLS 1.3 and HTTP/2 a server sends some 9 KB before it waits for the browser. */
export const maxFirstViewBytes = 9_000;

/** The other files that a browser receives before the visitor's first interaction. */
export const maxFileBytes = 15 * 1024;

/**
 * All scripts, which the first interaction loads, with brotli's best quality. The probe only
 * prints their bytes: Netlify does not document its quality, and a lower one needs more.
 */
export const maxScriptBytes = 67 * 1024;

/** For the page, its typeface, its icon and its logo. */
export const maxRequestsBeforeInteraction = 4;

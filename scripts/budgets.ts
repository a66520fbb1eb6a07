/**
 * The bytes of the compressed page up to the end of its first button, with its headers: over
 * TLS 1.3 and HTTP/2 a server sends some 9 KB before it waits for the browser.
 */
export const maxFirstViewBytes = 9_000;

/** An answer that was read whole. */
export interface Answer {
  /** The address that answered, after any redirects. */
  url: string;
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends a request and reads its whole answer, whatever the status.
 *
 * @throws an Error of one line if no whole answer comes within `timeout` milliseconds.
 */
export async function request(
  address: string | URL,
  { timeout, ...options }: RequestInit & { timeout: number },
): Promise<Answer> {
  const { href } = new URL(address);
  try {
    const response = await fetch(href, {
      ...options,
      signal: AbortSignal.timeout(timeout),
    });
    const { url, status, headers } = response;
    return { url, status, headers, text: await response.text() };
  } catch (error) {
    const reason = whyFetchFailed(error as Error, timeout);
    throw new Error(`${new URL(href).origin} ${reason}`, { cause: error });
  }
}

/** Why Node's `fetch` has failed, as the end of a sentence that begins with the address. */
function whyFetchFailed(error: Error, timeout: number): string {
  const cause = (error.cause ?? error) as NodeJS.ErrnoException;
  if (cause.message === 'unexpected redirect')
    return 'answers with a redirect, which is not followed';
  const code = error.name === 'TimeoutError' ? timedOut : (cause.code ?? '');
  return whyUnanswered(code, timeout, cause.message);
}

/** Chromium's code of a request that has taken too long; here also what stands for Node's, which has none. */
export const timedOut = 'ERR_TIMED_OUT';

/**
 * Reasons with their codes, Node's first, then Chromium's.
 *
 * https://nodejs.org/api/errors.html#common-system-errors
 * https://source.chromium.org/chromium/chromium/src/+/main:net/base/net_error_list.h
 */
const reasons: Record<string, string[]> = {
  'is not known: is the address right, and this machine online?': [
    'ENOTFOUND',
    'EAI_AGAIN',
    'ERR_NAME_NOT_RESOLVED',
    'ERR_INTERNET_DISCONNECTED',
  ],
  'refuses connections: is it running?': [
    'ECONNREFUSED',
    'ERR_CONNECTION_REFUSED',
  ],
  'does not speak https': [
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_PROTOCOL_ERROR',
  ],
  'broke the connection off before its answer was whole': [
    'UND_ERR_SOCKET',
    'ECONNRESET',
    'EPIPE',
    'ERR_CONNECTION_RESET',
    'ERR_CONNECTION_CLOSED',
    'ERR_EMPTY_RESPONSE',
    'ERR_CONTENT_LENGTH_MISMATCH',
    'ERR_INCOMPLETE_CHUNKED_ENCODING',
  ],
};
/** The codes of a request that has taken too long. */
const lateCodes = [
  'UND_ERR_CONNECT_TIMEOUT',
  timedOut,
  'ERR_CONNECTION_TIMED_OUT',
];

/**
 * Why no whole answer has come to Node or to Chromium, as the end of a sentence that
 * begins with the address.
 *
 * @param code one of Node's or of Chromium's
 * @param message said with a code that is not known here
 */
export function whyUnanswered(
  code: string,
  timeout: number,
  message = '',
): string {
  if (lateCodes.includes(code))
    return `has not answered within ${String(timeout / 1000)} seconds`;
  // https://nodejs.org/api/tls.html#x509-certificate-error-codes
  if (/CERT|SIGNATURE|^UNABLE_TO_|^ERR_TLS/.test(code))
    return `has a certificate that is not trusted (${code})`;
  const [reason] =
    Object.entries(reasons).find(([, codes]) => codes.includes(code)) ?? [];
  return (
    reason ?? `does not answer: ${[message, code].filter(Boolean).join(', ')}`
  );
}

/**
 * What an answer means, by the code in its body or by its status.
 *
 * Supabase's statuses: https://supabase.com/docs/guides/platform/http-status-codes
 * 521 and 522 are Cloudflare's, which stands before Supabase and reaches no project there:
 * https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/error-521/
 * PostgREST's codes: https://docs.postgrest.org/en/stable/references/errors.html
 * Postgres's codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const meanings: Record<string, string> = {
  PGRST000: 'PostgREST cannot connect to the database',
  PGRST002: 'the database is starting, overloaded or down',
  PGRST003: 'the database has no connection free: too many requests',
  PGRST202: 'the database lacks a function: push the migrations',
  PGRST204: 'the table lacks a column: push the migrations',
  PGRST205: 'the project has no such table: push the migrations',
  '25006':
    'the database is read-only, as Supabase makes one whose disk is full',
  '57014': 'the database has given up a query that took too long',
  '402':
    'Supabase has restricted the project: see the usage and the bills of its organization',
  '502': 'nothing answers behind it',
  '503': 'it is overloaded or down',
  '504': 'the database took too long',
  '521': "the project's API is down: see Supabase's dashboard",
  '522': "the project's API is down: see Supabase's dashboard",
  '540': "the project is paused: resume it in Supabase's dashboard",
  '544': "the project did not answer in Supabase's time limit",
};

/**
 * An answer in words: its status, its code, and what that means. The meaning is
 * that of the code, if there is one, since it says more than the status.
 *
 * @param own meanings that are added to the common ones, or replace them
 */
export function describeAnswer(
  { status, text }: Pick<Answer, 'status' | 'text'>,
  own: Record<string, string> = {},
): string {
  const code = codeOf(text);
  const known = { ...meanings, ...own };
  // PostgREST's codes, and Postgres's.
  const isOfDatabase = /^(?:PGRST\w{3}|[\dA-Z]{5})$/.test(code);
  const meaning =
    known[code] ??
    (isOfDatabase ? 'an error of the database' : known[String(status)]);
  const answer = `${String(status)} ${code}`.trim();
  return meaning ? `${answer}, ${meaning}` : answer;
}

/** The error code in a JSON body; empty where there is none, or another kind of body. */
export function codeOf(text: string): string {
  return /"code": ?"(\w+)"/.exec(text)?.[1] ?? '';
}

/** An error with the fields that PGlite's errors have. */
type RestError = Error & { code: string; detail?: string; hint?: string };

/** An error with one of PostgREST's or Postgres's codes, for `errorResponse`. */
export function restError(code: string, message: string): RestError {
  return Object.assign(new Error(message), { code });
}

/** The answer to an option that this API does not know, with the code of PostgREST for one that it cannot parse. */
export function unsupported(name: string, text: string): RestError {
  return restError('PGRST100', `The embedded backend knows no ${name}=${text}`);
}

/** PostgREST's response to an error of its own or of Postgres. */
export function errorResponse(
  error: Error & Partial<RestError>,
  isAnonymous: boolean,
): Response {
  const { name, code, message, detail: details = null, hint = null } = error;
  // Not the message: it may repeat the visitor's address.
  if (!code) console.error(`The embedded backend failed: ${name}`);
  const status = statusOf(code, isAnonymous);
  return Response.json({ code, message, details, hint }, { status });
}

/** The HTTP status for an error's code (https://docs.postgrest.org/en/v14/references/errors.html). */
function statusOf(code = 'PGRSTX00', isAnonymous: boolean): number {
  if (/^PT\d{3}$/.test(code)) return Number(code.slice(2));
  if (code === '42501') return isAnonymous ? 401 : 403;
  if (/^(?:PGRST125|PGRST202|42P01)$/.test(code)) return 404;
  if (code === '23505') return 409;
  // Postgres's classes for values, constraints and syntax, and PostgREST's for requests
  return /^(?:22|23|42|PGRST[12])/.test(code) ? 400 : 500;
}

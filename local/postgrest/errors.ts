/** An error with the fields that PGlite's errors have. */
type RestError = Error & { code: string; detail?: string; hint?: string };

/** An error with one of PostgREST's or Postgres's codes, for `errorResponse`. */
export function restError(code: string, message: string): RestError {
  return Object.assign(new Error(message), { code });
}

/** The error for an option that this API does not implement. PostgREST has this code for an option that it cannot parse. */
export function unsupported(name: string, text: string): RestError {
  return restError(
    'PGRST100',
    `The embedded backend does not implement ${name}=${text}`,
  );
}

/** PostgREST's response to an error of its own or of Postgres. */
export function errorResponse(error: Error & Partial<RestError>): Response {
  const { code, message, detail: details = null, hint = null } = error;
  const body = { code, message, details, hint };
  return Response.json(body, { status: statusOf(code) });
}

/** The HTTP status for an error's code (https://docs.postgrest.org/en/v14/references/errors.html). */
function statusOf(code = 'PGRSTX00'): number {
  // The migrations raise PT400, for this status.
  if (code === 'PT400') return 400;
  // A grant or a signature is missing. Only the public role can lack one, so this is never 403.
  if (code === '42501') return 401;
  if (['PGRST125', 'PGRST202'].includes(code)) return 404;
  if (code === '23505') return 409;
  // Postgres's classes for values, constraints and syntax, and PostgREST's for requests.
  return /^(?:22|23|42|PGRST[12])/.test(code) ? 400 : 500;
}

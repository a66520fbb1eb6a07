import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An answer of PostgREST's own, in the shape that it gives every error. */
export class RestError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly hint: string | null;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    hint: string | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

export function invalidBody(message: string): RestError {
  return new RestError(400, 'PGRST102', message);
}

export function unreadable(name: string, text: string): RestError {
  return new RestError(400, 'PGRST100', `"failed to parse ${name} (${text})"`);
}

/** What Postgres says of a statement that failed. */
interface DatabaseError extends Error {
  code: string;
  detail?: string;
  hint?: string;
}

function isDatabaseError(error: Error): error is DatabaseError {
  return 'code' in error && typeof error.code === 'string';
}

export function errorResponse(
  error: Error,
  context: Context,
  isAnonymous: boolean,
): Response {
  const { message } = error;
  if (error instanceof RestError) {
    const { code, hint, status } = error;
    return context.json({ code, message, details: null, hint }, status);
  }
  if (isDatabaseError(error)) {
    const { code, detail = null, hint = null } = error;
    const status = statusOf(code, isAnonymous);
    if (status === 401) context.header('WWW-Authenticate', 'Bearer');
    return context.json({ code, message, details: detail, hint }, status);
  }
  // The message could repeat what the visitor sent, so it is not logged.
  console.error(`The embedded backend failed: ${error.name}`);
  return context.json(
    { code: 'PGRSTX00', message: 'Internal error', details: null, hint: null },
    500,
  );
}

/** @see https://docs.postgrest.org/en/v14/references/errors.html#http-status-codes */
function statusOf(code: string, isAnonymous: boolean): ContentfulStatusCode {
  const raised = /^PT(\d{3})$/.exec(code)?.[1];
  if (raised !== undefined) return Number(raised) as ContentfulStatusCode;
  if (code === '42501') return isAnonymous ? 401 : 403;
  const statuses: [RegExp, ContentfulStatusCode][] = [
    [/^(?:28|0L|0P)/, 403],
    [/^(?:42883|42P01)/, 404],
    [/^25006/, 405],
    [/^(?:23503|23505)/, 409],
    [/^P0001/, 400],
    [/^53400/, 500],
    [/^(?:08|53|57P01)/, 503],
    [/^(?:09|21000|25|2D|3[89B]|40|42P17|5[4578]|F0|HV|P0|XX)/, 500],
  ];
  return statuses.find(([start]) => start.test(code))?.[1] ?? 400;
}

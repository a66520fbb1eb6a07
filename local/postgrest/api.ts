import type { PGlite, Transaction } from '@electric-sql/pglite';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { errorResponse, RestError } from './errors.ts';
import { offset, preferredReturn } from './query.ts';
import { toStatement } from './statement.ts';
import { describeTable } from './table.ts';

interface Keys {
  publishableKey: string;
  secretKey: string;
}

type Environment = { Variables: { role: 'anon' | 'service_role' } };

/** The rows that came back, as one JSON text, and how many. */
interface Result {
  body: string;
  count: number;
}

const bytesAllowed = 64 * 1024;

/**
 * Answers `/rest/v1/:table` over an embedded Postgres as PostgREST 12 to 14 do
 * behind Supabase's gateway, for a client that inserts, and an owner who reads and
 * deletes. Each request is run by Postgres as `anon` or `service_role`, so grants,
 * policies, triggers and checks are never imitated here.
 *
 * Left out: embedding, casts, functions, counts, CSV, and filters other than
 * `eq`, `gt` and `in`.
 *
 * @see https://docs.postgrest.org/en/v14/references/api/tables_views.html
 */
export function createRestApi(
  database: PGlite,
  { publishableKey, secretKey }: Keys,
): Hono<Environment> {
  const api = new Hono<Environment>();
  api.onError((error, context) =>
    errorResponse(error, context, context.get('role') === 'anon'),
  );
  api.notFound(() => {
    throw new RestError(
      404,
      'PGRST125',
      'Invalid path specified in request URL',
    );
  });

  api.use(async (context, next) => {
    const key = context.req.header('apikey');
    if (!key) return unauthorized(context, key);
    if (key === publishableKey) context.set('role', 'anon');
    else if (key === secretKey) context.set('role', 'service_role');
    else return unauthorized(context, key);
    return next();
  });

  api.use(
    bodyLimit({
      maxSize: bytesAllowed,
      onError: () => {
        throw new RestError(
          413,
          'PGRST102',
          `The body is over ${String(bytesAllowed)} bytes`,
        );
      },
    }),
  );

  api.all('/rest/v1/:table', async (context) => {
    // Whole before the transaction begins: a slow body holds up nobody else.
    await context.req.arrayBuffer();
    return database.transaction(async (transaction) => {
      refuseOtherSchemas(context);
      const table = await describeTable(
        transaction,
        context.req.param('table'),
      );
      const { sql, parameters } = await toStatement(context.req, table);
      await impersonate(transaction, context);
      const { rows } = await transaction.query<Result>(
        `with source as (${sql})
         select count(*)::int as count, coalesce(json_agg(source), '[]')::text as body
         from source`,
        parameters,
      );
      return respond(context, rows[0]);
    });
  });

  return api;
}

/** @see https://supabase.com/docs/guides/api/api-keys */
function unauthorized(context: Context, key: string | undefined): Response {
  const answer =
    key === undefined
      ? {
          message: 'No API key found in request',
          hint: 'No `apikey` request header or url param was found.',
        }
      : {
          message: 'Invalid API key',
          hint: 'Double check your Supabase `anon` or `service_role` API key.',
        };
  return context.json(answer, 401);
}

/** Only the schema `public` is exposed, whatever a client asks for. */
function refuseOtherSchemas({ req }: Context): void {
  const header = isRead(req.method) ? 'accept-profile' : 'content-profile';
  const schema = req.header(header) ?? 'public';
  if (schema !== 'public') {
    throw new RestError(
      406,
      'PGRST106',
      `Invalid schema: ${schema}`,
      'Only the following schemas are exposed: public',
    );
  }
}

/**
 * Lets Postgres see the request as it would from PostgREST.
 *
 * @see https://docs.postgrest.org/en/v14/references/transactions.html
 */
async function impersonate(
  transaction: Transaction,
  { req, get }: Context<Environment>,
): Promise<void> {
  await transaction.query(
    `select set_config('role', $1, true),
       set_config('request.method', $2, true),
       set_config('request.path', $3, true),
       set_config('request.headers', $4, true)`,
    [get('role'), req.method, req.path, JSON.stringify(req.header())],
  );
}

function respond(context: Context, result: Result | undefined): Response {
  const { body = '[]', count = 0 } = result ?? {};
  const { req } = context;
  const type = { 'Content-Type': 'application/json; charset=utf-8' };
  if (isRead(req.method)) {
    const first = offset(req);
    const range = `${String(first)}-${String(first + count - 1)}/*`;
    return context.body(body, 200, {
      ...type,
      'Content-Range': count > 0 ? range : '*/*',
    });
  }

  const isInsert = req.method === 'POST';
  const returning = preferredReturn(req);
  context.header('Content-Range', '*/*');
  if (returning) context.header('Preference-Applied', `return=${returning}`);
  return returning === 'representation'
    ? context.body(body, isInsert ? 201 : 200, type)
    : context.body(null, isInsert ? 201 : 204);
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

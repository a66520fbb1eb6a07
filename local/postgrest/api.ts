import type { PGlite } from '@electric-sql/pglite';
import { Hono, type Context } from 'hono';
import { errorResponse, unsupported, restError } from './errors.ts';
import {
  insertStatement,
  removeStatement,
  selectStatement,
  type Statement,
} from './statement.ts';

/** What Hono keeps for each request. */
interface WithRole {
  Variables: { role: string };
}

/** The keys of the roles `anon` and `service_role`. */
export type Keys = Record<'publishableKey' | 'secretKey', string>;

/** Headers that change what PostgREST does, and that this API does not know. */
const unsupportedHeaders = [
  'accept-profile',
  'content-profile',
  'prefer',
  'range',
];

/**
 * A REST API for an embedded Postgres. It answers the requests of the page and of the
 * owner's commands as PostgREST 13 and 14 do behind Supabase's gateway: inserts, reads and
 * `rpc/remove_signup`. Postgres runs each request as `anon` or `service_role`, so grants,
 * policies, triggers and checks are the real ones. The API refuses other paths and
 * filters, and the headers in `unsupportedHeaders`.
 *
 * @see https://docs.postgrest.org/en/v14/references/api/tables_views.html
 */
export function createRestApi(
  database: PGlite,
  { publishableKey, secretKey }: Keys,
) {
  const roles = new Map([
    [publishableKey, 'anon'],
    [secretKey, 'service_role'],
  ]);
  const api = new Hono<WithRole>();
  api.onError((error, context) =>
    errorResponse(error, context.get('role') === 'anon'),
  );
  api.notFound(() => {
    throw restError('PGRST125', 'Invalid path specified in request URL');
  });

  api.use(async (context, next) => {
    // https://supabase.com/docs/guides/api/api-keys
    const role = roles.get(context.req.header('apikey') ?? '');
    if (!role) return context.json({ message: 'Invalid API key' }, 401);
    context.set('role', role);

    for (const name of unsupportedHeaders) {
      const text = context.req.header(name);
      if (text) throw unsupported(name, text);
    }
    return next();
  });

  // The body is read before the transaction begins: a slow one would block all others.
  api.post('/rest/v1/:table', async (context) => {
    await run(context, await insertStatement(context.req));
    return context.body(null, 201);
  });
  api.get('/rest/v1/:table', async (context) =>
    Response.json(await run(context, selectStatement(context.req))),
  );
  api.post('/rest/v1/rpc/remove_signup', async (context) =>
    Response.json(await run(context, await removeStatement(context.req))),
  );

  /** The rows that a statement returns to the role of the request, as JSON. */
  async function run(
    { req, get }: Context<WithRole>,
    { sql, parameters }: Statement,
  ): Promise<unknown> {
    const { rows } = await database.transaction(async (transaction) => {
      // https://docs.postgrest.org/en/v14/references/transactions.html
      await transaction.query(
        "select set_config('role', $1, true), set_config('request.headers', $2, true)",
        [get('role'), JSON.stringify(req.header())],
      );
      return transaction.query<{ body: unknown }>(
        `with pgrst_source as (${sql})
         select coalesce(json_agg(pgrst_source), '[]') as body from pgrst_source`,
        parameters,
      );
    });
    return rows[0]?.body;
  }
  return api;
}

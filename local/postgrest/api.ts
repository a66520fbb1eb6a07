import type { PGlite } from '@electric-sql/pglite';
import { Hono, type Context } from 'hono';
import { errorResponse, unsupported, restError } from './errors.ts';
import {
  insertStatement,
  removeStatement,
  selectStatement,
  type Statement,
} from './statement.ts';

/** The Postgres role that Hono keeps for each request. */
interface WithRole {
  Variables: { role: string };
}

/** The keys of the roles `anon` and `service_role`. */
export type Keys = Record<'publishableKey' | 'secretKey', string>;

/** The headers that change PostgREST's answer. This API refuses a request that has one. */
const unsupportedHeaders = [
  'accept-profile',
  'content-profile',
  'prefer',
  'range',
];

/**
 * A REST API for the embedded Postgres. It implements only the requests that the page and
 * the owner's commands send, and answers them as PostgREST 13 and 14 do behind Supabase's
 * gateway:
 *
 * - an insert into `waitlist`, of one row or of a list, with `columns`
 * - a read of a table or view, with `select`, `order`, `limit` and the filters `eq` and `gt`
 * - a call of `remove_signup`
 *
 * The API refuses everything else. Postgres runs each request as `anon` or `service_role`,
 * so grants, policies, triggers and checks are the real ones.
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
  api.onError(errorResponse);
  api.notFound(() => {
    throw restError('PGRST125', 'Invalid path specified in request URL');
  });

  api.use(async (context, next) => {
    // The whole body is read first. At an earlier answer, a proxy that is still sending reports an error. And
    // PGlite runs one transaction after another, so a slow body would block all other requests.
    await context.req.arrayBuffer();
    // https://supabase.com/docs/guides/api/api-keys
    const role = roles.get(context.req.header('apikey') ?? '');
    if (!role) return context.json({ message: 'Invalid API key' }, 401);
    context.set('role', role);

    for (const name of unsupportedHeaders) {
      const text = context.req.header(name);
      if (text) throw unsupported(name, text);
    }
    // `.single()` and `.csv()` of Supabase's client ask for another type than JSON.
    const accept = context.req.header('accept') ?? '*/*';
    if (!/^(\*\/\*|application\/json)/.test(accept))
      throw unsupported('accept', accept);
    for (const [name, texts] of Object.entries(context.req.queries()))
      if (texts.length > 1) throw unsupported(name, texts.join());
    return next();
  });

  api.post('/rest/v1/waitlist', async (context) => {
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

import type { PGlite } from '@electric-sql/pglite';
import { Hono, type HonoRequest } from 'hono';
import { errorResponse, jsonType, restError } from './errors.ts';
import {
  type Statement,
  statementOfCall,
  statementOfTable,
} from './statement.ts';

/** The accepted values of request headers, and PostgREST's error code for all others. */
const acceptedHeaders: [name: string, accepted: RegExp, code: string][] = [
  ['accept-profile', /^public$/, 'PGRST106'],
  ['content-profile', /^public$/, 'PGRST106'],
  ['accept', /(?:^|,)\s*(?:\*\/\*|application\/json)\s*(?:[,;]|$)/, 'PGRST107'],
  ['range', /^$/, 'PGRST103'],
  ['prefer', /^$/, 'PGRST122'],
];

/**
 * A REST API for an embedded Postgres. It answers as PostgREST 13 and 14 do behind
 * Supabase's gateway, for what the page and the owner's commands ask: inserts, reads and
 * `rpc/remove_signup`. Postgres runs each request as `anon` or `service_role`, so grants,
 * policies, triggers and checks are the real ones. Whatever else PostgREST can do is
 * refused as an unknown request.
 *
 * @see https://docs.postgrest.org/en/v14/references/api/tables_views.html
 */
export function createRestApi(
  database: PGlite,
  { publishableKey, secretKey }: Record<'publishableKey' | 'secretKey', string>,
) {
  const roles = new Map([
    [publishableKey, 'anon'],
    [secretKey, 'service_role'],
  ]);
  roles.delete('');

  const api = new Hono<{ Variables: { role: string } }>();
  api.onError((error, context) =>
    errorResponse(error, context.get('role') === 'anon'),
  );
  api.notFound(() => {
    throw restError('PGRST125', 'Invalid path specified in request URL');
  });

  // https://supabase.com/docs/guides/api/api-keys
  api.use(async (context, next) => {
    const key = context.req.header('apikey') ?? '';
    const role = roles.get(key);
    const message = key ? 'Invalid API key' : 'No API key found in request';
    if (role === undefined) return context.json({ message }, 401);
    context.set('role', role);
    return next();
  });

  api.use(({ req }, next) => {
    for (const [name, accepted, code] of acceptedHeaders) {
      const text = req.header(name) ?? '';
      if (text && !accepted.test(text))
        throw restError(code, `${name}: ${text}`);
    }
    return next();
  });

  api.all('/rest/v1/:table', async ({ req, get }) =>
    answer(req, get('role'), await statementOfTable(req)),
  );
  api.post('/rest/v1/rpc/remove_signup', async ({ req, get }) =>
    answer(req, get('role'), await statementOfCall(req)),
  );

  // The body has been read whole before the transaction, so that a slow one blocks nobody else.
  async function answer(
    request: HonoRequest,
    role: string,
    { sql, parameters, isInsert = false }: Statement,
  ): Promise<Response> {
    const { rows } = await database.transaction(async (transaction) => {
      // https://docs.postgrest.org/en/v14/references/transactions.html
      await transaction.query(
        "select set_config('role', $1, true), set_config('request.headers', $2, true)",
        [role, JSON.stringify(request.header())],
      );
      return transaction.query<{ body: string; count: number }>(
        `with pgrst_source as (${sql})
         select coalesce(json_agg(pgrst_source), '[]')::text as body, count(*)::int as count
         from pgrst_source`,
        parameters,
      );
    });
    const { body = '[]', count = 0 } = rows[0] ?? {};
    const range = !isInsert && count > 0 ? `0-${count - 1}` : '*';
    const headers = { 'Content-Range': `${range}/*` };
    if (isInsert) return new Response(null, { status: 201, headers });
    return new Response(body, {
      headers: { ...headers, 'Content-Type': jsonType },
    });
  }
  return api;
}

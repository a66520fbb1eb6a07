import type { PGlite } from '@electric-sql/pglite';
import { Hono } from 'hono';
import { errorResponse, failure, jsonType } from './errors.ts';
import { toStatement } from './statement.ts';

/** What a header may ask for, and PostgREST's error for whatever else it asks. */
const headersTaken: [name: string, taken: RegExp, code: string][] = [
  ['accept-profile', /^public$/, 'PGRST106'],
  ['content-profile', /^public$/, 'PGRST106'],
  ['accept', /(?:^|,)\s*(?:\*\/\*|application\/json)\s*(?:[,;]|$)/, 'PGRST107'],
  ['range', /^$/, 'PGRST103'],
  ['prefer', /^return=(?:minimal|representation)$/, 'PGRST122'],
];

/**
 * Answers `/rest/v1/:table` over an embedded Postgres as PostgREST 13 and 14 do
 * behind Supabase's gateway, for a page that inserts and an owner who reads,
 * inserts. Postgres runs each request as `anon` or `service_role`, so
 * grants, policies, triggers and checks are never imitated here. Whatever else
 * PostgREST can do is refused, with its own error for what it does not know.
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
    throw failure('PGRST125', 'Invalid path specified in request URL');
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

  api.all('/rest/v1/:table', async (context) => {
    const { req } = context;
    for (const [name, taken, code] of headersTaken) {
      const text = req.header(name) ?? '';
      if (text && !taken.test(text)) throw failure(code, `${name}: ${text}`);
    }
    const preference = req.header('prefer');
    const isReturned = preference === 'return=representation';
    // Reads the whole body before the transaction: a slow one holds up nobody.
    const statement = await toStatement(req, isReturned);
    const { rows } = await database.transaction(async (transaction) => {
      // https://docs.postgrest.org/en/v14/references/transactions.html
      await transaction.query(
        `select set_config('role', $1, true), set_config('request.headers', $2, true),
           set_config('search_path', 'public, extensions', true)`,
        [context.get('role'), JSON.stringify(req.header())],
      );
      return transaction.query<{ body: string; count: number }>(
        `with pgrst_source as (${statement.sql})
         select coalesce(json_agg(pgrst_source), '[]')::text as body, count(*)::int as count
         from pgrst_source`,
        statement.parameters,
      );
    });

    const { body = '[]', count = 0 } = rows[0] ?? {};
    const isRead = req.method === 'GET';
    const range = isRead && count > 0 ? `0-${count - 1}` : '*';
    context.header('Content-Range', `${range}/*`);
    if (preference) context.header('Preference-Applied', preference);
    const status = isRead ? 200 : 201;
    if (!isRead && !isReturned) return context.body(null, status);
    return context.body(body, status, { 'Content-Type': jsonType });
  });
  return api;
}

import { types, type PGlite } from '@electric-sql/pglite';
import { Hono, type HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { errorResponse, failure, jsonType, unreadable } from './errors.ts';
import { toStatement } from './statement.ts';

type Environment = { Variables: { role: string } };

const knownPreferences =
  /^(?:|return=(?:minimal|representation|headers-only)|resolution=(?:merge|ignore)-duplicates)$/;

const bytesAllowed = 64 * 1024;

/**
 * Answers `/rest/v1/:table` over an embedded Postgres as PostgREST 13 and 14 do
 * behind Supabase's gateway, for a page that inserts and an owner who reads,
 * inserts and deletes. Postgres runs each request as `anon` or `service_role`, so
 * grants, policies, triggers and checks are never imitated here.
 *
 * Whatever else PostgREST can do is refused, with its own error for what it does
 * not know. Nothing that a request asks for is passed over.
 *
 * @see https://docs.postgrest.org/en/v14/references/api/tables_views.html
 */
export function createRestApi(
  database: PGlite,
  { publishableKey, secretKey }: Record<'publishableKey' | 'secretKey', string>,
): Hono<Environment> {
  const roles = new Map([
    [publishableKey, 'anon'],
    [secretKey, 'service_role'],
  ]);
  roles.delete('');

  const api = new Hono<Environment>();
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
    if (role === undefined) {
      const message = key ? 'Invalid API key' : 'No API key found in request';
      return context.json({ message }, 401);
    }
    context.set('role', role);
    return next();
  });

  const tooLarge = failure('PT413', `The body is over ${bytesAllowed} bytes`);
  const onError = () => Promise.reject(tooLarge);
  api.use(bodyLimit({ maxSize: bytesAllowed, onError }));

  api.all('/rest/v1/:table', async (context) => {
    const { req } = context;
    const preference = preferenceOf(req);
    // Reads the whole body before the transaction: a slow one holds up nobody.
    const statement = await toStatement(req, req.param('table'), preference);
    const role = context.get('role');
    const { rows } = await database.transaction(async (transaction) => {
      // https://docs.postgrest.org/en/v14/references/transactions.html
      await transaction.query(
        `select set_config('role', $1, true), set_config('request.method', $2, true),
           set_config('request.headers', $3, true), set_config('request.path', $4, true),
           set_config('search_path', 'public, extensions', true)`,
        [role, req.method, JSON.stringify(req.header()), req.path],
      );
      return transaction.query<{ body: string; count: number }>(
        `with pgrst_source as (${statement.sql})
         select coalesce(json_agg(pgrst_source), '[]')::text as body, count(*)::int as count
         from pgrst_source`,
        statement.parameters,
        // Postgres itself reads a value as what it is compared with.
        { serializers: { [types.BOOL]: String } },
      );
    });
    if (statement.isRefused) throw unreadable(req.method, preference);

    const { body = '[]', count = 0 } = rows[0] ?? {};
    const isRead = req.method === 'GET';
    const hasBody = isRead || preference === 'return=representation';
    const { offset } = statement;
    const range = isRead && count > 0 ? `${offset}-${offset + count - 1}` : '*';
    context.header('Content-Range', `${range}/*`);
    if (preference) context.header('Preference-Applied', preference);
    const status = req.method === 'POST' ? 201 : hasBody ? 200 : 204;
    if (hasBody) context.header('Content-Type', jsonType);
    return context.newResponse(hasBody ? body : null, status);
  });
  return api;
}

/** @returns what the request prefers. @throws PostgREST's refusal of what a header would ask for in vain. */
function preferenceOf(request: HonoRequest): string {
  const isRead = request.method === 'GET';
  const profile = isRead ? 'accept-profile' : 'content-profile';
  const schema = request.header(profile) ?? 'public';
  if (schema !== 'public')
    throw failure('PGRST106', `Invalid schema: ${schema}`);
  const types = request.header('accept') ?? '*/*';
  if (!/(?:^|,)\s*(?:\*\/\*|application\/json)\s*(?:[,;]|$)/i.test(types))
    throw failure('PGRST107', `None of these are available: ${types}`);
  if (request.header('range') !== undefined)
    throw failure('PGRST103', 'Ask with limit and offset, not with Range');
  const preference = request.header('prefer') ?? '';
  if (isRead ? preference : !knownPreferences.test(preference))
    throw failure('PGRST122', `Invalid preferences: ${preference}`);
  return preference;
}

import type { PGlite, Results, Transaction } from '@electric-sql/pglite';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

interface Keys {
  publishableKey: string;
  secretKey: string;
}

type Role = 'anon' | 'service_role';
type Environment = { Variables: { role: Role } };
type Preference = 'minimal' | 'headers-only' | 'representation';

interface Table {
  name: string;
  /** Each column's type, by name. */
  columns: Map<string, string>;
  primaryKey: string[];
}

/** The SQL of a request: what comes back are its rows as one JSON text. */
interface Statement {
  sql: string;
  parameters: string[];
}

const bytesAllowed = 64 * 1024;
/** PGlite's stack ends long before a body of this size could be nested through. */
const nestingAllowed = 500;

/** An answer of PostgREST's own, in the shape that it gives every error. */
class RestError extends Error {
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
  api.onError(errorResponse);
  api.notFound(() => {
    throw new RestError(
      404,
      'PGRST125',
      'Invalid path specified in request URL',
    );
  });

  api.use(async (context, next) => {
    const key = context.req.header('apikey');
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
    const body = await readBody(context);
    return database.transaction(async (transaction) => {
      refuseOtherSchemas(context);
      const table = await describeTable(
        transaction,
        context.req.param('table'),
      );
      const statement = toStatement(context, table, body);
      await impersonate(transaction, context);
      return respond(context, await run(transaction, statement));
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
  const header = ['GET', 'HEAD'].includes(req.method)
    ? 'accept-profile'
    : 'content-profile';
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

async function describeTable(
  transaction: Transaction,
  name: string,
): Promise<Table> {
  const { rows } = await transaction.query<{
    name: string;
    type: string;
    is_key: boolean;
  }>(
    `select attname as name,
       format_type(atttypid, atttypmod) as type,
       coalesce(attnum = any(indkey), false) as is_key
     from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     join pg_attribute on attrelid = pg_class.oid
     left join pg_index on indrelid = pg_class.oid and indisprimary
     where nspname = 'public' and relname = $1 and relkind in ('r', 'p', 'v')
       and attnum > 0 and not attisdropped
     order by attnum`,
    // No name of a table has a NUL, and no text may: look for nothing instead.
    [name.includes('\0') ? '' : name],
  );
  if (rows.length === 0) {
    throw new RestError(
      404,
      'PGRST205',
      `Could not find the table 'public.${name}' in the schema cache`,
    );
  }
  return {
    name,
    columns: new Map(rows.map((column) => [column.name, column.type])),
    primaryKey: rows.filter((row) => row.is_key).map((row) => row.name),
  };
}

/**
 * Lets Postgres see the request as it would from PostgREST.
 *
 * @see https://docs.postgrest.org/en/v14/references/transactions.html
 */
async function impersonate(
  transaction: Transaction,
  context: Context<Environment>,
): Promise<void> {
  const { req } = context;
  await transaction.query(
    `select set_config('role', $1, true),
       set_config('request.method', $2, true),
       set_config('request.path', $3, true),
       set_config('request.headers', $4, true)`,
    [context.get('role'), req.method, req.path, JSON.stringify(req.header())],
  );
}

function run(
  transaction: Transaction,
  { sql, parameters }: Statement,
): Promise<Results<{ body: string; count: number }>> {
  return transaction.query(
    `with source as (${sql})
     select count(*)::int as count, coalesce(json_agg(source), '[]')::text as body
     from source`,
    parameters,
  );
}

function respond(
  context: Context,
  { rows }: Results<{ body: string; count: number }>,
): Response {
  const { body = '[]', count = 0 } = rows[0] ?? {};
  const { method } = context.req;
  const isRead = method === 'GET' || method === 'HEAD';
  const returning = preferredReturn(context);
  const headers: Record<string, string> = {
    'Content-Range':
      isRead && count > 0
        ? `${String(offset(context))}-${String(offset(context) + count - 1)}/*`
        : '*/*',
  };
  if (!isRead && returning) {
    headers['Preference-Applied'] = `return=${returning}`;
  }
  if (isRead || returning === 'representation') {
    headers['Content-Type'] = 'application/json; charset=utf-8';
    return context.body(body, method === 'POST' ? 201 : 200, headers);
  }
  return context.body(null, method === 'POST' ? 201 : 204, headers);
}

function toStatement(
  context: Context,
  table: Table,
  body: Uint8Array,
): Statement {
  switch (context.req.method) {
    case 'GET':
    case 'HEAD':
      return selectStatement(context, table);
    case 'POST':
      return insertStatement(context, table, body);
    case 'PATCH':
      return updateStatement(context, table, body);
    case 'DELETE':
      return deleteStatement(context, table);
    default:
      throw new RestError(
        405,
        'PGRST117',
        `Unsupported HTTP method: ${context.req.method}`,
      );
  }
}

function selectStatement(context: Context, table: Table): Statement {
  const { where, parameters } = filters(context, table);
  const limit = wholeNumber(context, 'limit');
  return {
    sql: `select ${selectedColumns(context).join(', ')} from ${target(table)}
      ${where} ${order(context)} ${limit === undefined ? '' : `limit ${String(limit)}`}
      offset ${String(offset(context))}`,
    parameters,
  };
}

/**
 * The insert that PostgREST writes: the payload stays one JSON text that Postgres
 * itself takes apart, and just the payload's keys are named as columns.
 */
function insertStatement(
  context: Context,
  table: Table,
  body: Uint8Array,
): Statement {
  const payload = readPayload(context, table, body);
  const columns = payload.columns.map(quoted).join(', ');
  return {
    sql: `insert into ${target(table)} ${columns && `(${columns})`}
      select ${columns} from ${payloadRows(payload, table)} as payload
      ${onConflict(context, table, payload.columns)} ${returning(context, table)}`,
    parameters: [payload.json],
  };
}

function updateStatement(
  context: Context,
  table: Table,
  body: Uint8Array,
): Statement {
  const payload = readPayload(context, table, body);
  if (payload.columns.length === 0) {
    return {
      sql: `select null from ${target(table)} where false`,
      parameters: [],
    };
  }
  const { where, parameters } = filters(context, table, [payload.json]);
  const assignments = payload.columns
    .map((column) => `${quoted(column)} = payload.${quoted(column)}`)
    .join(', ');
  return {
    sql: `update ${target(table)} set ${assignments}
      from ${payloadRows(payload, table)} as payload ${where}
      ${returning(context, table)}`,
    parameters,
  };
}

function deleteStatement(context: Context, table: Table): Statement {
  const { where, parameters } = filters(context, table);
  return {
    sql: `delete from ${target(table)} ${where} ${returning(context, table)}`,
    parameters,
  };
}

interface Payload {
  json: string;
  columns: string[];
}

/** The payload's rows, typed by the table's columns. */
function payloadRows({ json, columns }: Payload, table: Table): string {
  const isObject = json.trimStart().startsWith('{');
  if (columns.length === 0) {
    return isObject
      ? '(select where $1::text is not null)'
      : 'json_array_elements($1::text::json)';
  }
  const types = columns.map(
    (column) => `${quoted(column)} ${table.columns.get(column) ?? 'text'}`,
  );
  const reader = isObject ? 'json_to_record' : 'json_to_recordset';
  return `(select * from ${reader}($1::text::json) as (${types.join(', ')}))`;
}

/** @see https://docs.postgrest.org/en/v14/references/api/tables_views.html#upsert */
function onConflict(context: Context, table: Table, columns: string[]): string {
  const resolution = preference(context, 'resolution');
  if (resolution === undefined) return '';
  const conflicting =
    context.req.query('on_conflict')?.split(',') ?? table.primaryKey;
  const clause = `on conflict (${conflicting.map(quoted).join(', ')}) do`;
  const assignments = columns
    .map((column) => `${quoted(column)} = excluded.${quoted(column)}`)
    .join(', ');
  return resolution === 'merge-duplicates' && assignments
    ? `${clause} update set ${assignments}`
    : `${clause} nothing`;
}

/** What comes back is read by the role, key included, or nothing is. */
function returning(context: Context, table: Table): string {
  const preferred = preferredReturn(context);
  if (preferred === undefined || preferred === 'minimal') return 'returning 1';
  const columns = new Set([
    ...selectedColumns(context),
    ...table.primaryKey.map(quoted),
  ]);
  return `returning ${columns.has('*') ? '*' : [...columns].join(', ')}`;
}

function preferredReturn(context: Context): Preference | undefined {
  const preferred = preference(context, 'return');
  return preferred === 'minimal' ||
    preferred === 'headers-only' ||
    preferred === 'representation'
    ? preferred
    : undefined;
}

/** @see https://docs.postgrest.org/en/v14/references/api/preferences.html */
function preference({ req }: Context, name: string): string | undefined {
  return req
    .header('prefer')
    ?.split(',')
    .map((text) => text.trim().split('='))
    .find(([key]) => key === name)?.[1];
}

async function readBody({ req }: Context): Promise<Uint8Array> {
  return new Uint8Array(await req.arrayBuffer());
}

function readPayload(
  context: Context,
  table: Table,
  bytes: Uint8Array,
): Payload {
  const [type = ''] = (
    context.req.header('content-type') || 'application/json'
  ).split(';');
  const payload = payloadReader(type.trim().toLowerCase())(
    decode(bytes),
    context.req.query('columns'),
  );
  const unknown = payload.columns.find((name) => !table.columns.has(name));
  if (unknown !== undefined) {
    throw new RestError(
      400,
      'PGRST204',
      `Could not find the '${unknown}' column of '${table.name}' in the schema cache`,
    );
  }
  return payload;
}

/** @throws PostgREST's answer to a body that is not UTF-8, or is too deep to read. */
function decode(bytes: Uint8Array): string {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const text = decoder.decode(bytes);
    if (nesting(text) <= nestingAllowed) return text;
  } catch {
    // Not UTF-8, so no JSON either.
  }
  throw invalidBody('Empty or invalid json');
}

function nesting(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth);
    else if (token === ']' || token === '}') depth--;
  }
  return deepest;
}

function payloadReader(
  type: string,
): (text: string, columns: string | undefined) => Payload {
  switch (type) {
    case 'application/json':
      return jsonPayload;
    case 'application/x-www-form-urlencoded':
      return formPayload;
    default:
      throw invalidBody(`Content-Type not acceptable: ${type}`);
  }
}

/** With `columns=` PostgREST leaves the whole body to Postgres, unread. */
function jsonPayload(text: string, columns: string | undefined): Payload {
  if (columns !== undefined) {
    return { json: text, columns: [...new Set(columns.split(','))] };
  }

  const value = parseJson(text);
  if (!Array.isArray(value)) {
    return isObject(value)
      ? { json: text, columns: Object.keys(value) }
      : { json: '[]', columns: [] };
  }
  const [first, ...others] = value.map((row) =>
    isObject(row) ? Object.keys(row) : undefined,
  );
  if (value.length === 0) return { json: '[]', columns: [] };
  const isUniform = others.every(
    (keys) =>
      keys?.length === first?.length &&
      keys?.every((key) => first?.includes(key)),
  );
  if (!first || !isUniform) throw invalidBody('All object keys must match');
  return { json: text, columns: first };
}

function formPayload(text: string): Payload {
  try {
    decodeURIComponent(text);
  } catch {
    throw invalidBody('Empty or invalid form');
  }
  const row = Object.fromEntries(new URLSearchParams(text));
  return { json: JSON.stringify(row), columns: Object.keys(row) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody('Empty or invalid json');
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalidBody(message: string): RestError {
  return new RestError(400, 'PGRST102', message);
}

function selectedColumns({ req }: Context): string[] {
  const columns = (req.query('select') || '*').split(',');
  return columns.map((column) => (column === '*' ? '*' : quoted(column)));
}

/** @see https://docs.postgrest.org/en/v14/references/api/tables_views.html#ordering */
function order({ req }: Context): string {
  const terms = req.query('order')?.split(',') ?? [];
  const sorted = terms.map((term) => {
    const [, column, direction = 'asc'] =
      /^([^.]+)(?:\.(asc|desc))?$/.exec(term) ?? [];
    if (column === undefined) throw unreadable('order', term);
    return `${quoted(column)} ${direction}`;
  });
  return sorted.length > 0 ? `order by ${sorted.join(', ')}` : '';
}

function offset(context: Context): number {
  return wholeNumber(context, 'offset') ?? 0;
}

function wholeNumber({ req }: Context, name: string): number | undefined {
  const text = req.query(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw unreadable(name, text);
  return Number(text);
}

/** @see https://docs.postgrest.org/en/v14/references/api/tables_views.html#operators */
function filters(
  { req }: Context,
  table: Table,
  before: string[] = [],
): { where: string; parameters: string[] } {
  const others = [
    'select',
    'order',
    'limit',
    'offset',
    'columns',
    'on_conflict',
  ];
  const parameters = [...before];
  const conditions = [...new URL(req.url).searchParams]
    .filter(([name]) => !others.includes(name))
    .map(([column, filter]) => {
      const [, operator, value = ''] = /^(eq|gt|in)\.(.*)$/s.exec(filter) ?? [];
      const type = table.columns.get(column) ?? 'text';
      const placeholder = (text: string) =>
        `$${String(parameters.push(text))}::text::${type}`;
      switch (operator) {
        case 'eq':
          return `${quoted(column)} = ${placeholder(value)}`;
        case 'gt':
          return `${quoted(column)} > ${placeholder(value)}`;
        case 'in': {
          const list = listOf(value);
          if (!list) throw unreadable(column, filter);
          return `${quoted(column)} in (${list.map(placeholder).join(', ')})`;
        }
        default:
          throw unreadable(column, filter);
      }
    });
  return {
    where: conditions.length > 0 ? `where ${conditions.join(' and ')}` : '',
    parameters,
  };
}

/** The elements of `(a,"b, c")`. */
function listOf(text: string): string[] | undefined {
  if (
    !/^\((?:"(?:[^"\\]|\\.)*"|[^",()]*)(?:,(?:"(?:[^"\\]|\\.)*"|[^",()]*))*\)$/s.test(
      text,
    )
  ) {
    return undefined;
  }
  return [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^",]+)/gs)].map(
    ([, inQuotes, bare = '']) => inQuotes?.replace(/\\(.)/gs, '$1') ?? bare,
  );
}

function unreadable(name: string, text: string): RestError {
  return new RestError(400, 'PGRST100', `"failed to parse ${name} (${text})"`);
}

function target({ name }: Table): string {
  return `public.${quoted(name)}`;
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('\0', '').replaceAll('"', '""')}"`;
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

function errorResponse(error: Error, context: Context<Environment>): Response {
  const { message } = error;
  if (error instanceof RestError) {
    const { code, hint, status } = error;
    return context.json({ code, message, details: null, hint }, status);
  }
  if (isDatabaseError(error)) {
    const { code, detail = null, hint = null } = error;
    const status = statusOf(code, context.get('role'));
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
function statusOf(code: string, role: Role): ContentfulStatusCode {
  const raised = /^PT(\d{3})$/.exec(code)?.[1];
  if (raised !== undefined) return Number(raised) as ContentfulStatusCode;
  if (code === '42501') return role === 'anon' ? 401 : 403;
  const statuses: [string, ContentfulStatusCode][] = [
    ['08', 503],
    ['09', 500],
    ['0L', 403],
    ['0P', 403],
    ['21000', 500],
    ['23503', 409],
    ['23505', 409],
    ['25006', 405],
    ['25', 500],
    ['28', 403],
    ['2D', 500],
    ['38', 500],
    ['39', 500],
    ['3B', 500],
    ['40', 500],
    ['42883', 404],
    ['42P01', 404],
    ['42P17', 500],
    ['53400', 500],
    ['53', 503],
    ['54', 500],
    ['55', 500],
    ['57P01', 503],
    ['57', 500],
    ['58', 500],
    ['F0', 500],
    ['HV', 500],
    ['P0001', 400],
    ['P0', 500],
    ['XX', 500],
  ];
  return statuses.find(([start]) => code.startsWith(start))?.[1] ?? 400;
}

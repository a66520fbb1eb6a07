import type { HonoRequest } from 'hono';
import { restError, parseError } from './errors.ts';

/** The most rows of a response, as in a Supabase project by default. */
const maxRows = 1000;

const options: Record<string, string[]> = {
  GET: ['select', 'order', 'limit'],
  POST: ['select'],
};
const selectSyntax = /^(?:\*|\w+)(?:,(?:\*|\w+))*$/;
const orderSyntax = /^\w+(?:\.(?:asc|desc))?(?:,\w+(?:\.(?:asc|desc))?)*$/;

/**
 * Translates a request into SQL with quoted names, and its values as parameters.
 *
 * @param isReturned whether an insert returns its rows
 * @throws PostgREST's error for what it, or this backend, does not know.
 */
export async function toStatement(request: HonoRequest, isReturned: boolean) {
  const { method } = request;
  const known = options[method];
  if (!known) throw restError('PGRST117', `Unsupported HTTP method: ${method}`);
  const target = `public.${quoted(request.param('table') ?? '')}`;
  const asked = new Map<string, string>();
  const filters = ['true'];
  const parameters: string[] = [];
  for (const [name, text] of new URL(request.url).searchParams) {
    const [, operator, value] = /^(eq|gt)\.(.*)$/s.exec(text) ?? [];
    if (known.includes(name) && !asked.has(name)) asked.set(name, text);
    else if (method === 'POST' || value === undefined)
      throw parseError(name, text);
    else {
      const column = columns('filter', name, /^\w+$/);
      const place = `$${parameters.push(value)}`;
      filters.push(`${column} ${operator === 'gt' ? '>' : '='} ${place}`);
    }
  }
  const select = columns('select', asked.get('select') || '*', selectSyntax);
  if (method === 'GET') {
    const { order, limit = String(maxRows) } = Object.fromEntries(asked);
    if (!/^\d{1,15}$/.test(limit)) throw restError('PGRST103', 'Invalid limit');
    const by = order === undefined ? '1' : columns('order', order, orderSyntax);
    const sql = `select ${select} from ${target} where ${filters.join(' and ')}
      order by ${by} limit ${Math.min(Number(limit), maxRows)}`;
    return { sql, parameters };
  }
  const rows = await readRows(request);
  const names = Object.keys(rows[0] ?? {}).map(quoted);
  const sql = `insert into ${target} ${names.length > 0 ? `(${names.join()})` : ''}
    select ${names.join()} from json_populate_recordset(null::${target}, $1::text::json)
    returning ${isReturned ? select : '1'}`;
  return { sql, parameters: [JSON.stringify(rows)] };
}

function quoted(name: string): string {
  return `"${name.replaceAll('\0', '').replaceAll('"', '""')}"`;
}

/** A list of columns as SQL. @throws PostgREST's error if `list` has another syntax. */
function columns(parameter: string, list: string, syntax: RegExp): string {
  if (!syntax.test(list)) throw parseError(parameter, list);
  return list.replace(/(\w+)(?:\.(asc|desc))?/g, '"$1" $2');
}

/** The rows of an insert, all with the same keys. @throws PostgREST's error for an invalid body. */
async function readRows(request: HonoRequest): Promise<unknown[]> {
  const type = request.header('content-type') ?? 'application/json';
  if (!/^application\/json *(?:;|$)/i.test(type))
    throw restError('PGRST102', `Content-Type not acceptable: ${type}`);
  const body = await request.arrayBuffer();
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    // JSON that is nested much deeper would overflow PGlite's stack.
    if (depthOf(value) > 500) throw new RangeError();
  } catch {
    throw restError('PGRST102', 'Empty or invalid json');
  }
  // PostgREST inserts no rows for a scalar, without an error.
  if (typeof value !== 'object' || !value) return [];
  const rows: unknown[] = [value].flat();
  const shapes = new Set(rows.map(keysOf));
  if (shapes.size > 1 || shapes.has(undefined))
    throw restError('PGRST102', 'All object keys must match');
  return rows;
}

/** How deeply objects and arrays are nested in a JSON value. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || !value) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function keysOf(row: unknown): string | undefined {
  if (typeof row !== 'object' || !row || Array.isArray(row)) return undefined;
  return JSON.stringify(Object.keys(row).sort());
}

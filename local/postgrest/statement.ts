import type { HonoRequest } from 'hono';
import { parseError, restError } from './errors.ts';

/** What a request asks of Postgres. */
export interface Statement {
  sql: string;
  parameters: string[];
  isInsert?: boolean;
}

/** The most rows of a response, as in a Supabase project by default. */
const maxRows = 1000;

const options = ['select', 'order', 'limit'];
const selectSyntax = /^(?:\*|\w+)(?:,(?:\*|\w+))*$/;
const orderSyntax = /^\w+(?:\.(?:asc|desc))?(?:,\w+(?:\.(?:asc|desc))?)*$/;

/**
 * An insert into a table, or a read of it, as SQL with quoted names, and its values as
 * parameters.
 *
 * @throws PostgREST's error for what it, or this backend, does not know.
 */
export async function statementOfTable(
  request: HonoRequest,
): Promise<Statement> {
  const { method } = request;
  const target = `public.${quoted(request.param('table') ?? '')}`;
  const query = [...new URL(request.url).searchParams];
  if (method === 'GET') return readOf(target, query);
  if (method !== 'POST')
    throw restError('PGRST117', `Unsupported HTTP method: ${method}`);
  for (const [name, text] of query) throw parseError(name, text);

  const rows = await readRows(request);
  const names = Object.keys(rows[0] ?? {}).map(quoted);
  const sql = `insert into ${target} ${names.length > 0 ? `(${names.join()})` : ''}
    select ${names.join()} from json_populate_recordset(null::${target}, $1::text::json)
    returning 1`;
  return { sql, parameters: [JSON.stringify(rows)], isInsert: true };
}

/** The call of `remove_signup`. @throws PostgREST's error if its one argument is not the body. */
export async function statementOfCall(
  request: HonoRequest,
): Promise<Statement> {
  const [body, ...more] = await readRows(request);
  const { address, ...others } = { address: undefined, ...(body as object) };
  if (typeof address !== 'string' || Object.keys(others).length + more.length)
    throw restError(
      'PGRST202',
      'Could not find the function in the schema cache',
    );
  const sql = 'select * from public.remove_signup(address => $1)';
  return { sql, parameters: [address] };
}

function readOf(target: string, query: [string, string][]): Statement {
  const asked = new Map<string, string>();
  const filters = ['true'];
  const parameters: string[] = [];
  for (const [name, text] of query) {
    const [, operator, value] = /^(eq|gt)\.(.*)$/s.exec(text) ?? [];
    if (options.includes(name) && !asked.has(name)) asked.set(name, text);
    else if (value === undefined) throw parseError(name, text);
    else {
      const column = columns('filter', name, /^\w+$/);
      const place = `$${parameters.push(value)}`;
      filters.push(`${column} ${operator === 'gt' ? '>' : '='} ${place}`);
    }
  }
  const { select = '*', order, limit = maxRows } = Object.fromEntries(asked);
  if (!/^\d{1,15}$/.test(String(limit)))
    throw restError('PGRST103', 'Invalid limit');
  const by = order === undefined ? '1' : columns('order', order, orderSyntax);
  const sql = `select ${columns('select', select, selectSyntax)} from ${target}
    where ${filters.join(' and ')}
    order by ${by} limit ${Math.min(Number(limit), maxRows)}`;
  return { sql, parameters };
}

function quoted(name: string): string {
  return `"${name.replaceAll('\0', '').replaceAll('"', '""')}"`;
}

/** A list of columns as SQL. @throws PostgREST's error if `list` has another syntax. */
function columns(parameter: string, list: string, syntax: RegExp): string {
  if (!syntax.test(list)) throw parseError(parameter, list);
  return list.replace(/(\w+)(?:\.(asc|desc))?/g, '"$1" $2');
}

/** The rows of a body, all with the same keys. @throws PostgREST's error for an invalid body. */
async function readRows(request: HonoRequest): Promise<unknown[]> {
  const type = request.header('content-type') ?? '';
  if (!/^application\/json *(?:;|$)/i.test(type))
    throw restError('PGRST102', `Content-Type not acceptable: ${type}`);
  const value: unknown = await request.json().catch(() => {
    throw restError('PGRST102', 'Empty or invalid json');
  });
  const rows: unknown[] = [value].flat();
  const shapes = new Set(rows.map(keysOf));
  if (shapes.size > 1 || shapes.has(undefined))
    throw restError('PGRST102', 'All object keys must match');
  return rows;
}

function keysOf(row: unknown): string | undefined {
  if (typeof row !== 'object' || !row || Array.isArray(row)) return undefined;
  return JSON.stringify(Object.keys(row).sort());
}

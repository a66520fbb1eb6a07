import type { HonoRequest } from 'hono';
import { parseError, restError } from './errors.ts';

/** What a request asks of Postgres. */
export interface Statement {
  sql: string;
  parameters: string[];
}

/** The most rows of a response, as in a Supabase project by default. */
const maxRows = 1000;

/**
 * An insert into a table, as SQL with quoted names, and its values as parameters.
 *
 * @throws PostgREST's error for what it, or this backend, does not know.
 */
export async function insertInto(request: HonoRequest): Promise<Statement> {
  const target = targetOf(request);
  for (const [name, text] of Object.entries(request.query()))
    throw parseError(name, text);

  const body = await readJson(request);
  const rows: object[] = Array.isArray(body) ? body : [body];
  const columnLists = new Set(
    rows.map((row) => Object.keys(row).sort().map(quoted).join()),
  );
  if (columnLists.size > 1)
    throw restError('PGRST102', 'All object keys must match');
  const [columns = ''] = columnLists;
  const sql = `insert into ${target} ${columns && `(${columns})`}
    select ${columns} from json_populate_recordset(null::${target}, $1::text::json)
    returning 1`;
  return { sql, parameters: [JSON.stringify(rows)] };
}

/** The call of `remove_signup`. @throws PostgREST's error if the body is not its argument. */
export async function removal(request: HonoRequest): Promise<Statement> {
  const body = await readJson(request);
  if (!('address' in body) || typeof body.address !== 'string')
    throw restError('PGRST202', 'Could not find the function');
  const sql = 'select * from public.remove_signup(address => $1)';
  return { sql, parameters: [body.address] };
}

/** A read of a table. @throws PostgREST's error for what it, or this backend, does not know. */
export function readOf(request: HonoRequest): Statement {
  const parameters: string[] = [];
  const filters = ['true'];
  let selected = '*';
  let sorted = '1';
  let limit = maxRows;
  for (const [name, text] of Object.entries(request.query())) {
    const [, operator, value] = /^(eq|gt)\.(.*)$/s.exec(text) ?? [];
    if (name === 'select') selected = columnList(name, text);
    else if (name === 'order') sorted = columnList(name, text);
    else if (name === 'limit' && /^\d+$/.test(text))
      limit = Math.min(Number(text), maxRows);
    else if (value === undefined) throw parseError(name, text);
    else {
      const place = `$${parameters.push(value)}`;
      filters.push(`${quoted(name)} ${operator === 'gt' ? '>' : '='} ${place}`);
    }
  }
  const sql = `select ${selected} from ${targetOf(request)} where ${filters.join(' and ')}
    order by ${sorted} limit ${limit}`;
  return { sql, parameters };
}

function targetOf(request: HonoRequest): string {
  return `public.${quoted(request.param('table') ?? '')}`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A list of columns as SQL. @throws PostgREST's error if `list` has another syntax. */
function columnList(parameter: string, list: string): string {
  if (!/^\w+(\.(asc|desc))?(,\w+(\.(asc|desc))?)*$/.test(list))
    throw parseError(parameter, list);
  return list.replace(/(\w+)(?:\.(asc|desc))?/g, '"$1" $2');
}

/** A JSON body. @throws PostgREST's error for another one. */
async function readJson(request: HonoRequest): Promise<object> {
  const type = request.header('content-type') ?? '';
  if (!/^application\/json *(?:;|$)/i.test(type))
    throw restError('PGRST102', `Content-Type not acceptable: ${type}`);
  const value: unknown = await request.json().catch(() => undefined);
  if (typeof value !== 'object' || !value)
    throw restError('PGRST102', 'Empty or invalid json');
  return value;
}

import type { HonoRequest } from 'hono';
import { restError, unsupported } from './errors.ts';

/** A request as SQL. */
export interface Statement {
  sql: string;
  parameters: string[];
}

/** The most rows of a response, as in a Supabase project by default. */
const maxRows = 1000;

/**
 * The insert of one signup, or of a list. With `columns`, which PostgREST's client sends with a list, only
 * those columns are written, and a row that lacks one has null there
 * (https://docs.postgrest.org/en/v14/references/api/tables_views.html#specifying-columns).
 *
 * @throws PostgREST's error for an unknown option or body.
 */
export async function insertStatement(
  request: HonoRequest,
): Promise<Statement> {
  const { columns: named, ...options } = request.query();
  for (const [name, text] of Object.entries(options))
    throw unsupported(name, text);

  const body = await readJson(request);
  const rows: object[] = Array.isArray(body) ? body : [body];
  const columns = named === undefined ? commonKeys(rows) : quotedColumns(named);
  const sql = `insert into public.waitlist (${columns})
    select ${columns} from json_populate_recordset(null::public.waitlist, $1::text::json)
    returning 1`;
  return { sql, parameters: [JSON.stringify(rows)] };
}

/** The keys that all rows have, as columns of SQL. @throws PostgREST's error if the rows differ, or have no key. */
function commonKeys(rows: object[]): string {
  const [columns = '', ...otherColumns] = new Set(
    rows.map((row) => Object.keys(row).sort().map(quoted).join()),
  );
  if (otherColumns.length > 0)
    throw restError('PGRST102', 'All object keys must match');
  // PostgREST 14 accepts `[]`, and inserts nothing.
  if (!columns)
    throw restError(
      'PGRST102',
      'The embedded backend does not implement an insert without columns',
    );
  return columns;
}

/** The call of `remove_signup`. @throws PostgREST's error if the body is not its argument. */
export async function removeStatement(
  request: HonoRequest,
): Promise<Statement> {
  const body = await readJson(request);
  if (
    Object.keys(body).join() !== 'given_email' ||
    !('given_email' in body) ||
    typeof body.given_email !== 'string'
  )
    throw restError('PGRST202', 'Could not find the function');
  const sql = 'select * from public.remove_signup(given_email => $1)';
  return { sql, parameters: [body.given_email] };
}

/** The select that a request asks for. @throws PostgREST's error for an unknown option. */
export function selectStatement(request: HonoRequest): Statement {
  const { select, order, limit, ...filters } = request.query();
  const parameters: string[] = [];
  const conditions = Object.entries(filters).map(([name, text]) => {
    const [, operator, value] = /^(eq|gt)\.(.*)$/s.exec(text) ?? [];
    if (value === undefined) throw unsupported(name, text);
    const parameter = `$${parameters.push(value)}`;
    return `${quoted(name)} ${operator === 'eq' ? '=' : '>'} ${parameter}`;
  });
  const sql = [
    `select ${select ? columnList('select', select) : '*'}`,
    `from public.${quoted(request.param('table') ?? '')}`,
    conditions.length > 0 ? `where ${conditions.join(' and ')}` : '',
    order ? `order by ${columnList('order', order)}` : '',
    `limit ${rowLimit(limit)}`,
  ].join(' ');
  return { sql, parameters };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A list of columns, as in `id,email.desc`, in SQL. @throws PostgREST's error for another syntax. */
function columnList(parameter: string, list: string): string {
  const columns = list.split(',').map((text) => {
    const [, column, direction = ''] =
      /^(\w+)(?:\.(asc|desc))?$/.exec(text) ?? [];
    if (!column) throw unsupported(parameter, list);
    return `"${column}" ${direction}`;
  });
  return columns.join();
}

/** The columns of an insert, each in quotes as in `"email","referrer"`. @throws PostgREST's error for another syntax. */
function quotedColumns(list: string): string {
  if (!/^"\w+"(?:,"\w+")*$/.test(list)) throw unsupported('columns', list);
  return list;
}

function rowLimit(text = String(maxRows)): string {
  if (!/^\d+$/.test(text) || Number(text) > maxRows)
    throw unsupported('limit', text);
  return text;
}

/** The body, which must be JSON. @throws PostgREST's error for any other. */
async function readJson(request: HonoRequest): Promise<object> {
  const type = request.header('content-type') ?? '';
  if (!/^application\/json *(?:;|$)/i.test(type))
    throw restError('PGRST102', `Content-Type not acceptable: ${type}`);
  const value: unknown = await request.json().catch(() => undefined);
  if (typeof value !== 'object' || !value)
    throw restError('PGRST102', 'Empty or invalid json');
  return value;
}

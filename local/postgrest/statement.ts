import type { HonoRequest } from 'hono';
import { unsupported, restError } from './errors.ts';

/** A request as SQL. */
export interface Statement {
  sql: string;
  parameters: string[];
}

/** The most rows of a response, as in a Supabase project by default. */
const maxRows = 1000;

/** The insert that a request asks for. @throws PostgREST's error for an unknown option or body. */
export async function insertStatement(
  request: HonoRequest,
): Promise<Statement> {
  const target = targetOf(request);
  for (const [name, text] of Object.entries(request.query()))
    throw unsupported(name, text);

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
export async function removeStatement(
  request: HonoRequest,
): Promise<Statement> {
  const body = await readJson(request);
  if (!('address' in body) || typeof body.address !== 'string')
    throw restError('PGRST202', 'Could not find the function');
  const sql = 'select * from public.remove_signup(address => $1)';
  return { sql, parameters: [body.address] };
}

/** The select that a request asks for. @throws PostgREST's error for an unknown option. */
export function selectStatement(request: HonoRequest): Statement {
  const parameters: string[] = [];
  const filters = ['true'];
  let selected = '*';
  let order = '1';
  let limit = maxRows;
  for (const [name, text] of Object.entries(request.query())) {
    const [, operator, value] = /^(eq|gt)\.(.*)$/s.exec(text) ?? [];
    if (name === 'select') selected = columnList(name, text);
    else if (name === 'order') order = columnList(name, text);
    else if (name === 'limit' && /^\d+$/.test(text))
      limit = Math.min(Number(text), maxRows);
    else if (value === undefined) throw unsupported(name, text);
    else {
      const parameter = `$${parameters.push(value)}`;
      filters.push(
        `${quoted(name)} ${operator === 'gt' ? '>' : '='} ${parameter}`,
      );
    }
  }
  const sql = `select ${selected} from ${targetOf(request)} where ${filters.join(' and ')}
    order by ${order} limit ${limit}`;
  return { sql, parameters };
}

function targetOf(request: HonoRequest): string {
  return `public.${quoted(request.param('table') ?? '')}`;
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

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
  const query = Object.entries(request.query());
  if (method === 'GET') return readOf(target, query);
  if (method !== 'POST')
    throw restError('PGRST117', `Unsupported HTTP method: ${method}`);
  for (const [name, text] of query) throw parseError(name, text);

  const rows: object[] = [await readJson(request)].flat();
  const [columns = '', ...others] = new Set(
    rows.map((row) => Object.keys(row).sort().map(quoted).join()),
  );
  if (others.length > 0)
    throw restError('PGRST102', 'All object keys must match');
  const sql = `insert into ${target} ${columns && `(${columns})`}
    select ${columns} from json_populate_recordset(null::${target}, $1::text::json)
    returning 1`;
  return { sql, parameters: [JSON.stringify(rows)], isInsert: true };
}

/** The call of `remove_signup`. @throws PostgREST's error if the body is not its argument. */
export async function statementOfCall(
  request: HonoRequest,
): Promise<Statement> {
  const { address } = { address: undefined, ...(await readJson(request)) };
  if (typeof address !== 'string')
    throw restError('PGRST202', 'Could not find the function');
  const sql = 'select * from public.remove_signup(address => $1)';
  return { sql, parameters: [address] };
}

function readOf(target: string, query: [string, string][]): Statement {
  const parameters: string[] = [];
  const filters = ['true'];
  let selected = '*';
  let sorted = '1';
  let limit = maxRows;
  for (const [name, text] of query) {
    const [, operator, value] = /^(eq|gt)\.(.*)$/s.exec(text) ?? [];
    if (name === 'select') selected = columnList(name, text, selectSyntax);
    else if (name === 'order') sorted = columnList(name, text, orderSyntax);
    else if (name === 'limit') limit = Math.min(Number(text), maxRows);
    else if (value === undefined) throw parseError(name, text);
    else {
      const place = `$${parameters.push(value)}`;
      filters.push(`${quoted(name)} ${operator === 'gt' ? '>' : '='} ${place}`);
    }
  }
  if (!(limit >= 0)) throw restError('PGRST103', 'Invalid limit');
  const sql = `select ${selected} from ${target} where ${filters.join(' and ')}
    order by ${sorted} limit ${limit}`;
  return { sql, parameters };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A list of columns as SQL. @throws PostgREST's error if `list` has another syntax. */
function columnList(parameter: string, list: string, syntax: RegExp): string {
  if (!syntax.test(list)) throw parseError(parameter, list);
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

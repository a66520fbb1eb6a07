import type { HonoRequest } from 'hono';
import { failure, unreadable } from './errors.ts';
import { readPayload } from './payload.ts';

interface Statement {
  /** Names are quoted, values are parameters. */
  sql: string;
  parameters: string[];
  /** The rows that it passes over. */
  offset: number;
  /** Postgres only says who may not; who may is refused all the same. */
  isRefused?: boolean;
}

/** As in a Supabase project. */
const rowsAllowed = 1000;

const reserved = /^(?:select|order|limit|offset|columns|on_conflict)$/;
const known: Record<string, RegExp> = {
  GET: /^(?:select|order|limit|offset)$/,
  POST: /^(?:select|columns)$/,
  PATCH: /^select$/,
  DELETE: /^select$/,
};

/** @throws PostgREST's refusal of what it, or this backend, does not know. */
export async function toStatement(
  request: HonoRequest,
  table: string,
  preference: string,
): Promise<Statement> {
  const { method } = request;
  const taken = known[method];
  if (!taken) throw failure('PGRST117', `Unsupported HTTP method: ${method}`);
  const target = `public.${quoted(table)}`;
  const options = new Map<string, string>();
  const filters: string[] = [];
  const parameters: string[] = [];
  for (const [name, text] of new URL(request.url).searchParams) {
    if (taken.test(name) && !options.has(name)) options.set(name, text);
    else if (reserved.test(name) || method === 'POST')
      throw unreadable(name, text);
    else filters.push(condition(name, text, parameters));
  }
  const where = `where ${filters.join(' and ') || 'true'}`;
  const select = columnsIn('select parameter', options.get('select') || '*');
  const isReturned = preference === 'return=representation';
  const returning = `returning ${isReturned ? select : '1'}`;
  const limit = wholeNumber(options.get('limit') ?? String(rowsAllowed));
  const offset = wholeNumber(options.get('offset') ?? '0');

  const isChange = method === 'PATCH' || preference.includes('merge');
  if (isChange || /resolution|headers-only/.test(preference)) {
    const sql = `select from ${target} where false ${isChange ? 'for update' : ''}`;
    return { sql, parameters: [], offset, isRefused: true };
  }
  if (method !== 'POST') {
    const order = options.get('order')?.split(',').map(sorted).join();
    const read = `select ${select} from ${target} ${where} ${order ? `order by ${order}` : ''}
      limit ${Math.min(limit, rowsAllowed)} offset ${offset}`;
    const remove = `delete from ${target} ${where} ${returning}`;
    return { sql: method === 'GET' ? read : remove, parameters, offset };
  }
  const list = options.get('columns');
  const named = list === undefined ? list : columnsIn('columns', list);
  const { json, keys } = await readPayload(request, named !== undefined);
  const names = named ?? keys.map(quoted).join();
  const reader = /^\s*\{/.test(json) ? 'record' : 'recordset';
  const sql = `insert into ${target} ${names && `(${names})`} select ${names}
    from json_populate_${reader}(null::${target}, $1::text::json) ${returning}`;
  return { sql, parameters: [json], offset };
}

function quoted(name: string): string {
  return `"${name.replaceAll('\0', '').replaceAll('"', '""')}"`;
}

/** A column, perhaps in quotes, or all of them: `*`. */
function column(parameter: string, text: string): string {
  const [, inQuotes, bare] =
    /^(?:"([^"\\]+)"|(\*|[\p{L}\p{N}_$ -]+))$/u.exec(text.trim()) ?? [];
  const name = inQuotes ?? bare;
  if (name === undefined) throw unreadable(parameter, text);
  return bare === '*' ? '*' : quoted(name);
}

function columnsIn(parameter: string, list: string): string {
  const columns = list.split(',').map((text) => column(parameter, text));
  return [...new Set(columns)].join();
}

function sorted(term: string): string {
  const [, name = '', how = ''] = /^(.*?)(?:\.(asc|desc))?$/s.exec(term) ?? [];
  return `${column('order', name)} ${how}`;
}

/** A filter; the values that it compares with are added to `parameters`. */
function condition(name: string, filter: string, parameters: string[]): string {
  const [, operator, text = ''] = /^(eq|gt|in)\.(.*)$/s.exec(filter) ?? [];
  const values = operator === 'in' ? listOf(text) : [text];
  if (!operator || !values) throw unreadable('filter', filter);
  const compared = `${column('tree path', name)} ${operator === 'gt' ? '>' : '='}`;
  const terms = values.map((value) => `${compared} $${parameters.push(value)}`);
  return `(${terms.join(' or ') || 'false'})`;
}

/** The elements of `(a,"b, c")`. */
function listOf(text: string): string[] | undefined {
  const isList =
    /^\((?:"(?:[^"\\]|\\.)*"|[^",()]*)(?:,(?:"(?:[^"\\]|\\.)*"|[^",()]*))*\)$/s;
  if (!isList.test(text)) return undefined;
  const found = text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^",]+)/gs);
  return [...found].map(
    ([, inQuotes, bare = '']) => inQuotes?.replace(/\\(.)/gs, '$1') ?? bare,
  );
}

function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw failure('PGRST103', 'limit and offset must be whole numbers');
}

import type { HonoRequest } from 'hono';
import { RestError } from './errors.ts';
import { readPayload, type Payload } from './payload.ts';
import * as query from './query.ts';
import { quoted, type Table } from './table.ts';

interface Statement {
  sql: string;
  parameters: string[];
}

/** The SQL of a request. Names are quoted, values are parameters. */
export async function toStatement(
  request: HonoRequest,
  table: Table,
): Promise<Statement> {
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return selectStatement(request, table);
    case 'POST':
      return insertStatement(request, table, await readPayload(request, table));
    case 'PATCH':
      return updateStatement(request, table, await readPayload(request, table));
    case 'DELETE':
      return deleteStatement(request, table);
    default:
      throw new RestError(
        405,
        'PGRST117',
        `Unsupported HTTP method: ${request.method}`,
      );
  }
}

function selectStatement(request: HonoRequest, table: Table): Statement {
  const parameters: string[] = [];
  return {
    sql: `select ${query.selectedColumns(request).join(', ')}
      from ${target(table)} ${query.where(request, table, parameters)}
      ${query.order(request)} ${query.limit(request)}
      offset ${String(query.offset(request))}`,
    parameters,
  };
}

/**
 * The insert that PostgREST writes: the payload stays one JSON text that Postgres
 * itself takes apart, and just the payload's keys are named as columns.
 */
function insertStatement(
  request: HonoRequest,
  table: Table,
  payload: Payload,
): Statement {
  const columns = payload.columns.map(quoted).join(', ');
  return {
    sql: `insert into ${target(table)} ${columns && `(${columns})`}
      select ${columns} from ${payloadRows(payload, table)} as payload
      ${onConflict(request, table, payload)} ${returning(request, table)}`,
    parameters: [payload.json],
  };
}

function updateStatement(
  request: HonoRequest,
  table: Table,
  payload: Payload,
): Statement {
  if (payload.columns.length === 0) {
    return {
      sql: `select null from ${target(table)} where false`,
      parameters: [],
    };
  }
  const parameters = [payload.json];
  return {
    sql: `update ${target(table)} set ${assignments(payload, 'payload')}
      from ${payloadRows(payload, table)} as payload
      ${query.where(request, table, parameters)} ${returning(request, table)}`,
    parameters,
  };
}

function deleteStatement(request: HonoRequest, table: Table): Statement {
  const parameters: string[] = [];
  return {
    sql: `delete from ${target(table)}
      ${query.where(request, table, parameters)} ${returning(request, table)}`,
    parameters,
  };
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
function onConflict(
  request: HonoRequest,
  table: Table,
  payload: Payload,
): string {
  const resolution = query.preference(request, 'resolution');
  if (resolution === undefined) return '';
  const conflicting =
    request.query('on_conflict')?.split(',') ?? table.primaryKey;
  const clause = `on conflict (${conflicting.map(quoted).join(', ')}) do`;
  return resolution === 'merge-duplicates' && payload.columns.length > 0
    ? `${clause} update set ${assignments(payload, 'excluded')}`
    : `${clause} nothing`;
}

function assignments({ columns }: Payload, source: string): string {
  return columns
    .map((column) => `${quoted(column)} = ${source}.${quoted(column)}`)
    .join(', ');
}

/** What comes back is read by the role, key included, or nothing is. */
function returning(request: HonoRequest, table: Table): string {
  const preferred = query.preferredReturn(request);
  if (preferred === undefined || preferred === 'minimal') return 'returning 1';
  const columns = new Set([
    ...query.selectedColumns(request),
    ...table.primaryKey.map(quoted),
  ]);
  return `returning ${columns.has('*') ? '*' : [...columns].join(', ')}`;
}

function target({ name }: Table): string {
  return `public.${quoted(name)}`;
}

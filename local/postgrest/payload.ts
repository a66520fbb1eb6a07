import type { HonoRequest } from 'hono';
import { invalidBody, RestError } from './errors.ts';
import type { Table } from './table.ts';

/** The rows of a body, still one JSON text, and the columns that they name. */
export interface Payload {
  json: string;
  columns: string[];
}

/** PGlite's stack ends long before a body of this size could be nested through. */
const nestingAllowed = 500;

const noRows: Payload = { json: '[]', columns: [] };

/** @throws PostgREST's answer to a body that is no rows of this table. */
export async function readPayload(
  request: HonoRequest,
  table: Table,
): Promise<Payload> {
  const payload = parse(
    mediaType(request),
    decode(await request.arrayBuffer()),
    request.query('columns'),
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

function mediaType(request: HonoRequest): string {
  const header = request.header('content-type') || 'application/json';
  return header.replace(/;.*$/, '').trim().toLowerCase();
}

function decode(bytes: ArrayBuffer): string {
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
  // A string without an end takes the rest, lest each of its quotes look for one.
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth);
    else if (token === ']' || token === '}') depth--;
  }
  return deepest;
}

function parse(type: string, text: string, columns?: string): Payload {
  switch (type) {
    case 'application/json':
      // With `columns=` PostgREST leaves the whole body to Postgres, unread.
      return columns === undefined
        ? jsonPayload(text)
        : { json: text, columns: [...new Set(columns.split(','))] };
    case 'application/x-www-form-urlencoded':
      return formPayload(text);
    default:
      throw invalidBody(`Content-Type not acceptable: ${type}`);
  }
}

function jsonPayload(json: string): Payload {
  const value = parseJson(json);
  if (isObject(value)) return { json, columns: Object.keys(value) };
  if (!Array.isArray(value) || value.length === 0) return noRows;

  const [columns, ...others] = value.map((row) =>
    isObject(row) ? Object.keys(row) : undefined,
  );
  const areUniform = others.every(
    (keys) =>
      keys?.length === columns?.length &&
      keys?.every((key) => columns?.includes(key)),
  );
  if (!columns || !areUniform) throw invalidBody('All object keys must match');
  return { json, columns };
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

import type { HonoRequest } from 'hono';
import { failure } from './errors.ts';

/** PGlite's stack ends long before a body could be nested through. */
const nestingAllowed = 500;

/**
 * The rows of an insert, still one JSON text, and the keys that all of them have.
 * Where a query names the columns, PostgREST leaves the JSON to Postgres, unread.
 *
 * @throws PostgREST's answer to a body that is no rows.
 */
export async function readPayload(
  request: HonoRequest,
  isUnread: boolean,
): Promise<{ json: string; keys: string[] }> {
  const header = request.header('content-type') ?? 'application/json';
  const type = header.replace(/;.*$/, '').toLowerCase();
  const isForm = type === 'application/x-www-form-urlencoded';
  if (!isForm && type !== 'application/json')
    throw failure('PGRST102', `Content-Type not acceptable: ${type}`);

  const body = await request.arrayBuffer();
  let json: string;
  let value: unknown;
  try {
    json = new TextDecoder('utf-8', { fatal: true }).decode(body);
    let depth = 0;
    for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
      if ('[{'.includes(token)) depth++;
      if (']}'.includes(token)) depth--;
      if (depth > nestingAllowed) throw new RangeError();
    }
    if (isForm) value = Object.fromEntries(new URLSearchParams(json));
    else if (!isUnread) value = JSON.parse(json);
  } catch {
    throw failure('PGRST102', 'Empty or invalid json');
  }
  if (isForm) json = JSON.stringify(value);
  if (isUnread) return { json, keys: [] };
  // To PostgREST a scalar is no rows, and no error.
  if (typeof value !== 'object' || !value) return { json: '[]', keys: [] };
  const rows: unknown[] = [value].flat();
  const shapes = new Set(rows.map(shapeOf));
  if (shapes.size > 1 || shapes.has(undefined))
    throw failure('PGRST102', 'All object keys must match');
  return { json, keys: Object.keys(rows[0] ?? {}) };
}

function shapeOf(row: unknown): string | undefined {
  if (typeof row !== 'object' || !row || Array.isArray(row)) return undefined;
  return JSON.stringify(Object.keys(row).sort());
}

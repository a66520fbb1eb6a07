import type { HonoRequest } from 'hono';
import { unreadable } from './errors.ts';
import { quoted, type Table } from './table.ts';

type Return = 'minimal' | 'headers-only' | 'representation';

export function selectedColumns(request: HonoRequest): string[] {
  const columns = (request.query('select') || '*').split(',');
  return columns.map((column) => (column === '*' ? '*' : quoted(column)));
}

/** @see https://docs.postgrest.org/en/v14/references/api/tables_views.html#ordering */
export function order(request: HonoRequest): string {
  const terms = request.query('order')?.split(',') ?? [];
  const sorted = terms.map((term) => {
    const [, column, direction = 'asc'] =
      /^([^.]+)(?:\.(asc|desc))?$/.exec(term) ?? [];
    if (column === undefined) throw unreadable('order', term);
    return `${quoted(column)} ${direction}`;
  });
  return sorted.length > 0 ? `order by ${sorted.join(', ')}` : '';
}

export function limit(request: HonoRequest): string {
  const rows = wholeNumber(request, 'limit');
  return rows === undefined ? '' : `limit ${String(rows)}`;
}

export function offset(request: HonoRequest): number {
  return wholeNumber(request, 'offset') ?? 0;
}

function wholeNumber(request: HonoRequest, name: string): number | undefined {
  const text = request.query(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw unreadable(name, text);
  return Number(text);
}

const noFilters = [
  'select',
  'order',
  'limit',
  'offset',
  'columns',
  'on_conflict',
];

/**
 * The condition of every filter; its values are added to `parameters`.
 *
 * @see https://docs.postgrest.org/en/v14/references/api/tables_views.html#operators
 */
export function where(
  request: HonoRequest,
  table: Table,
  parameters: string[],
): string {
  const conditions = [...new URL(request.url).searchParams]
    .filter(([name]) => !noFilters.includes(name))
    .map(([column, filter]) => {
      const [, operator, value = ''] = /^(eq|gt|in)\.(.*)$/s.exec(filter) ?? [];
      const values = operator === 'in' ? listOf(value) : [value];
      if (operator === undefined || !values) throw unreadable(column, filter);
      const type = table.columns.get(column) ?? 'text';
      const typed = values.map(
        (text) => `$${String(parameters.push(text))}::text::${type}`,
      );
      const operators: Record<string, string> = { eq: '=', gt: '>', in: 'in' };
      return `${quoted(column)} ${operators[operator] ?? ''} (${typed.join(', ')})`;
    });
  return conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
}

/** The elements of `(a,"b, c")`. */
function listOf(text: string): string[] | undefined {
  const element = /(?:"(?:[^"\\]|\\.)*"|[^",()]*)/.source;
  if (!new RegExp(`^\\(${element}(?:,${element})*\\)$`, 's').test(text)) {
    return undefined;
  }
  return [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^",]+)/gs)].map(
    ([, inQuotes, bare = '']) => inQuotes?.replace(/\\(.)/gs, '$1') ?? bare,
  );
}

export function preferredReturn(request: HonoRequest): Return | undefined {
  const preferred = preference(request, 'return');
  return preferred === 'minimal' ||
    preferred === 'headers-only' ||
    preferred === 'representation'
    ? preferred
    : undefined;
}

/** @see https://docs.postgrest.org/en/v14/references/api/preferences.html */
export function preference(
  request: HonoRequest,
  name: string,
): string | undefined {
  return request
    .header('prefer')
    ?.split(',')
    .map((text) => text.trim().split('='))
    .find(([key]) => key === name)?.[1];
}

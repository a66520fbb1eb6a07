import type { Transaction } from '@electric-sql/pglite';
import { RestError } from './errors.ts';

export interface Table {
  name: string;
  /** Each column's type, by name. */
  columns: Map<string, string>;
  primaryKey: string[];
}

/** @throws PostgREST's answer if `public` has no such table. */
export async function describeTable(
  transaction: Transaction,
  name: string,
): Promise<Table> {
  const { rows } = await transaction.query<{
    name: string;
    type: string;
    is_key: boolean;
  }>(
    `select attname as name,
       format_type(atttypid, atttypmod) as type,
       coalesce(attnum = any(indkey), false) as is_key
     from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     join pg_attribute on attrelid = pg_class.oid
     left join pg_index on indrelid = pg_class.oid and indisprimary
     where nspname = 'public' and relname = $1 and relkind in ('r', 'p', 'v')
       and attnum > 0 and not attisdropped
     order by attnum`,
    // No name of a table has a NUL, and no text may: look for nothing instead.
    [name.includes('\0') ? '' : name],
  );
  if (rows.length === 0) {
    throw new RestError(
      404,
      'PGRST205',
      `Could not find the table 'public.${name}' in the schema cache`,
    );
  }
  return {
    name,
    columns: new Map(rows.map((column) => [column.name, column.type])),
    primaryKey: rows.filter((row) => row.is_key).map((row) => row.name),
  };
}

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('\0', '').replaceAll('"', '""')}"`;
}

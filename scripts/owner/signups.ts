import type { OwnerClient } from './client.ts';
import type { WaitlistRow } from './database.types.ts';

/**
 * The columns of an export, in their order. Import brings back those that a person has `given`; the
 * database gives the others anew. TypeScript asks for every field of `Signup`: without one, an export
 * would be no whole backup.
 */
const columns = {
  email: 'given',
  referrer: 'given',
  source: 'computed',
  created_at: 'given',
} satisfies Record<Exclude<keyof WaitlistRow, 'id'>, 'given' | 'computed'>;

/** The columns that `npm run export` writes. */
export const exportedColumns = Object.keys(columns) as (keyof typeof columns)[];

/** The columns that `npm run import` brings back. */
export const importedColumns = exportedColumns.filter(
  (column) => columns[column] === 'given',
);

/**
 * Reads all signups, in the order of their ids. Each query starts after the last id of the query
 * before it, and a query without rows is the end. So this function reads no row twice and misses no
 * row that was there at the start, whatever the server's limit.
 */
export async function readSignups<Column extends keyof WaitlistRow>(
  { client, rowsOf }: OwnerClient,
  wanted: readonly Column[],
): Promise<Pick<WaitlistRow, Column | 'id'>[]> {
  const signups: Pick<WaitlistRow, Column | 'id'>[] = [];
  for (;;) {
    const page = await rowsOf(
      client
        .from('waitlist')
        .select(['id', ...wanted].join())
        .gt('id', signups.at(-1)?.id ?? 0)
        .order('id')
        // Supabase gives no more rows in one answer.
        .limit(1000)
        .overrideTypes<Pick<WaitlistRow, Column | 'id'>[], { merge: false }>(),
    );
    if (page.length === 0) return signups;
    signups.push(...page);
  }
}

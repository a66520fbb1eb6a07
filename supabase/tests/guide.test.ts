import { readFileSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNewDatabase } from '../../tests/helpers/database.ts';

describe("the SQL of the owner's guide", () => {
  const code = readFileSync('docs/owner.md', 'utf8').match(
    /(?<=```sql\n)[^`]+|(?<=`)[^`\n]+;(?=`)/g,
  );
  const statements = code?.flatMap((text) => text.split(';')) ?? [];

  let database: PGlite;
  beforeAll(async () => {
    database = await openNewDatabase();
    await database.exec(`
      insert into waitlist (email, referrer, created_at) values
        ('ann@example.com', '/', '2026-11-21 16:00Z'),
        ('bob@spam.example', '/?utm_source=cheap-clicks&utm_medium=cpc', '2026-11-21 15:59Z'),
        ('cem@spam.example', '/', '2026-11-21 15:00Z');
      select private.require_signature(repeat('s', 40));
    `);
  });
  afterAll(() => database.close());

  // How the statement begins, a query that shows what the statement has done (empty if the statement
  // itself returns rows), and the rows.
  test.for<[string, string, object[]]>([
    ['select * from', '', [{ email: 'ann@example.com', source: null }]],
    [
      'select private.require_signature(',
      'select private.is_signed_as_required()',
      [{ is_signed_as_required: true }],
    ],
    [
      "select date_trunc('hour', created_at)",
      '',
      [{ hour: new Date('2026-11-21 15:00Z'), count: 2 }, { count: 1 }],
    ],
    [
      "select split_part(email, '@', 2)",
      '',
      [
        { domain: 'spam.example', count: 2 },
        { domain: 'example.com', count: 1 },
      ],
    ],
    [
      'select count(*) from public.waitlist where created_at',
      '',
      [{ count: 2 }],
    ],
    ['select count(*) from public.waitlist where source', '', [{ count: 1 }]],
    [
      'select count(*) from public.waitlist where split_part',
      '',
      [{ count: 2 }],
    ],
    [
      'revoke insert',
      "select has_any_column_privilege('anon', 'public.waitlist', 'insert')",
      [{ has_any_column_privilege: false }],
    ],
  ])('%s', async ([beginning, query, rows]) => {
    const statement = statements.find((text) =>
      text.trim().startsWith(beginning),
    );
    expect(statement).toBeDefined();
    const results = await database.exec(`${statement}; ${query}`);
    expect(results.at(-1)?.rows).toMatchObject(rows);
  });
});

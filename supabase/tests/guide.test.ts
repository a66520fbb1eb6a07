import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openNewDatabase } from '../../tests/helpers/database.ts';

test("the SQL of the owner's guide runs", async () => {
  const code = readFileSync('docs/owner.md', 'utf8').match(
    /(?<=```sql\n)[^`]+|(?<=`)[^`\n]+;(?=`)/g,
  );
  expect(code).not.toBeNull();
  const database = await openNewDatabase();
  for (const sql of code ?? []) await database.exec(sql);
  await database.close();
});

import { faultsOf } from './probe/faults.ts';
import { describeDirectInserts } from './probe/insert.ts';
import { tableOf } from './probe/table.ts';
import { visit } from './probe/visit.ts';

/** Goes the whole way of a signup in a browser and leaves no row; returns what is wrong, a line each. */
async function probe(address: string): Promise<string[]> {
  const seen = await visit(address);
  const { origin } = new URL(seen.page.url);
  const rows = tableOf(seen);
  for (const { line } of rows) console.log(line);
  const faults = await faultsOf(seen);
  if (faults.length === 0)
    console.log(
      `${origin} takes signups: page, policy, forms, scripts, typeface, headers, rewrite, key, table and checks are right`,
    );

  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = process.env;
  if (SUPABASE_URL && SUPABASE_PUBLISHABLE_KEY)
    console.log(
      await describeDirectInserts(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY).catch(
        (error: Error) => error.message,
      ),
    );

  if (faults.length === 0 && rows.some(({ isKept }) => !isKept))
    return [`${origin} does not keep all that is promised of it`];
  return faults;
}

try {
  const [address = ''] = process.argv.slice(2);
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    throw new Error('Name the site: npm run probe -- https://example.com');
  const faults = await probe(address);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

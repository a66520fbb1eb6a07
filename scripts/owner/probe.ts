import { parseArgs } from 'node:util';
import { describeDirectInserts, proveInserts } from './probe/insert.ts';
import { checkHeaders, shippedKey, visit } from './probe/visit.ts';

/** Goes the whole way of a signup and leaves no row; with `-v` once more in a browser. */
async function probe(address: string, isVerbose: boolean): Promise<void> {
  const start = performance.now();
  const answers = await visit(address);
  const { origin } = new URL(answers[0].url);
  await proveInserts(origin, shippedKey(answers));
  await checkHeaders(answers);
  const time = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${origin} takes signups: page, policy, forms, scripts, typeface, headers, rewrite, key, table and checks are right, in ${time} s`,
  );

  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = process.env;
  if (SUPABASE_URL && SUPABASE_PUBLISHABLE_KEY)
    console.log(
      await describeDirectInserts(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY),
    );

  if (!isVerbose) return;
  const { browse } = await import('./probe/browse.ts');
  const rows = await browse(answers[0].url);
  for (const { line } of rows) console.log(line);
  if (rows.some(({ isKept }) => !isKept))
    throw new Error(`${origin} does not keep all that is promised of it`);
}

try {
  const { values, positionals } = parseArgs({
    options: { verbose: { type: 'boolean', short: 'v', default: false } },
    allowPositionals: true,
  });
  const [address = ''] = positionals;
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    throw new Error('Name the site: npm run probe -- https://example.com');
  await probe(address, values.verbose);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

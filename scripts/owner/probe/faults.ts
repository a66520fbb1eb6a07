import { fileURLToPath } from 'node:url';
import { HeadersHandler } from '@netlify/headers';
import { insertFault, isInsert } from './insert.ts';
import { faultOf, type Received } from './received.ts';
import type { Visit } from './visit.ts';

/** What would not work in a visitor's browser, or must not be there: a line each, the causes first. */
export async function faultsOf(visit: Visit): Promise<string[]> {
  const { page, all, forms } = visit;
  const files = all.filter(({ url }) => !isInsert(url));
  const faults = [
    ...secretKeys(page, files),
    ...files.map(faultOf),
    ...consoleFaults(visit),
    forms === 2 ? '' : `${page.url} has ${forms} of the 2 waitlist forms`,
    ...(await headerFaults(files)),
    insertFault(
      page.url,
      all.filter(({ url }) => isInsert(url)),
    ),
  ];
  // The page asks again for a file that has not come.
  return [...new Set(faults)].filter((line) => line !== '');
}

/** @see https://supabase.com/docs/guides/api/api-keys */
function secretKeys({ url }: Received, files: Received[]): string[] {
  const keys = files.flatMap(({ text }) => text.match(/\bsb_secret_/g) ?? []);
  return keys.map(
    () =>
      `${url} gives every visitor a key that opens the whole list: revoke it in Supabase, now, and build with the publishable key`,
  );
}

/** The browser's own words, but for what is said of a file already. */
function consoleFaults({ page, all, errors }: Visit): string[] {
  const broken = all.filter((it) => faultOf(it)).map(({ url }) => url);
  return errors
    .filter(
      ({ url, text }) => !broken.some((it) => `${url} ${text}`.includes(it)),
    )
    .map(({ url, text }) => {
      // Else all hashes of the policy would follow.
      const brief = text.replace(
        / the following (Content Security Policy) directive.*/s,
        " the page's $1",
      );
      return `${url || page.url}: ${brief.replaceAll(/\s+/g, ' ')}`;
    });
}

/** The first file that comes without a header of netlify.toml, or with another value, for each header. */
async function headerFaults(files: Received[]): Promise<string[]> {
  const projectDir = fileURLToPath(new URL('../../..', import.meta.url));
  const wanted = new HeadersHandler({
    configPath: `${projectDir}netlify.toml`,
    projectDir,
    logger: console,
  });
  // Spaces mean nothing around a header's commas.
  const compact = (value: string) => value.replaceAll(' ', '');
  const faults = new Map<string, string>();
  for (const { url, status, headers } of files) {
    if (status !== 200) continue;
    for (const [name, value] of Object.entries(
      await wanted.apply(new Request(url)),
    )) {
      const given = headers[name.toLowerCase()] ?? 'nothing';
      if (compact(given) !== compact(value) && !faults.has(name))
        faults.set(
          name,
          `${url} comes with ${name}: ${given}, but netlify.toml says: ${value}`,
        );
    }
  }
  return [...faults.values()];
}

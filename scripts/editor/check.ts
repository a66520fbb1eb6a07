/** Builds the page and tells an editor what to mend, one line each: the place, then what to do. A notice fails nothing. */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { locator, valuePlaces } from '../../editing/locator.ts';
import { readSources, type Source } from '../../editing/sources.ts';
import { nameErrors, oldDrawings, sourceErrors } from './source-errors.ts';

/** What is to mend in the files, and on the page that is built of them. */
async function findings(sources: Source[]): Promise<string[]> {
  const found = sources.flatMap(({ syntaxError = [] }) => syntaxError);
  if (found.length > 0) return found;
  found.push(...sources.flatMap((source) => [...nameErrors(source)]));
  const hasErrors = () => found.some((it) => it.startsWith('error'));
  try {
    const words = await import('../../src/site.ts');
    for (const source of sources) found.push(...sourceErrors(source, words));
    found.push(...oldDrawings(words.site.name));
    await (await import('astro')).build({ logLevel: 'silent' });
    const { invalidHtml, pageErrors } = await import('./page-errors.ts');
    const html = readFileSync('dist/index.html', 'utf8');
    const places = locator(sources, words);
    // What is wrong in a file often makes the HTML invalid.
    const invalid = hasErrors() ? [] : invalidHtml(html, places);
    for (const them of [pageErrors(html, 'dist', places, words), invalid])
      found.push(...(await Array.fromAsync(them)));
  } catch (error) {
    if (!hasErrors()) found.push(reasonOf(error, sources));
  }
  return found;
}

/** What ended the build, and where if it says so. */
function reasonOf(error: unknown, sources: Source[]): string {
  const failure = error as Error & { errors?: Error[] };
  const { message, stack = '' } = failure.errors?.[0] ?? failure;
  const [reason = ''] = stripVTControlCharacters(message)
    .replace(/.*Could not resolve (\S+).*/, 'there is no $1, mind capitals')
    .split('\n');
  const [, quoted = ''] = /["'](.+?)["']/.exec(reason) ?? [];
  const [named] = /src.[\w\\/-]+\.(astro|ts)(:\d+)?/.exec(reason + stack) ?? [];
  const place = valuePlaces(quoted, sources)[0] ?? named ?? 'src/site.ts';
  return `error: ${place} does not build: ${reason.replace(/\.$/, '')}.`;
}

for (const finding of new Set(await findings(readSources()))) {
  console.log(finding);
  const [, kind, file, line = 1, advice = ''] =
    /^(\w+): (\S+?)(?::(\d+))? (.*)/.exec(finding) ?? [];
  const told = advice.replaceAll('%', '%25');
  if (kind === 'error') process.exitCode = 1;
  // GitHub shows it beside the line it is about.
  if (process.env['GITHUB_ACTIONS'])
    console.log(`::${kind} file=${file},line=${line}::${told}`);
}
if (process.exitCode !== 1) console.log('No errors.');

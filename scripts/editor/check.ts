/** Builds the page and tells an editor what to mend, one line each: the place, then what to do. A notice fails nothing. */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import {
  locator,
  pageFile,
  readSources,
  valuePlaces,
  type Source,
} from '../../src/integrations/edit-links/sources.ts';
import { oldDrawings, sourceErrors } from './source-errors.ts';

/** What is to mend in the files, then on the page that is built of them. */
async function* findings(sources: Source[]): AsyncGenerator<string> {
  const unreadable = sources.flatMap(({ syntaxError = [] }) => syntaxError);
  if (unreadable.length > 0)
    return yield* unreadable.map((it) => `error: ${it}`);

  let hasErrors = false;
  try {
    const words = await import('../../src/site.ts');
    const found = sources.flatMap((source) => [...sourceErrors(source, words)]);
    hasErrors = found.some((it) => it.startsWith('error'));
    yield* [...found, ...oldDrawings(words.site.name)];
    const { build } = await import('astro');
    await build({ logLevel: 'silent' });
    const { invalidHtml, pageErrors } = await import('./page-errors.ts');
    const html = readFileSync('dist/index.html', 'utf8');
    const places = locator(sources, words);
    yield* pageErrors(html, 'dist', places, words);
    // What is wrong in a file is often what makes the HTML invalid.
    if (!hasErrors) yield* invalidHtml(html, places);
  } catch (error) {
    if (!hasErrors) yield reasonOf(error, sources);
  }
}

/** What ended the build, and where if it says so. */
function reasonOf(error: unknown, sources: Source[]): string {
  const failure = error as Error & { errors?: Error[] };
  const { message, stack = '' } = failure.errors?.[0] ?? failure;
  const [reason = ''] = stripVTControlCharacters(message).split('\n');
  const [, quoted = ''] = /["'](.+?)["']/.exec(reason) ?? [];
  const [named] = /src.[\w\\/-]+\.(astro|ts)(:\d+)?/.exec(reason + stack) ?? [];
  const place = valuePlaces(quoted, sources)[0] ?? named ?? pageFile;
  return `error: ${place} does not build: ${reason.replace(/\.$/, '')}.`;
}

for (const finding of new Set(await Array.fromAsync(findings(readSources())))) {
  console.log(finding);
  const [, kind, file, line = 1, advice = ''] =
    /^(\w+): (\S+?)(?::(\d+))? (.*)/.exec(finding) ?? [];
  if (kind === 'error') process.exitCode = 1;
  // GitHub shows it beside the line it is about.
  if (process.env['GITHUB_ACTIONS'])
    console.log(
      `::${kind} file=${file},line=${line}::${advice.replaceAll('%', '%25')}`,
    );
}
if (process.exitCode !== 1) console.log('Nothing to mend.');

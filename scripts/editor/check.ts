/**
 * Builds the page and tells an editor what to mend, one line each: the file and
 * its line, then what to do. A notice is what a build cannot see to; it fails nothing.
 */
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { parse } from 'node-html-parser';
import {
  passagesOf,
  placeOf,
  placesOf,
  readSources,
  type Source,
  type Words,
} from '../../src/integrations/edit-links/sources.ts';
import { sourceErrors, syntaxError } from './source-errors.ts';

/** What is to mend in the files, then on the page that is built of them. */
async function* findings(sources: Source[]): AsyncGenerator<string> {
  const unreadable = sources.map(syntaxError).filter((it) => it !== undefined);
  if (unreadable.length > 0) return yield* unreadable;

  let found: string[] = [];
  try {
    const words = await import('../../src/site.ts');
    found = sources.flatMap((source) => [...sourceErrors(source, words)]);
    yield* found;
    yield* oldNames(words.site.name);
    const { build } = await import('astro');
    await build({ logLevel: 'silent' });
    const { pageErrors } = await import('./page-errors.ts');
    const html = readFileSync('dist/index.html', 'utf8');
    yield* missingFromShareImage(html, sources, words);
    for await (const finding of pageErrors(html, 'dist', sources, words))
      yield finding;
  } catch (error) {
    // Else it was told already, and better.
    if (!found.some((it) => it.startsWith('error')))
      yield reasonOf(error, sources);
  }
}

/** The letters of the headline for which the share image has no face. */
async function* missingFromShareImage(
  html: string,
  sources: Source[],
  words: Words,
): AsyncGenerator<string> {
  const { missingLetters } =
    await import('../../src/integrations/share-image.ts');
  const headline = parse(html).querySelector('h1');
  const missing =
    headline && (await missingLetters(headline.textContent.trim()));
  if (missing)
    yield `notice: ${placeOf(headline, sources, passagesOf(sources, words))} has letters that the share image cannot set, ${missing}: it shows the name instead.`;
}

/** Where a name still stands that the drawn logo shows, and the page no longer has. */
function* oldNames(name: string): Generator<string> {
  const [, drawn = name] =
    /<title>(.*)<\/title>/.exec(readFileSync('public/logo.svg', 'utf8')) ?? [];
  if (drawn === name) return;
  for (const file of globSync(['public/*.svg', 'src/**/*.{astro,ts,tsx}']))
    for (const [index, line] of readFileSync(file, 'utf8')
      .split('\n')
      .entries())
      if (line.includes(drawn))
        yield `notice: ${file}:${index + 1} still says "${drawn}": ${file.endsWith('.svg') ? `draw "${name}", and say so in its <title>` : 'write {site.name}, which follows a change of name'}.`;
}

/** What ended a build, and where if it says so. */
function reasonOf(error: unknown, sources: Source[]): string {
  interface BuildError extends Error {
    loc?: { file?: string; line?: number };
    errors?: BuildError[];
  }
  const failure = error as BuildError;
  const { message, loc, stack = '' } = failure.errors?.[0] ?? failure;
  const [reason = ''] = stripVTControlCharacters(message).split('\n');
  const [, quoted = ''] = /"(.+?)"/.exec(reason) ?? [];
  const [, line] = /src.site\.ts:(\d+)/.exec(stack) ?? [];
  const place = loc?.file
    ? `${relative('', loc.file)}:${loc.line}`
    : line && `src/site.ts:${line}`;
  const [, unknown] = /^(\w+) is not defined/.exec(reason) ?? [];
  if (reason.includes('<h1>'))
    return 'error: src/sections/Hero.astro needs its headline, <h1>.';
  return `error: ${place ?? placesOf(quoted, sources)[0] ?? 'src/pages/index.astro'} ${unknown ? `has ${unknown} outside of quotes: put it between two '` : `does not build: ${reason}`}.`;
}

const told = new Set<string>();
for await (const finding of findings(readSources())) {
  if (told.has(finding)) continue;
  told.add(finding);
  console.log(finding);
  const [, kind, file, line, advice = ''] =
    /^(\w+): (\S+?)(?::(\d+))? (.*)/.exec(finding) ?? [];
  if (kind === 'error') process.exitCode = 1;
  // GitHub shows it beside the line it is about.
  if (process.env['GITHUB_ACTIONS'])
    console.log(
      `::${kind} file=${file},line=${line ?? 1}::${advice.replaceAll('%', '%25')}`,
    );
}
if (process.exitCode !== 1) console.log('Nothing to mend.');

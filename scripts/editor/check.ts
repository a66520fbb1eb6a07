/** Builds the page and tells an editor what to mend, one line each: the place, then what to do. */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { ESLint } from 'eslint';
import { parse } from 'node-html-parser';
import { error, lineOf, type Finding } from './finding.ts';
import { lintFindings } from './lint.ts';
import { locator, valuePlaces, type Words } from './locator.ts';
import { oldDrawings, wordErrors } from './source-errors.ts';
import { editorFiles, readSources, type Source } from './sources.ts';

/** What is to mend in the files, and on the page that is built of them. */
async function findings(sources: Source[]): Promise<Finding[]> {
  const unreadable = sources.flatMap(({ syntaxError = [] }) => syntaxError);
  if (unreadable.length > 0)
    return unreadable.map(({ place, advice }) => error(place, advice));

  const found = lintFindings(await new ESLint().lintFiles(editorFiles));
  try {
    const words = await import('../../src/site.ts');
    for (const source of sources) found.push(...wordErrors(source, words));
    found.push(...oldDrawings(words.site.name));
    found.push(...(await builtErrors(sources, words, hasErrors(found))));
  } catch (failure) {
    // What is wrong in a file often ends the build.
    if (!hasErrors(found)) found.push(reasonOf(failure, sources));
  }
  return found;
}

const hasErrors = (found: Finding[]) =>
  found.some(({ kind }) => kind === 'error');

/** Builds the page; what is to mend on it. */
async function builtErrors(
  sources: Source[],
  words: Words,
  hasSourceErrors: boolean,
): Promise<Finding[]> {
  const { build } = await import('astro');
  await build({ logLevel: 'silent' });
  // Imported here, since it imports src/site.ts, which may not load.
  const { invalidHtml, pageErrors } = await import('./page-errors.ts');
  const html = readFileSync('dist/index.html', 'utf8');
  const places = locator(sources, words);
  const page = { html, page: parse(html), folder: 'dist', places, words };
  const found = await pageErrors(page);
  // What is wrong in a file often makes the HTML invalid.
  return hasSourceErrors ? found : [...found, ...(await invalidHtml(page))];
}

/** What ended the build, and where if it says so. */
function reasonOf(failure: unknown, sources: Source[]): Finding {
  const given = failure as Error & { errors?: Error[] };
  const { message, stack = '' } = given.errors?.[0] ?? given;
  const [reason = ''] = stripVTControlCharacters(message)
    .replace(/.*Could not resolve (\S+).*/, 'there is no $1, mind capitals')
    .split('\n');
  const [, quoted = ''] = /["'](.+?)["']/.exec(reason) ?? [];
  const [named] = /src.[\w\\/-]+\.(astro|ts)(:\d+)?/.exec(reason + stack) ?? [];
  const place = valuePlaces(quoted, sources)[0] ?? named ?? 'src/site.ts';
  return error(place, `does not build: ${reason.replace(/\.$/, '')}`);
}

/** Prints a finding; GitHub shows it beside the line that it is about. */
function print(finding: Finding): void {
  console.log(lineOf(finding));
  if (!process.env['GITHUB_ACTIONS']) return;
  const [file, line = 1] = finding.place.split(':');
  const told = `${finding.advice}.`.replaceAll('%', '%25');
  console.log(`::${finding.kind} file=${file},line=${line}::${told}`);
}

const found = await findings(readSources());
// What is shown at several places of the page is told once.
const distinct = new Map(found.map((it) => [lineOf(it), it]));
for (const finding of distinct.values()) print(finding);
if (hasErrors(found)) process.exitCode = 1;
else console.log('No errors.');

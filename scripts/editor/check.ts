/** Builds the page as it is published, and prints what an editor has to fix, one line each: the location, then what to do. */
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { Worker } from 'node:worker_threads';
import { locationOfQuoted, type Finding } from './finding.ts';
import { editorFiles } from './rules.ts';
import { eslint, lintErrors } from './source.ts';

/** The mistakes in the files, and on the page that is built of them. */
async function findMistakes(): Promise<Finding[]> {
  const worker = new Worker(new URL('types.ts', import.meta.url));
  const types = once(worker, 'message') as Promise<[Finding[]]>;
  const results = await eslint.lintFiles(editorFiles);
  const unreadable = results.filter(({ fatalErrorCount }) => fatalErrorCount);
  if (unreadable.length > 0) return unreadable.flatMap(lintErrors);

  const onPage = await builtErrors().catch((failure: Error) => failure);
  const inFiles = [...results.flatMap(lintErrors), ...(await types).flat()];
  // A mistake in a file often ends the build, or is found again on the page.
  if (onPage instanceof Error)
    return inFiles.length > 0 ? inFiles : [buildError(onPage)];
  const lines = new Set(inFiles.map(({ location }) => location));
  return [...inFiles, ...onPage.filter(({ location }) => !lines.has(location))];
}

/** Builds the page; the mistakes on it. */
async function builtErrors(): Promise<Finding[]> {
  const { build } = await import('astro');
  await build({ logLevel: 'silent' });
  // Imported here, since src/site.ts may not load.
  const { idErrors, pageErrors } = await import('./page.ts');
  // With a wrong id the other findings could name the wrong file.
  const ofIds = [...idErrors()];
  return ofIds.length > 0 ? ofIds : pageErrors('dist');
}

/** What has ended the build, and where if it says so. */
function buildError({ message, stack = '' }: Error): Finding {
  const [reason = ''] = stripVTControlCharacters(message).split('\n');
  const [, quoted] = /["'](.+?)["']/.exec(reason) ?? [];
  const [named = 'src/site.ts'] =
    /src\/(sections|pages|site)[\w/]*\.(astro|ts)(:\d+)?/.exec(
      (reason + stack).replaceAll('\\', '/'),
    ) ?? [];
  return {
    location:
      (quoted && locationOfQuoted(quoted, globSync(editorFiles))) || named,
    message: `The page does not build: ${reason}`,
  };
}

/** Prints a finding; GitHub shows it beside the line that it is about. */
function print({ location, message }: Finding): void {
  console.log(`error: ${location} ${message}`);
  if (!process.env['GITHUB_ACTIONS']) return;
  const [file, line = 1] = location.split(':');
  const escaped = message.replaceAll('%', '%25');
  console.log(`::error file=${file},line=${line}::${escaped}`);
}

const findings = await findMistakes();
for (const finding of findings) print(finding);
if (findings.length === 0) console.log('No errors.');
// Also ends the worker: TypeScript may still run if a file cannot be read.
process.exit(findings.length === 0 ? 0 : 1);

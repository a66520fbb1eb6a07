/** Builds the page as it is published, and prints what an editor has to fix, one line each: the location, then what to do. */
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { Worker } from 'node:worker_threads';
import { locationOfQuoted, pageFile, type Finding } from './finding.ts';
import { editorFiles } from './rules.ts';
import { eslint, lintErrors, unreadable } from './source.ts';

/** The mistakes in the files, and on the page that is built of them. */
async function findMistakes(): Promise<Finding[]> {
  const types = typeErrors();
  const results = await eslint.lintFiles(editorFiles);
  const notRead = results.flatMap(unreadable);
  if (notRead.length > 0) return notRead;

  const onPage = await builtErrors().catch((failure: Error) => failure);
  const inFiles = [...results.flatMap(lintErrors), ...(await types)];
  // A mistake in a file often ends the build, or is found again on the page.
  if (onPage instanceof Error)
    return inFiles.length > 0 ? inFiles : [buildError(onPage)];
  const withoutLine = ({ location }: Finding) => location.split(':')[0];
  const files = new Set(inFiles.map(withoutLine));
  return [...inFiles, ...onPage.filter((it) => !files.has(withoutLine(it)))];
}

/** What TypeScript finds, or why it cannot read the files. */
async function typeErrors(): Promise<Finding[]> {
  try {
    const worker = new Worker(new URL('type-check-worker.ts', import.meta.url));
    const [findings] = await once(worker, 'message');
    return findings;
  } catch (failure) {
    return [checkError('The types cannot be read', failure)];
  }
}

/** Builds the page; the mistakes on it. */
async function builtErrors(): Promise<Finding[]> {
  const { build } = await import('astro');
  await build({ logLevel: 'silent' });
  // Imported here, since src/site.ts may not load.
  const { pageErrors } = await import('./page.ts');
  return pageErrors('dist');
}

/** A fault of the check itself, in one line. */
const checkError = (what: string, failure: unknown): Finding => ({
  location: 'scripts/editor',
  message: `${what}: ${firstLine(failure)}. Run npm ci, and try again; if it stays, a developer must look at it.`,
});

const firstLine = (failure: unknown) =>
  stripVTControlCharacters(
    failure instanceof Error ? failure.message : String(failure),
  ).split('\n')[0] ?? '';

/** What has ended the build, and where if a file has what it names: an icon, as an example. */
function buildError(failure: Error): Finding {
  const reason = firstLine(failure);
  const [, quoted] = /["'](.+?)["']/.exec(reason) ?? [];
  const location = quoted && locationOfQuoted(quoted, globSync(editorFiles));
  return {
    location: location ?? pageFile,
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

const findings = await findMistakes().catch((failure: unknown) => [
  checkError('The check has failed', failure),
]);
for (const finding of findings) print(finding);
if (findings.length === 0) console.log('No errors.');
// Also ends the worker: TypeScript may still run if a file cannot be read.
process.exit(findings.length === 0 ? 0 : 1);

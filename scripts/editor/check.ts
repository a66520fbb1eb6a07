/** Builds the page and prints what an editor has to mend, one line each: the place, then what to do. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Finding } from './finding.ts';
import { placeOfQuoted, places, withoutPlaces } from './places.ts';
import { changedTexts } from './required-content.ts';
import { editorFiles } from './rules.ts';
import { eslint, lintFindings, typeErrors } from './source.ts';

/** What is to mend in the files, and on the page that is built of them. */
async function findings(): Promise<Finding[]> {
  const types = typeErrors();
  const results = await eslint.lintFiles(editorFiles);
  const { unreadable, mistakes } = lintFindings(results);
  if (unreadable.length > 0) return unreadable;
  try {
    const built = await builtErrors();
    const inFiles = [...mistakes, ...(await types)];
    // What is wrong in a line of a file is often wrong on the page, too.
    const lines = new Set(inFiles.map(({ place }) => place));
    return [...inFiles, ...built.filter(({ place }) => !lines.has(place))];
  } catch (failure) {
    // What is wrong in a file often ends the build.
    const inFiles = [...mistakes, ...(await types)];
    return inFiles.length > 0 ? inFiles : [reasonOf(failure)];
  }
}

/** Builds the page; what is to mend on it. */
async function builtErrors(): Promise<Finding[]> {
  const { build } = await import('astro');
  await build({ logLevel: 'silent', vite: { plugins: [places] } });
  const html = readFileSync('dist/index.html', 'utf8');
  for (const file of globSync('dist/*.html'))
    writeFileSync(file, withoutPlaces(readFileSync(file, 'utf8')));
  // Imported here, since src/site.ts may not load.
  const { fixedTexts, site } = await import('../../src/site.ts');
  const { pageErrors } = await import('./page.ts');
  const built = { html, folder: 'dist', site, fixedTexts };
  return [...changedTexts(fixedTexts), ...(await pageErrors(built))];
}

/** What has ended the build, and where if it says so. */
function reasonOf(failure: unknown): Finding {
  const { message, stack = '' } = failure as Error;
  const [reason = ''] = stripVTControlCharacters(message).split('\n');
  const [, quoted = ''] = /["'](.+?)["']/.exec(reason) ?? [];
  const [named = 'src/site.ts'] =
    /src\/(sections|pages|site)[\w/]*\.(astro|ts)(:\d+)?/.exec(
      (reason + stack).replaceAll('\\', '/'),
    ) ?? [];
  const place = placeOfQuoted(quoted) ?? named;
  return { place, advice: `The page does not build: ${reason}` };
}

/** Prints a finding; GitHub shows it beside the line that it is about. */
function print({ place, advice }: Finding): void {
  console.log(`error: ${place} ${advice}`);
  if (!process.env['GITHUB_ACTIONS']) return;
  const [file, line = 1] = place.split(':');
  const escaped = advice.replaceAll('%', '%25');
  console.log(`::error file=${file},line=${line}::${escaped}`);
}

const found = await findings();
// What is shown at several places of the page is said once.
const distinct = new Map(found.map((it) => [it.place + it.advice, it]));
for (const finding of distinct.values()) print(finding);
if (found.length === 0) console.log('No errors.');
// Without waiting for TypeScript where a file cannot be read.
process.exit(found.length === 0 ? 0 : 1);

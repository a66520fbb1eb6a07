/** What `astro check` finds in the editors' files, as a worker that posts it: it takes as long as the build, and runs beside it. */
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { AstroCheck, DiagnosticSeverity } from '@astrojs/language-server';
import type { Finding } from './finding.ts';

const checker = new AstroCheck(
  process.cwd(),
  createRequire(import.meta.url).resolve('typescript'),
  resolve('scripts/editor/tsconfig.json'),
);
const { fileResult } = await checker.lint({});
const found = fileResult.flatMap(({ fileUrl, errors }) => {
  const file = relative('.', fileURLToPath(fileUrl)).replaceAll('\\', '/');
  const serious = errors
    .filter(({ severity }) => severity === DiagnosticSeverity.Error)
    .sort((one, other) => one.range.start.line - other.range.start.line);
  const messages = serious.map(({ message }) => message);
  // Astro's parser is lost after the first mistake. TypeScript finds an unknown name in a closing tag again.
  const parser = serious.find(({ source }) => source === 'astro');
  const distinct = parser
    ? [parser]
    : serious.filter(
        ({ message }, index) => messages.indexOf(message) === index,
      );

  return distinct.map(({ message, code, range }): Finding => {
    // The last line is the most exact. A type that is written out is longer than what is said of it.
    const said = (message.split('\n').at(-1) ?? '')
      .trim()
      .replace(/ (on|in) type '\{.*?\}'(?!;)/, '');
    const isUnknownName = code === 2304;
    return {
      place: `${file}:${range.start.line + 1}`,
      advice: isUnknownName
        ? `${said} Import it at the top, mend its spelling, or write &#123; for a brace.`
        : said,
    };
  });
});
parentPort?.postMessage(found);

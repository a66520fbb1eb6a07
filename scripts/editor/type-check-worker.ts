/** Runs `astro check` on the editors' files in a worker thread, beside the build, and posts its findings. */
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
const findings = fileResult.flatMap(({ fileUrl, errors }) => {
  const file = relative('.', fileURLToPath(fileUrl)).replaceAll('\\', '/');
  const serious = errors
    .filter(({ severity }) => severity === DiagnosticSeverity.Error)
    .sort((one, other) => one.range.start.line - other.range.start.line);
  // An unknown name is found again in its closing tag.
  const messages = serious.map(({ message }) => message);
  const distinct = serious.filter(
    ({ message }, index) => messages.indexOf(message) === index,
  );
  return distinct.map(({ message, range }): Finding => {
    // TypeScript's last line is the most exact. A type that is written out would hide the reason.
    const reason = (message.split('\n').at(-1) ?? '')
      .trim()
      .replace(/ (on|in) type '\{.*?\}'(?!;)/, '');
    return {
      location: `${file}:${range.start.line + 1}`,
      message: reason,
    };
  });
});
parentPort?.postMessage(findings);

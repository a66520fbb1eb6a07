import { once } from 'node:events';
import { relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { transform } from '@astrojs/compiler-rs';
import { ESLint } from 'eslint';
import type { Finding } from './finding.ts';
import { editorConfig } from './rules.ts';

/** ESLint with the editors' rules only. */
export const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: editorConfig,
});

/** What ESLint has found in files, and which of them cannot be read at all. */
export function lintFindings(results: ESLint.LintResult[]) {
  const unreadable: Finding[] = [];
  const mistakes: Finding[] = [];
  for (const { filePath, messages, source = '' } of results) {
    const file = relative('.', filePath).replaceAll('\\', '/');
    for (const { fatal, severity, line, message } of messages)
      if (fatal) unreadable.push(syntaxError(file, source, line, message));
      else if (severity > 1)
        mistakes.push({ place: `${file}:${line}`, advice: message });
  }
  return { unreadable, mistakes };
}

/** What TypeScript has found in the editors' files, in a thread of its own. */
export async function typeErrors(): Promise<Finding[]> {
  const worker = new Worker(new URL('types.ts', import.meta.url));
  const [found] = (await once(worker, 'message')) as [Finding[]];
  return found;
}

/** Why a file cannot be read, with what usually leads to it; and where, if the parser names another line. */
function syntaxError(
  file: string,
  source: string,
  line: number | undefined,
  message: string,
): Finding {
  const said = message.replace('Parsing error: ', '');
  if (/merge conflict|diff marker/i.test(said))
    return {
      place: `${file}:${line}`,
      advice:
        'These are the marks of a merge conflict: keep one of the two texts, and delete the three marks.',
    };

  const isAstro = file.endsWith('.astro');
  const quote = isAstro && wrongQuote(source);
  if (quote)
    return {
      place: `${file}:${quote}`,
      advice:
        'A quote of this tag is missing, or one is too many: write “ and ” within a text.',
    };

  const tag = isAstro && unclosedTag(source);
  if (tag)
    return {
      place: `${file}:${tag.line}`,
      advice: `This tag is not closed, or its closing tag is in the wrong place. The parser says: ${tag.said}`,
    };

  return {
    place: `${file}:${line}`,
    advice: `This, or what is just before it, cannot be read. Is a quote, a comma, a tag or a line --- missing, a quote curly, or has a text one of < > { } or a straight quote? The parser says: ${said}`,
  };
}

/**
 * The line of an attribute whose quotes are no pair: the parser goes on to the next quote,
 * and fails further down, or without a line.
 */
function wrongQuote(source: string): number | undefined {
  // What follows `name=`: a pair of quotes and the next part of a tag or of code; or else a quote or a letter.
  const values = /(?<=\s[\w:-]+)=(?:"[^"]*"(?=[\s/<>,;])|(["\w]))/g;
  const wrong = source.matchAll(values).find(([, unpaired]) => unpaired);
  return wrong && source.slice(0, wrong.index).split('\n').length;
}

/** Where the first tag opens that is not closed: Astro's compiler says it; ESLint passes on only where the closing tag is missed. */
function unclosedTag(source: string) {
  for (const { text, labels } of transform(source).diagnostics)
    for (const label of labels)
      if (/closing tag/.test(text) && label.text === 'Opened here')
        return { line: label.line, said: text };
  return undefined;
}

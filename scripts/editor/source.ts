import { relative } from 'node:path';
import { transform } from '@astrojs/compiler-rs';
import { ESLint } from 'eslint';
import type { Finding } from './finding.ts';
import { editorConfig } from './rules.ts';

/** ESLint with the editors' rules only. */
export const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: editorConfig,
});

/** What ESLint has found in a file; if it cannot read the file, only why. */
export function lintErrors({
  filePath,
  messages,
  source = '',
}: ESLint.LintResult): Finding[] {
  const file = relative('.', filePath).replaceAll('\\', '/');
  return messages.map(({ fatal, line, message }) => {
    const error = fatal ? syntaxError(source, message) : { message };
    return {
      location: `${file}:${error.line ?? line}`,
      message: error.message,
    };
  });
}

/** Why a source cannot be read, with what usually leads to it; and the line where the mistake is, if the parser names another. */
function syntaxError(
  source: string,
  parserMessage: string,
): { line?: number; message: string } {
  const reason = parserMessage.replace('Parsing error: ', '');
  if (/merge conflict|diff marker/i.test(reason))
    return {
      message:
        'These are the marks of a merge conflict: keep one of the two texts, and delete the three marks.',
    };

  // In a tag a correct value is "…" with a space or the tag's end behind it. The group is
  // what else follows the "=": a quote without its pair, or a letter without a quote. From
  // there the parser reads on to the next quote, and fails further down.
  const values = /(?<=<\w[^<>]*\s[\w:-]+)=(?:"[^"]*"(?=[\s/<>])|(["\w]))/g;
  const unpaired = source.matchAll(values).find(([, mistake]) => mistake);
  if (unpaired)
    return {
      line: source.slice(0, unpaired.index).split('\n').length,
      message:
        'A quote of this tag is missing, or one is too many: write “ and ” within a text.',
    };

  // ESLint says where the closing tag is expected; only Astro's compiler says where the tag opens.
  const opened = transform(source)
    .diagnostics.flatMap(({ labels }) => labels)
    .find(({ text }) => text === 'Opened here');
  if (opened)
    return {
      line: opened.line,
      message: `This tag is not closed, or its closing tag is in the wrong place. The parser says: ${reason}`,
    };

  return {
    message: `This cannot be read. Look here and just before for a missing quote, comma, tag or line ---, for a curly quote, and for a < > { or } in a text: write &lt; &gt; &#123; or &#125;. The parser says: ${reason}`,
  };
}

import { relative } from 'node:path';
import { transform } from '@astrojs/compiler-rs';
import { ESLint } from 'eslint';
import type { Finding } from './finding.ts';
import { editorConfig, notUtf8 } from './rules.ts';

/** ESLint with the editors' rules only. */
export const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: editorConfig,
});

const locationIn = (filePath: string, line: number) =>
  `${relative('.', filePath).replaceAll('\\', '/')}:${line}`;

/** What ESLint has found in a file. */
export function lintErrors({ filePath, messages }: ESLint.LintResult) {
  const hint =
    'Import it at the top, correct its spelling, or write &#123; for a brace.';
  const findings = messages.map(({ line, ruleId, message }): Finding => ({
    location: locationIn(filePath, line),
    message: ruleId === 'no-undef' ? `${message} ${hint}` : message,
  }));
  // An unknown name is found again in its closing tag.
  return findings.filter(
    ({ message }, index) => message !== findings[index - 1]?.message,
  );
}

/** Why a file cannot be read, if so: what else is found in it only follows from that. */
export function unreadable({
  filePath,
  messages: [first],
  source = '',
}: ESLint.LintResult): Finding[] {
  if (!first || (!first.fatal && !lacksFence(source))) return [];
  const { line = first.line, message } = syntaxError(source, first.message);
  return [{ location: locationIn(filePath, line), message }];
}

/** Whether one of the lines --- around the imports is missing: all that follows is read as words. */
const lacksFence = (source: string) => source.match(/^---\r?$/gm)?.length === 1;

/** Why a source cannot be read, with what usually leads to it; and the line where the mistake is, if the parser names another. */
function syntaxError(
  source: string,
  parserMessage: string,
): { line?: number; message: string } {
  const reason = parserMessage.replace('Parsing error: ', '');
  if (source.includes('\0')) return { line: 1, message: notUtf8 };

  if (lacksFence(source))
    return {
      line: 1,
      message:
        'One of the two lines --- is missing: the file begins with them, and has its imports between them.',
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

  // The tag around everything, of which the parser says only that the file ends too early.
  const [before = '', outermost = ''] =
    /[^]*?\n---\s+<(\w+)/.exec(source) ?? [];
  if (outermost && !source.includes(`</${outermost}>`))
    return {
      line: before.split('\n').length,
      message: `<${outermost}> is not closed: write </${outermost}> where it ends.`,
    };

  return {
    message: `This cannot be read. Look here and just before for a missing quote, comma, tag or line ---, for a curly quote, and for a < > { or } in a text: write &lt; &gt; &#123; or &#125;. The parser says: ${reason}`,
  };
}

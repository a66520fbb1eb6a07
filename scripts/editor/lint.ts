import { relative } from 'node:path';
import type { ESLint, Linter, Rule } from 'eslint';
import { error, notice, type Finding } from './finding.ts';
import { rules, type EditorRule } from './rules.ts';
import { editorFiles } from './sources.ts';

/** A rule of the table as one of ESLint's. */
function asEslintRule({
  advice,
  finds = '',
  text = /^/,
}: EditorRule): Rule.RuleModule {
  return {
    create: ({ sourceCode, report }) => ({
      [finds](node: Rule.Node) {
        const found = sourceCode.getText(node);
        const index = found.search(text);
        if (index < 0) return;
        const start = (sourceCode.getRange(node)[0] ?? 0) + index;
        report({
          loc: sourceCode.getLocFromIndex(start),
          message: advice.replace('%s', () => found),
        });
      },
    }),
  };
}

const own = Object.entries(rules).filter(([, { finds }]) => finds);
const editor: ESLint.Plugin = {
  rules: Object.fromEntries(
    own.map(([name, rule]) => [name, asEslintRule(rule)]),
  ),
};

/** ESLint's configuration for the editors' files: with it, editors of code show the same advice while one types. */
export const editorConfig = {
  files: editorFiles,
  plugins: { editor },
  languageOptions: { globals: { Astro: 'readonly', Fragment: 'readonly' } },
  rules: {
    ...Object.fromEntries(
      Object.entries(rules).map(([name, { finds, isNotice }]) => [
        finds ? `editor/${name}` : name,
        isNotice ? 'warn' : 'error',
      ]),
    ),
    // Words are the editor's: a space that does not break may be pasted, and a picture be called one.
    'no-irregular-whitespace': 'off',
    'astro/jsx-a11y/img-redundant-alt': 'off',
    // The check looks up where each link leads.
    'astro/jsx-a11y/anchor-is-valid': 'off',
  },
} satisfies Linter.Config;

/** What ESLint has found in files. Its other rules are silent about a line on which one of ours has found something. */
export function* lintFindings(
  results: ESLint.LintResult[],
): Generator<Finding> {
  for (const { filePath, messages } of results) {
    const file = relative('.', filePath).replaceAll('\\', '/');
    const lines = new Set(messages.filter(ruleOf).map(({ line }) => line));
    const told = new Set<string>();
    for (const found of messages) {
      const rule = ruleOf(found);
      if (!rule && lines.has(found.line)) continue;
      const advice = adviceOf(found);
      // A name that is used twice, as in a closing tag, is told once.
      if (told.has(advice) && !rule?.finds) continue;
      told.add(advice);
      const kind = found.severity > 1 ? error : notice;
      yield kind(`${file}:${found.line}`, advice);
    }
  }
}

/** The rule of ours by which ESLint has found something. */
function ruleOf({ ruleId }: Linter.LintMessage): EditorRule | undefined {
  return rules[ruleId?.replace('editor/', '') ?? ''];
}

/** ESLint's words, or our advice instead. */
function adviceOf(found: Linter.LintMessage): string {
  const { message } = found;
  const rule = ruleOf(found);
  // Our own rules have put the advice into the message.
  if (!rule || rule.finds) return message.replace(/[.?]$/, '');
  const [, name = ''] = /'(.+?)'/.exec(message) ?? [];
  return rule.advice.replace('%s', name);
}

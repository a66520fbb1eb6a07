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

/** The rules of the table that have a selector. The others are ESLint's own, with other advice. */
const editor: ESLint.Plugin = {
  rules: Object.fromEntries(
    Object.entries(rules)
      .filter(([, { finds }]) => finds)
      .map(([name, rule]) => [name, asEslintRule(rule)]),
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

/** What ESLint has found in files, but for what an editor need not be told. */
export function lintFindings(results: ESLint.LintResult[]): Finding[] {
  return results.flatMap(({ filePath, messages }) => {
    const file = relative('.', filePath).replaceAll('\\', '/');
    return withoutRepeats(withoutConsequences(messages)).map((message) => {
      const kind = message.severity > 1 ? error : notice;
      return kind(`${file}:${message.line}`, adviceOf(message));
    });
  });
}

/** Leaves out what other rules say of a line on which one of the table has found something: it is the cause. */
function withoutConsequences(messages: Linter.LintMessage[]) {
  const lines = new Set(messages.filter(ruleOf).map(({ line }) => line));
  return messages.filter((it) => ruleOf(it) || !lines.has(it.line));
}

/** Leaves out what one of ESLint's own rules says again, as of a name that is unknown in a tag and in its closing tag. */
function withoutRepeats(messages: Linter.LintMessage[]) {
  const advice = messages.map(adviceOf);
  return messages.filter(
    (it, index) => ruleOf(it)?.finds || advice.indexOf(adviceOf(it)) === index,
  );
}

/** The rule of the table by which ESLint has found something, if it is one. */
function ruleOf({ ruleId }: Linter.LintMessage): EditorRule | undefined {
  return rules[ruleId?.replace('editor/', '') ?? ''];
}

/** What an editor reads: the advice of the table, or else ESLint's words. */
function adviceOf(found: Linter.LintMessage): string {
  const rule = ruleOf(found);
  // A rule with a selector of ours has put the advice into the message.
  if (!rule || rule.finds) return found.message.replace(/[.?]$/, '');
  const [, name = ''] = /'(.+?)'/.exec(found.message) ?? [];
  return rule.advice.replace('%s', name);
}

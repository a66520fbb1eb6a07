import type { Linter } from 'eslint';
import astro from 'eslint-plugin-astro';
import typescript from 'typescript-eslint';
import { words } from './words.ts';

/** The files in which an editor writes. */
export const editorFiles = [
  'src/sections/*.astro',
  'src/pages/*.astro',
  'src/site.ts',
];

let source = '';

/** Corrects the line of two errors of the parser, and removes the second report of an unknown name, for its closing tag. */
const processor: Linter.Processor = {
  preprocess: (text) => [(source = text)],
  postprocess([messages = []]) {
    const lines = source.split(/\r?\n/);
    const mistake = (line: number, message: string): Linter.LintMessage[] => [
      { ruleId: null, severity: 2, line, column: 1, message },
    ];
    if (lines.filter((line) => line === '---').length === 1)
      return mistake(1, 'One of the two lines --- is missing.');
    // `title="a`, `title=a"`, `title="a "b" c"`
    const line = lines.findIndex(
      (it) => it.split('"').length % 2 === 0 || /="[^"]*"\w/.test(it),
    );
    if (line >= 0 && messages.some(({ fatal }) => fatal))
      return mistake(line + 1, 'A quote is missing, or one is too many.');
    const texts = messages.map(({ message }) => message);
    return messages.filter(
      ({ ruleId, message }, index) =>
        ruleId !== 'no-undef' || texts.indexOf(message) === index,
    );
  },
};

/**
 * ESLint's whole configuration for the editors' files. Code editors show the same messages
 * while somebody types. None of the project's other rules runs there: TypeScript,
 * html-validate and axe say what else is wrong.
 */
export const editorConfig: Linter.Config[] = [
  { files: ['src/site.ts'], ...typescript.configs.base },
  ...astro.configs.base,
  {
    files: editorFiles,
    plugins: { editor: { rules: { words } } },
    rules: {
      'editor/words': 'error',
      // TypeScript knows {name} as a variable of browsers.
      'no-undef': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'JSXAttribute[name.name=/^(on[a-z]+|style)$/], JSXOpeningElement[name.name=/^(iframe|link|script|style)$/]',
          message:
            'Styles and scripts are for developers, and the page blocks others: leave it out.',
        },
      ],
    },
  },
  { files: ['src/{sections,pages}/*.astro'], processor },
];

import type { Linter } from 'eslint';
import astro from 'eslint-plugin-astro';
import typescript from 'typescript-eslint';
import { words } from './words.ts';

/** The files in which an editor writes. */
export const editorFiles = [
  'src/sections/*.astro',
  'src/pages/**/*.astro',
  'src/site.ts',
];

/** ESLint's whole configuration for the editors' files: none of the project's other rules runs there. */
export const editorConfig: Linter.Config[] = [
  { files: ['src/site.ts'], ...typescript.configs.base },
  ...astro.configs.base,
  {
    files: editorFiles,
    plugins: { editor: { rules: { words } } },
    rules: {
      // A warning, which stops no build: a page about the web may well have `_blank_` or `<br>`
      // in its words. The other rules are never wrong about a text: they find what does not
      // work, and notes that were not meant for visitors.
      'editor/words': 'warn',
      // Also for {name}: TypeScript takes it for a variable of browsers.
      'no-undef': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'JSXAttribute[name.name=/^(on[a-z]+|style|class)$/], JSXOpeningElement[name.name=/^(iframe|link|script|style)$/]',
          message:
            'Styles, classes and scripts are for developers: leave it out.',
        },
        {
          selector: 'AstroHTMLComment',
          message: 'Everybody can read this note: write {/* the note */}.',
        },
      ],
    },
  },
];

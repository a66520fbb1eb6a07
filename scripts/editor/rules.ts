import type { Linter } from 'eslint';
import astro from 'eslint-plugin-astro';
import typescript from 'typescript-eslint';

/** The files in which an editor writes. */
export const editorFiles = [
  'src/sections/**/*.astro',
  'src/pages/**/*.astro',
  'src/{fixed-texts,site}.ts',
];

/** ESLint's rules for the editors' files. One more rule, about imports, is in `eslint.config.js`. */
export const editorConfig: Linter.Config[] = [
  { files: ['src/*.ts'], ...typescript.configs.base },
  ...astro.configs.base,
  {
    files: editorFiles,
    rules: {
      // TypeScript takes an unknown name, such as `{name}`, for a global variable of browsers, and reports nothing.
      'no-undef': 'error',
      'no-unused-vars': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: [
            'JSXAttribute[name.name=/^(on[a-z]+|style|class)$/i]',
            // `class:list={…}`
            'JSXAttribute[name.namespace.name=class]',
            'JSXOpeningElement[name.name=/^(iframe|link|script|style)$/]',
          ].join(),
          message:
            'Styles, classes and scripts are for developers. Remove this one. A developer can write it into a component: see “Add a script” and “Show a picture” in docs/editing.md.',
        },
        {
          selector: 'JSXOpeningElement[name.name=/^(img|picture)$/]',
          message:
            'Put the picture into src/images. Write here <Image src={team} alt="What it shows" width={600} />, and between the two lines --- import { Image } from "astro:assets"; and import team from "../images/team.jpg";',
        },
        {
          selector:
            'JSXOpeningElement[name.name=/^(Image|Picture)$/]:not(:has(> JSXAttribute[name.name=width]))',
          message:
            'Write the width of the picture on the page, in pixels, such as width={600}. Without a width, visitors download the picture as large as the camera has made it.',
        },
        {
          selector: 'AstroHTMLComment',
          message:
            'Visitors can read this note. Write {/* the note */} instead.',
        },
      ],
    },
  },
];

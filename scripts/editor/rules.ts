import type { Linter } from 'eslint';
import astro from 'eslint-plugin-astro';
import typescript from 'typescript-eslint';

/** The files in which an editor writes. */
export const editorFiles = [
  'src/sections/**/*.astro',
  'src/pages/**/*.astro',
  // The examples, which an editor copies
  'src/parts/[A-Z]*.astro',
  'src/{fixed-texts,site}.ts',
];

/** The elements that an editor may write, besides components. Astro's `<Image>` stands for `<img>`. */
const elements = `
  a abbr b br cite code del dfn em i ins kbd mark q s small span strong sub sup time u wbr
  blockquote dd details dl dt figcaption figure h2 h3 hr li ol p summary ul
  caption col colgroup table tbody td tfoot th thead tr
  audio source track video`;
/** The attributes that an editor may give these elements. */
const attributes = `
  aria-.+ dir id lang role slot title translate
  cite datetime download href hreflang name open rel reversed start target type value
  abbr colspan headers rowspan scope span
  controls default height kind label loop muted playsinline poster preload src srclang width`;

/** Matches elements or attributes with one of these names, in a selector of ESLint. */
const oneOf = (names: string) =>
  `[name.name=/^(${names.trim().replaceAll(/\s+/g, '|')})$/]`;
/** The invisible characters that change the direction of a text: https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters */
const directionMark = '[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]';
const element = `JSXOpeningElement${oneOf(elements)}`;
const image = `JSXOpeningElement${oneOf('Image Picture')}`;

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
      // At a no-break space, which Word and web pages have, a heading would break within its words.
      'no-irregular-whitespace': [
        'error',
        { skipStrings: false, skipTemplates: false },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: [
            `JSXOpeningElement[name.name=/^[a-z]/]:not(${oneOf(`${elements} img picture`)})`,
            `${element} > JSXAttribute:not(${oneOf(attributes)})`,
            // `{src}` and src=`…`: the rules below do not read their values.
            `${element} > :not(JSXIdentifier, JSXAttribute)`,
            // These hold for components, too. A namespace is in `set:html` and `class:list`.
            'JSXSpreadAttribute',
            'JSXAttribute[name.name=/^(on[a-z]+|style|class)$/i]',
            'JSXAttribute[name.namespace]',
          ].join(),
          message:
            'Remove this. Only words, lists, tables, videos and sounds stand here, in the tags and attributes that scripts/editor/rules.ts lists, without styles, classes and scripts. A form or a file of another site needs a link. A developer can write anything else into a component: see “Add a script” and “Show a picture” in docs/editing.md.',
        },
        {
          selector: `${element} > JSXAttribute${oneOf('src poster')}:not([value.value=/^\\x2F[^\\x2F]/])`,
          message:
            'Upload the file to the folder public, and write its name behind a slash, as in "/film.mp4". The page loads no file of another host.',
        },
        {
          selector: [
            `JSXOpeningElement${oneOf('img picture')}`,
            `${image} > [name.name=srcset]`,
            `${image} > [name.name=src]:has(Literal, TemplateLiteral)`,
          ].join(),
          message:
            'Put the picture into src/images. Write here <Image src={team} alt="What it shows" width={600} />, and between the two lines --- import { Image } from "astro:assets"; and import team from "../images/team.jpg";',
        },
        {
          selector: `${image}:not(:has(> JSXAttribute[name.name=width]))`,
          message:
            'Write the width of the picture on the page, in pixels, such as width={600}. Without a width, visitors download the picture as large as the camera has made it.',
        },
        {
          selector: `:matches(JSXText, Literal)[value=/${directionMark}/], TemplateElement[value.raw=/${directionMark}/]`,
          message:
            'This text has a mark for its direction that nobody can see. Delete the text, and type it or paste it as plain text.',
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

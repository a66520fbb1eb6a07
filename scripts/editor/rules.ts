import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Linter } from 'eslint';
import astro from 'eslint-plugin-astro';
import typescript from 'typescript-eslint';
import { requiredTexts } from './required-content.ts';

/** The files in which an editor writes. */
export const editorFiles = [
  'src/sections/*.astro',
  'src/pages/*.astro',
  'src/site.ts',
];

/** A selector of nodes whose source matches. A slash would end the pattern there, so it is escaped. */
const matches = (pattern: RegExp, attribute = 'raw') =>
  `[${attribute}=/${pattern.source.replace(/\\?\//g, '\\u002F')}/]`;
/** A text between quotes or backticks. */
const quoted = (pattern: RegExp) =>
  `:matches(Literal${matches(pattern)}, TemplateElement${matches(pattern, 'value.raw')})`;
/** A text between tags, quotes or backticks. */
const text = (pattern: RegExp) =>
  `:matches(JSXText${matches(pattern)}, ${quoted(pattern)})`;

/** Where `&amp;` and tags have no meaning: `src/site.ts`, a text between backticks, and a component’s `title="…"`, though not an HTML tag’s. */
const plain =
  ':matches(Property, TemplateLiteral, JSXOpeningElement[name.name=/^[A-Z]/] *)';

/** `// a note`, but not `//cdn.example`, nor `Disallow: /*.pdf`. */
const note = /(?<!\S)(\/\/(?!\S+\.\S)|\/\*[^]*\*\/)/;
/** `**bold**`, the `**` of `**{site.name}**`, `[a link](https://…)`; but not the marks of a footnote. */
const markdown = /\*\*\w[^*]*\*\*|(?<!\S)\*\*$|\]\((https?:|mailto:|[#/])/;
/** `&amp;`, `<br>`, `</b>`; but not `<title>`, of which a text may speak. */
const markup = /&#?\w{2,};|<(br\b|\/(a|b|code|em|i|p|small|span|strong|u)>)/;

/**
 * Mistakes that build and look right in the file: the browser blocks the result, drops it, or
 * shows the signs themselves. Each has a selector that finds it in a file’s syntax tree
 * (https://eslint.org/docs/latest/extend/selectors), and an example, which the test tries.
 */
export const silentMistakes = [
  {
    selector:
      'JSXOpeningElement[name.name=/^(iframe|video|audio|embed|object|script)$/], JSXAttribute[name.name=/^(on[a-z]+|style)$/]',
    message:
      'The page’s security policy blocks this: link to what it shows, or leave it out.',
    example: '<iframe src="https://a.example"></iframe>',
  },
  {
    // The browser ends the paragraph there. The text of a card is one.
    selector:
      'JSXElement[openingElement.name.name=/^(Card|Statement|p)$/] > JSXElement > JSXOpeningElement[name.name=/^(p|h[1-6]|[uod]l|div|table|blockquote|section|pre|hr)$/]:not(:has(> [name.name="slot"]))',
    message:
      'No paragraph, nor the text of a card, can hold this tag: write words, links and <b> only.',
    example: '<p>a <div>b</div></p>',
  },
  {
    // All in these layouts is an item of a list.
    selector:
      'JSXElement[openingElement.name.name=/^(Thirds|Mosaic|Statements|Pairs)$/] > :matches(JSXText[raw=/\\S/], JSXElement:not(:has(> JSXOpeningElement:matches([name.name=/^(Card|Statement)$/], :has(> [name.name="slot"])))))',
    message:
      'Only cards belong here: put this into a card, or into a paragraph under the heading, <p slot="lead">.',
    example: '<Pairs>a</Pairs>',
  },
  {
    selector:
      ':matches(AstroFragment, JSXElement[openingElement.name.name="main"]) > JSXText[raw=/\\S/]',
    message:
      'These words are in no section: put them into a paragraph or a card. An import belongs between the two lines --- at the top.',
    example: "import A from '../A.astro';<p>a</p>",
  },
  {
    selector: `AstroHTMLComment, JSXText${matches(note)}`,
    message: 'Everybody could read this note: write {/* the note */}.',
    example: '<p>a // a note</p>',
  },
  {
    selector: text(markdown),
    message:
      'Visitors would read the signs of this Markdown: between tags write <b>…</b> and <a href="…">…</a>; between quotes neither works.',
    example: '<p>**bold**</p>',
  },
  {
    selector: `${plain} > ${quoted(markup)}`,
    message:
      'Visitors would read these tags or this &…; as they are written: between quotes write words only, and the letters themselves.',
    example: '<Card title="<b>bold</b>" />',
  },
  {
    selector: quoted(/\{(site|fixedTexts)\.\w/),
    message:
      'Visitors would read these braces: write `… ${site.name} …` with these quotes, and after "=" with braces around them.',
    example: '<p title="By {site.name}">a</p>',
  },
  {
    selector:
      ':matches(JSXAttribute[name.name=/^(title|description|heading)$/], Property[key.name="name"]) > Literal[value=/^\\s*$/]',
    message: 'Write words between these quotes.',
    example: '<Page title="" />',
  },
  {
    selector: text(/\uFFFD/),
    message:
      'The file is not saved as UTF-8, so some letters cannot be read: choose that encoding and save it.',
    example: '<p>d\uFFFDbut</p>',
  },
  {
    // Only the page’s own: those of its networks are in a list.
    selector: `VariableDeclarator[id.name="site"] > TSAsExpression > ObjectExpression > Property[key.name="url"] > Literal:not(${matches(/^.https:\/\/[^\s/]+\.[^\s/]+.$/)})`,
    message:
      'Write an address like https://example.com, with nothing after the name.',
    example: "{() => { const site = { url: 'example.com' } as const; }}",
  },
];

/** A component does not show what is in a slot that it does not have. */
const missingSlots = globSync('src/{components,layouts}/*.astro').map(
  (file) => {
    const name = basename(file, '.astro');
    const slots = readFileSync(file, 'utf8').matchAll(/<slot name="([\w-]+)"/g);
    const names = [...slots].map(([, slot]) => slot);
    return {
      selector: `JSXElement[openingElement.name.name="${name}"] > JSXElement > JSXOpeningElement > JSXAttribute[name.name="slot"] > Literal[value!=/^(${names.join('|')})$/]`,
      message: `<${name}> has no such slot, so this is not shown: it has ${names.join(', ') || 'none'}.`,
    };
  },
);

/** Only the owner may change a fixed text. TypeScript says it if one is lost. */
const changedTexts = Object.entries(requiredTexts).map(([name, text]) => ({
  selector: `VariableDeclarator[id.name="fixedTexts"] Property[key.name="${name}"] > .value:not([value=${JSON.stringify(text)}])`,
  message: `This text is fixed. It must be  ${name}: ${JSON.stringify(text)},  again. Only the owner may change it, here and in scripts/editor/required-content.ts.`,
}));

/**
 * ESLint’s whole configuration for the editors’ files. Code editors show the same messages
 * while somebody types. The project’s other rules do not run on these files: they take
 * longer than the build, and TypeScript, html-validate and axe say what is wrong in a section.
 */
export const editorConfig = [
  { files: ['src/site.ts'], ...typescript.configs.base },
  ...astro.configs.base,
  {
    files: editorFiles,
    rules: {
      'no-restricted-syntax': [
        'error',
        ...missingSlots,
        ...changedTexts,
        ...silentMistakes.map(({ selector, message }) => ({
          selector,
          message,
        })),
      ],
    },
  },
] as Linter.Config[];

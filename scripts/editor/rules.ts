import type { Linter } from 'eslint';
import astro from 'eslint-plugin-astro';
import typescript from 'typescript-eslint';
import { contentModelRule } from './content-model-rule.ts';
import { requiredTexts } from './required-content.ts';

/** The files in which an editor writes. */
export const editorFiles = [
  'src/sections/*.astro',
  'src/pages/*.astro',
  'src/site.ts',
];

export const notUtf8 =
  'The file is not saved as UTF-8: save it with that encoding.';

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
/** `*a*`, `**a**`, `_a_`, `` `a` ``; but not a footnote’s `a*`, `snake_case` or `5 * 3`. */
const emphasis = /(?<![\w*_`/])(\*\*?|_|`)\w[^*_`]*\1(?!\w)/;
/** The end of `**{site.name}**`. */
const emphasisOfBraces = /(?<!\S)\*\*$/;
/** `[a link](https://…)`. */
const link = /\]\((https?:|mailto:|[#/])/;
/** A line that begins with `## ` or with `- `. */
const heading = /(^|\n)\s*#{1,6} \w/;
const listItem = /\n\s*- \w/;
const markdown = [emphasis, emphasisOfBraces, link, heading, listItem];
/** `&amp;`, `<br>`, `</b>`; but not `<title>`, of which a text may speak. */
const markup = /&#?\w{2,};|<(br\b|\/(a|b|code|em|i|p|small|span|strong|u)>)/;

/**
 * Mistakes that build and look right in the file: the browser blocks the result, drops it, or
 * shows the signs themselves. Each has a selector that finds it in a file’s syntax tree:
 * https://eslint.org/docs/latest/extend/selectors
 */
const silentMistakes = [
  {
    selector: 'JSXAttribute[name.name=/^(on[a-z]+|style)$/]',
    message: 'The page’s security policy blocks this: leave it out.',
  },
  {
    selector: 'JSXText[raw=/\\$$/] + JSXExpressionContainer',
    message:
      'Visitors would read the $: between tags write {site.name} without it.',
  },
  {
    selector: `AstroHTMLComment, JSXText${matches(note)}`,
    message: 'Everybody could read this note: write {/* the note */}.',
  },
  {
    selector: markdown.map(text).join(),
    message:
      'Visitors would read the signs of this Markdown: between tags write <b>…</b> and <a href="…">…</a>; between quotes neither works.',
  },
  {
    selector: `${plain} > ${quoted(markup)}`,
    message:
      'Visitors would read these tags or this &…; as they are written: between quotes write words only, and the letters themselves.',
  },
  {
    selector: quoted(/\{(site|fixedTexts)\.\w/),
    message:
      'Visitors would read these braces: write `… ${site.name} …` with these quotes, and after "=" with braces around them.',
  },
  {
    selector:
      ':matches(JSXAttribute[name.name=/^(title|description|heading)$/], Property[key.name="name"]) > Literal[value=/^\\s*$/]',
    message: 'Write words between these quotes.',
  },
  {
    selector: text(/\uFFFD/),
    message: notUtf8,
  },
  {
    // Only the page’s own: those of its networks are in a list.
    selector: `VariableDeclarator[id.name="site"] > TSAsExpression > ObjectExpression > Property[key.name="url"] > Literal:not(${matches(/^.https:\/\/[^\s/]+\.[^\s/]+.$/)})`,
    message:
      'Write an address like https://example.com, with nothing after the name.',
  },
];

/** Only the owner may change a fixed text, or take it out. */
const changedTexts = Object.entries(requiredTexts).map(([name, text]) => {
  const texts = 'VariableDeclarator[id.name="fixedTexts"] ObjectExpression';
  const line = `> Property[key.name="${name}"]`;
  const original = JSON.stringify(text);
  return {
    selector: `${texts} ${line} > .value:not([value=${original}]), ${texts}:not(:has(${line}))`,
    message: `This text is fixed. Its line must be  ${name}: ${original},  again. Only the owner may change it, here and in scripts/editor/required-content.ts.`,
  };
});

/**
 * ESLint’s whole configuration in the check. Code editors show the same messages while somebody
 * types. In a section none of the project’s other rules runs: they take longer than the build,
 * and TypeScript, html-validate and axe say what is wrong there.
 */
export const editorConfig = [
  { files: ['src/site.ts'], ...typescript.configs.base },
  ...astro.configs.base,
  {
    files: ['src/sections/*.astro', 'src/pages/{index,404}.astro'],
    plugins: { editor: { rules: { 'content-model': contentModelRule } } },
    rules: { 'editor/content-model': 'error' },
  },
  {
    files: editorFiles,
    rules: {
      // Only ESLint notices {name}: TypeScript knows a variable of browsers with that name.
      'no-undef': 'error',
      'no-restricted-syntax': ['error', ...changedTexts, ...silentMistakes],
    },
  },
] as Linter.Config[];

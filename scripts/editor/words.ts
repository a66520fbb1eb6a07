import type { Rule } from 'eslint';

/** A pattern, and the message for each match. */
type Mistake = [pattern: RegExp, message: string];

const markdown =
  'Visitors would read the signs of this Markdown: between tags write <b>…</b> and <a href="…">…</a>; between quotes neither works.';

/** Looked for in texts between tags, quotes or backticks. */
const anywhere: Mistake[] = [
  // `*a*`, `**a**`, `_a_`, `` `a` ``; but not a footnote's `a*`, `snake_case` or `5 * 3`
  [/(?<![\w*_`/])(\*\*?|_|`)\w[^*_`]*\1(?!\w)/g, markdown],
  // `[a link](https://…)`
  [/\]\((https?:|mailto:|[#/])/g, markdown],
  // A line that begins with `## `
  [/(?<=(^|\n)\s*)#{1,6} (?=\w)/g, markdown],
  // A line that begins with `- `
  [
    /(?<=\n\s*)- (?=\w)|•/g,
    'Visitors would read this sign: a list under a heading is <ul><li>…</li></ul>; in a card end each line with <br />.',
  ],
  [
    /\bsite\.(name|url|contact)\b|\bfixedTexts\.\w/g,
    'Visitors would read the name of this text: between tags write {site.name}; between quotes `… ${site.name} …` with these quotes, and after "=" with braces around them.',
  ],
  [
    /[Ll]orem ipsum|\bTODO\b|\[[Ii]nsert\b|\?\?\?/g,
    'Visitors would read this: write the words that it stands for.',
  ],
];

/** Looked for in texts in which `&amp;` and tags have no meaning. */
const inPlainTexts: Mistake[] = [
  // `&amp;`, `<br>`, `</b>`; but not `<title>`, of which a text may speak
  [
    /&#?\w{2,};|<(br\b|\/(a|b|code|em|i|p|small|span|strong|u)>)/g,
    'Visitors would read these tags or this &…; as they are written: between quotes write words only, and the letters themselves.',
  ],
];

/** Finds texts that would show visitors Markdown, code, entities or placeholders. */
export const words: Rule.RuleModule = {
  create({ sourceCode, report }) {
    /** `quotes`: how many signs at each end of the node are not of its text. */
    const find = (mistakes: Mistake[], quotes: number) => (node: Rule.Node) => {
      const [from = 0, to = 0] = node.range ?? [];
      const start = from + quotes;
      const text = sourceCode.text.slice(start, to - quotes);
      for (const [pattern, message] of mistakes)
        for (const { index } of text.matchAll(pattern))
          report({ loc: sourceCode.getLocFromIndex(start + index), message });
    };
    const quoted = ':matches(Literal, TemplateElement)';
    return {
      JSXText: find(anywhere, 0),
      [quoted]: find(anywhere, 1),
      // A text of `src/site.ts`, between backticks or in braces, or of a component's
      // `title="…"`; in an HTML tag's `title` the browser reads `&amp;`.
      [`:matches(Property, TemplateLiteral, JSXExpressionContainer, JSXOpeningElement[name.name=/^[A-Z]/] *) > ${quoted}`]:
        find(inPlainTexts, 1),
    };
  },
};

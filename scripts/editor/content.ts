import type { AST } from 'astro-eslint-parser';
import type { Rule, SourceCode } from 'eslint';

/** A tag, a text, or a whole file, as somebody wrote it. */
export interface Content {
  /** The name of a tag or of a file; `text`; or what stands in braces: `{site.name}`. */
  name: string;
  /** As they are written: `slot="lead"`. */
  attributes: string[];
  line: number;
  /** What stands in it. */
  items: Content[];
  /** Whether it has a list such as `{site.social.map(…)}`: it may show any number of its items. */
  hasList: boolean;
}

/**
 * Reads an Astro file while ESLint walks through its syntax tree, whose nodes for tags, texts
 * and braces have names that begin with JSX; gives `compare` the content at the end.
 */
export function readContent(
  file: string,
  { text }: SourceCode,
  compare: (content: Content) => void,
): Rule.RuleListener {
  const sourceOf = ({ range }: Pick<AST.JSXText, 'range'>) =>
    text.slice(...range);
  const newContent = (name: string, line: number): Content => ({
    ...{ name, line, attributes: [], items: [], hasList: false },
  });
  const whole = newContent(file, 1);
  /** The file, and the tags that are open where ESLint is. */
  const open = [whole];
  const add = (item: Content) => open.at(-1)?.items.push(item);

  return {
    JSXElement({ openingElement: { name, attributes, loc } }: AST.JSXElement) {
      const element = newContent(sourceOf(name), loc.start.line);
      element.attributes = attributes.map((attribute) =>
        sourceOf(attribute).replaceAll("'", '"'),
      );
      add(element);
      open.push(element);
    },
    'JSXElement:exit': () => open.pop(),

    JSXText({ value, loc }: AST.JSXText) {
      const [linesBefore = ''] = /^\s*/.exec(value) ?? [];
      const line = loc.start.line + linesBefore.split('\n').length - 1;
      if (value.trim()) add(newContent('text', line));
    },

    JSXExpressionContainer(node: AST.JSXExpressionContainer) {
      const holder = open.at(-1);
      if (!holder || node.parent?.type.endsWith('Attribute')) return;
      const { type } = node.expression;
      if (type === 'CallExpression') holder.hasList = true;
      if (/^(MemberExpression|TemplateLiteral|Identifier)$/.test(type))
        add(newContent(sourceOf(node), node.loc.start.line));
    },

    'Program:exit': () => compare(whole),
  } as unknown as Rule.RuleListener;
}

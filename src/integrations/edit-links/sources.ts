import { globSync, readFileSync } from 'node:fs';
import { parse as parseAstro } from '@astrojs/compiler-rs';
import { parse as parseHtml, type HTMLElement } from 'node-html-parser';

/** A node of the syntax tree that Astro's compiler makes of a file; its offsets count from the file's start. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  parent?: SyntaxNode;
  [property: string]: unknown;
}

/** A file in which an editor writes. */
export interface Source {
  file: string;
  content: string;
  /** In the order of the file; empty where it does not parse. */
  nodes: SyntaxNode[];
  /** Where and why it does not parse. */
  syntaxError?: string;
}

/** A text of the page as a file holds it. */
interface Passage {
  text: string;
  file: string;
  /** As `file:line`. */
  place: string;
}

type SiteModule = typeof import('../../site.ts');
/** What `src/site.ts` exports: the values that `{site.name}` and the like stand for. */
export type Words = Pick<SiteModule, 'site'> & {
  fixedTexts: Record<keyof SiteModule['fixedTexts'], string>;
};

/** Reads every file in which an editor writes. */
export function readSources(): Source[] {
  return globSync(['src/sections/*.astro', 'src/pages/*.astro', 'src/site.ts'])
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file) => parseSource(file, readFileSync(file)));
}

export function parseSource(file: string, bytes: Uint8Array): Source {
  let content;
  try {
    content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const syntaxError = `${file}:1 is not saved as UTF-8: choose that encoding and save it.`;
    return { file, content: '', nodes: [], syntaxError };
  }
  // A module is what stands between an Astro file's fences.
  const fence = file.endsWith('.ts') ? '---\n' : '';
  const { ast, diagnostics } = parseAstro(fence + content + '\n' + fence);
  const [diagnostic] = diagnostics;
  const line = (diagnostic?.labels[0]?.line ?? 1) - (fence ? 1 : 0);
  return {
    file,
    content,
    nodes: [...nodesOf(ast, fence.length)],
    ...(diagnostic && {
      syntaxError: `${file}:${Math.max(1, line)} cannot be read here, or just before: ${diagnostic.text.replace(/\.$/, '')}.`,
    }),
  };
}

function* nodesOf(
  value: unknown,
  shift: number,
  parent?: SyntaxNode,
): Generator<SyntaxNode> {
  if (typeof value !== 'object' || value === null) return;
  let within = parent;
  if (isNode(value)) {
    value.start -= shift;
    value.end -= shift;
    if (parent) Object.defineProperty(value, 'parent', { value: parent });
    within = value;
    yield value;
  }
  for (const child of Object.values(value))
    yield* nodesOf(child, shift, within);
}

function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    'start' in value
  );
}

/** A place in a file as `file:line`. */
export function placeAt({ file, content }: Source, offset: number): string {
  return `${file}:${content.slice(0, offset).split('\n').length}`;
}

/** The name of a tag, an attribute or a variable. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (typeof node['name'] === 'string') return node['name'];
  return nameOf(node['name'] ?? node['openingElement']);
}

/** The attributes of an element's opening tag. */
export function attributesOf(element: SyntaxNode): SyntaxNode[] {
  const { openingElement } = element;
  const attributes = isNode(openingElement) ? openingElement['attributes'] : [];
  return Array.isArray(attributes) ? attributes.filter(isNode) : [];
}

/** What an element holds in its own place: what goes to a slot stands elsewhere on the page. */
function childrenOf({ children }: SyntaxNode): SyntaxNode[] {
  return (Array.isArray(children) ? children.filter(isNode) : []).filter(
    (child) => !attributesOf(child).some((it) => nameOf(it) === 'slot'),
  );
}

/** Of `site.name` the pair `site` and `name`, if it is a member of what `src/site.ts` exports. */
export function wordOf({
  type,
  object,
  property,
}: SyntaxNode): [keyof Words, string] | undefined {
  const list = nameOf(object);
  return type === 'MemberExpression' &&
    (list === 'site' || list === 'fixedTexts')
    ? [list, nameOf(property)]
    : undefined;
}

/** What stands for a value that only the build knows: no text on the page holds it. */
const unknown = '\0';

/** The text that a node puts on the page. */
function textOf(node: SyntaxNode, words: Words): string {
  const { type, value, expression, expressions, quasis } = node;
  const word = wordOf(node);
  if (word) {
    const text: unknown = Reflect.get(words[word[0]], word[1]);
    return typeof text === 'string' ? text : unknown;
  }
  if (type === 'JSXText') return parseHtml(String(value)).textContent;
  if (type === 'Literal') return String(value);
  if (type === 'TemplateElement')
    return String(Reflect.get(Object(value), 'cooked'));
  if (isNode(expression)) return textOf(expression, words);
  if (Array.isArray(quasis) && Array.isArray(expressions))
    return [...quasis, ...expressions]
      .filter(isNode)
      .sort((one, other) => one.start - other.start)
      .map((part) => textOf(part, words))
      .join('');
  if (type === 'AstroComment' || type === 'JSXEmptyExpression') return '';
  if (type !== 'JSXElement' && type !== 'JSXFragment') return unknown;
  return childrenOf(node)
    .map((child) => textOf(child, words))
    .join('');
}

/** Line breaks and spaces are the formatter's. */
function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}

/** All texts that the files hold whole: of an element, between quotes, between backticks. */
export function passagesOf(sources: Source[], words: Words): Passage[] {
  return sources.flatMap((source) =>
    source.nodes
      .filter((node) => isWritten(node))
      .map((node) => ({
        text: withoutSpace(textOf(node, words)),
        file: source.file,
        place: placeAt(source, firstLetter(source, node, words)),
      }))
      .filter(({ text }) => text !== ''),
  );
}

/** Whether a node holds words itself: what is only `{fixedTexts.perks}` is written elsewhere. */
function isWritten(node: SyntaxNode): boolean {
  const { type, value } = node;
  if (type === 'JSXElement') return childrenOf(node).some(isWritten);
  return (
    type === 'TemplateLiteral' ||
    ((type === 'JSXText' || type === 'Literal') &&
      typeof value === 'string' &&
      value.trim() !== '')
  );
}

/** Where a node's text begins, past the tags and spaces before it. */
function firstLetter(source: Source, node: SyntaxNode, words: Words): number {
  const { type, start } = node;
  if (type === 'JSXText')
    return start + source.content.slice(start).search(/\S/);
  const child =
    type === 'JSXElement' &&
    childrenOf(node).find((it) => textOf(it, words).trim() !== '');
  return child ? firstLetter(source, child, words) : start;
}

/** Where the words of an element of the built page stand, as `file:line`; of two places the one in its own section's file. */
export function placeOf(
  element: HTMLElement,
  sources: Source[],
  passages: Passage[],
): string | undefined {
  const text = withoutSpace(element.textContent);
  const id = element.closest('section')?.id;
  const [file] = id ? (placesOf(id, sources)[0]?.split(':') ?? []) : [];
  const places = passages.filter((passage) => passage.text === text);
  return (places.find((it) => it.file === file) ?? places[0])?.place;
}

/** Where a value stands between quotes, as `file:line`. */
export function placesOf(value: string, sources: Source[]): string[] {
  return sources.flatMap((source) =>
    source.nodes
      .filter((node) => node.type === 'Literal' && node['value'] === value)
      .map(({ start }) => placeAt(source, start)),
  );
}

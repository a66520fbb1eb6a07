import { globSync, readFileSync } from 'node:fs';
import { parse as parseAstro } from '@astrojs/compiler-rs';
import esquery from 'esquery';
import { parse as parseHtml, type HTMLElement } from 'node-html-parser';

/** A node of the syntax tree that Astro's compiler makes of a file. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  /** Its piece of the file. */
  text: string;
  [property: string]: unknown;
}

interface Text {
  file: string;
  /** As the compiler reads it: `src/site.ts` stands between two lines `---`, as the script of an Astro file does. */
  content: string;
}

/** A file in which an editor writes. */
export interface Source extends Text {
  tree: unknown;
  /** Every node of the tree. */
  nodes: SyntaxNode[];
  /** Where and why it cannot be read, as the check prints it. */
  syntaxError?: string;
}

/** A text of the page, and where a file holds it. */
interface Passage {
  text: string;
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

const fence = '---\n';

/** Parses a file of an editor's; one that cannot be parsed has a `syntaxError` and no nodes. */
export function parseSource(file: string, bytes: Uint8Array): Source {
  const source = { file, content: '', tree: {}, nodes: [] };
  try {
    source.content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const syntaxError = `error: ${file}:1 is not saved as UTF-8: choose that encoding and save it.`;
    return { ...source, syntaxError };
  }
  if (file.endsWith('.ts'))
    source.content = `${fence}${source.content}\n${fence}`;
  const { ast: tree, diagnostics } = parse(source.content);
  const syntaxError = reasonAgainst(source, diagnostics[0]);
  if (syntaxError) return { ...source, syntaxError };

  const nodes = findNodes({ tree }, '*');
  for (const node of nodes)
    node.text = source.content.slice(node.start, node.end);
  return { ...source, tree, nodes };
}

type Diagnostic = Pick<
  ReturnType<typeof parseAstro>['diagnostics'][number],
  'text' | 'labels'
>;

/** The compiler's tree and complaints. It throws if a quote mark too many makes the words after it an attribute. */
function parse(content: string): { ast: unknown; diagnostics: Diagnostic[] } {
  try {
    return parseAstro(content);
  } catch (error) {
    return { ast: {}, diagnostics: [{ text: String(error), labels: [] }] };
  }
}

/** The compiler's words, and what an editor is told instead. */
const reasons: [said: RegExp, reason: string][] = [
  [/.*closing tag for '(.+)'.*/, '<$1> needs its </$1>'],
  [/.*tag '(.+)' has no matching.*/, '$1 closes no tag'],
  [
    /^Expected `,`.*/,
    "a comma or a quote is missing, or a ' in a text must be ’",
  ],
  [
    /^Unterminated string.*/,
    'a quote is missing at the end of a text, which must be one line',
  ],
  [/^Invalid escape.*/, 'a \\ in a text must be \\\\'],
  [/^Invalid Character `([‘’“”]).*/, '$1 must be a straight quote'],
  [/^Expected `>`.*/, 'a tag needs its >'],
  [/^Expected `}`.*/, 'a { in a text must be &#123;'],
  [
    /^Unexpected token.*/,
    'a } in a text must be &#125;, or a note <!-- stands between braces or lacks its -->',
  ],
];

/** Where and why a file cannot be read: a frequent mistake, or else what the compiler says. */
function reasonAgainst(
  source: Text,
  diagnostic: Diagnostic | undefined,
): string | undefined {
  const { file, content } = source;
  const conflict = content.search(/^(<{7}|={7}|>{7})( |\r?$)/m);
  if (conflict >= 0)
    return `error: ${placeAt(source, conflict)} has the marks of a merge conflict: keep one of the two texts and delete the three marks.`;
  const hasFences = /^\s*---\r?\n([^]*\n)?---/.test(content);
  if (!hasFences && /^import /m.test(content))
    return `error: ${placeAt(source, content.lastIndexOf('\nimport ') + 1)} needs a line --- before its imports, and another before its first tag.`;
  if (!diagnostic) return undefined;
  const script = content.search(/<script\b/);
  if (script >= 0)
    return `error: ${placeAt(source, script)} has a <script>, which the page’s policy blocks: leave it out.`;
  // The quote that ends an attribute stands before a space or the tag's end, or the next tag.
  const quote = content.search(/="[^"]*"(?![\s/<>])/);
  if (quote >= 0)
    return `error: ${placeAt(source, quote)} has a quote mark too many or too few: write “ and ” within a text.`;
  const { text, labels } = diagnostic;
  const [said, reason] = reasons.find(([it]) => it.test(text)) ?? [/\.$/, ''];
  // A tag that is not closed: where it opens.
  const label = reason.startsWith('<') ? labels.at(-1) : labels[0];
  const line = Math.max(1, (label?.line ?? 1) - linesBefore(file));
  return `error: ${file}:${line} cannot be read here, or just before: ${text.replace(said, reason)}.`;
}

/** The nodes of a file that a selector finds: https://eslint.org/docs/latest/extend/selectors */
export function findNodes(
  { tree }: Pick<Source, 'tree'>,
  selector: string,
): SyntaxNode[] {
  const root = tree as Parameters<typeof esquery>[0];
  const found: unknown[] = esquery(root, selector);
  return found.filter(isNode);
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
export function placeAt({ file, content }: Text, offset: number): string {
  const { length } = content.slice(0, offset).split('\n');
  return `${file}:${length - linesBefore(file)}`;
}

function linesBefore(file: string): number {
  return file.endsWith('.ts') ? 1 : 0;
}

/** The name of a tag, an attribute or a variable. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (typeof node['name'] === 'string') return node['name'];
  return nameOf(node['name'] ?? node['openingElement']);
}

/** The attributes of an element's opening tag. */
function attributesOf(element: SyntaxNode): SyntaxNode[] {
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

/** Stands for a value that only the build knows: no text of the page has this character. */
const unknownText = '\0';

/** The text that a node puts on the page. */
function textOf(node: SyntaxNode, words: Words): string {
  const { type, value, object, property } = node;
  const { expression, expressions, quasis } = node;
  const list = nameOf(object);
  if (list === 'site' || list === 'fixedTexts') {
    const text: unknown = Reflect.get(words[list], nameOf(property));
    return typeof text === 'string' ? text : unknownText;
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
  if (type !== 'JSXElement' && type !== 'JSXFragment') return unknownText;
  return childrenOf(node)
    .map((child) => textOf(child, words))
    .join('');
}

/** Texts are compared without their spaces and line breaks, which a formatter moves. */
function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
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

/** The file that lists the sections and holds the title and the description. */
export const pageFile = 'src/pages/index.astro';

/** Finds where the words of the built page are written, as `file:line`. */
export function locator(sources: Source[], words: Words) {
  const passages = sources.flatMap((source) => passagesOf(source, words));

  /** Where a value stands between quotes. */
  const placesOfValue = (value: string): string[] =>
    valuePlaces(value, sources);

  /** Of several places the one in the file of an element's section. */
  function choose(places: string[], element: HTMLElement): string | undefined {
    const id = element.closest('section')?.id;
    const [file] = (id && placesOfValue(id)[0]?.split(':')) || [];
    return places.find((it) => it.startsWith(`${file}:`)) ?? places[0];
  }

  /** Where the words of an element stand, or its image is named. */
  function placeOf(element: HTMLElement): string | undefined {
    const { src } = element.attributes;
    const text = withoutSpace(element.textContent);
    const places = passages
      .filter((passage) => passage.text === text)
      .map(({ place }) => place);
    return choose(src ? placesOfValue(src) : places, element);
  }

  /** Where an element is written, or else the first text in it, or in its section; or else the page's file. */
  function placeNear(element: HTMLElement): string {
    const section = element.closest('section, footer');
    const parts = [element, section].flatMap((it) =>
      it ? [it, ...it.querySelectorAll('*')] : [],
    );
    const places = parts.values().map(placeOf);
    return places.find((place) => place !== undefined) ?? pageFile;
  }

  return { placeNear, placeOf, placesOfValue };
}

export type Locator = ReturnType<typeof locator>;

/** The texts that stand in a file: in an element, between quotes or between backticks. */
function passagesOf(source: Source, words: Words): Passage[] {
  return source.nodes
    .filter(isWritten)
    .map((node) => ({
      text: withoutSpace(textOf(node, words)),
      place: placeAt(source, firstLetter(source, node, words)),
    }))
    .filter(({ text }) => text !== '');
}

/** Where a value stands between quotes in any of the files; nowhere for an empty one. */
export function valuePlaces(value: string, sources: Source[]): string[] {
  if (!value) return [];
  return sources.flatMap((source) =>
    source.nodes
      .filter((node) => node.type === 'Literal' && node['value'] === value)
      .map(({ start }) => placeAt(source, start)),
  );
}

import { globSync, readFileSync } from 'node:fs';
import { parse } from '@astrojs/compiler-rs';
import esquery from 'esquery';

/** A node of the syntax tree that Astro's compiler makes of a file. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  /** Its piece of the file. */
  text: string;
  name?: unknown;
  value?: unknown;
}

/** A file in which an editor writes. */
export interface Source {
  file: string;
  /** As the compiler reads it: `src/site.ts` stands between two lines `---`, as the script of an Astro file does. */
  content: string;
  tree: unknown;
  /** Every node of the tree; none if the file cannot be read. */
  nodes: SyntaxNode[];
  /** Where and why it cannot be read. */
  syntaxError?: SyntaxMistake;
}

interface SyntaxMistake {
  place: string;
  advice: string;
}

/** The file that lists the sections and holds the title and the description. */
export const pageFile = 'src/pages/index.astro';

/** The files in which an editor writes. */
export const editorFiles = [
  'src/sections/*.astro',
  'src/pages/*.astro',
  'src/site.ts',
];

/** Reads every file in which an editor writes. */
export function readSources(): Source[] {
  return globSync(editorFiles)
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file) => parseSource(file, readFileSync(file)));
}

/** Parses a file of an editor's. */
export function parseSource(file: string, bytes: Uint8Array): Source {
  const source: Source = { file, content: '', tree: {}, nodes: [] };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    source.content = file.endsWith('.ts') ? `---\n${text}\n---\n` : text;
  } catch {
    const advice = 'is not saved as UTF-8: choose that encoding and save it';
    return { ...source, syntaxError: { place: `${file}:1`, advice } };
  }
  const { ast: tree, diagnostics } = compile(source.content);
  const syntaxError = syntaxErrorOf(source, diagnostics[0]);
  if (syntaxError) return { ...source, syntaxError };

  const nodes = findNodes({ tree }, '*');
  for (const node of nodes)
    node.text = source.content.slice(node.start, node.end);
  return { ...source, tree, nodes };
}

/** The compiler's tree and complaints. It throws if a quote mark too many makes the words after it an attribute. */
function compile(content: string) {
  try {
    return parse(content);
  } catch (error) {
    return { ast: {}, diagnostics: [{ text: String(error), labels: [] }] };
  }
}

/** What a parser says, and what an editor is told instead. */
const reasons: [said: RegExp, reason: string][] = [
  [/.*closing tag for '(.+)'.*/, '<$1> needs its </$1>'],
  [/^Expected `,`.*/, "a , or a quote is missing, or a ' in a text must be ’"],
  [/^Unterminated string.*/, 'a quote is missing at the end of the line'],
  [/^Invalid escape.*/, 'a \\ in a text must be \\\\'],
  [/^Invalid Character `([‘’“”]).*/, '$1 must be a straight quote'],
  [/^Expected `}`.*/, 'a { in a text must be &#123;'],
  [/^Unexpected token. Did you mean `{'>'}.*/, 'a > in a text must be &gt;'],
  [
    /^Identifier expected.*/,
    'a tag has a letter too many, or a < in a text must be &lt;',
  ],
  [/^Unexpected token.*/, 'a } must be &#125;, or a note {/* the note */}'],
];

/** The advice for what a parser says: for a frequent mistake ours, or else its own words. */
export function syntaxAdvice(said: string): string {
  const [pattern, reason] = reasons.find(([it]) => it.test(said)) ?? [
    /\.$/,
    '',
  ];
  return `cannot be read here, or just before: ${said.replace(pattern, reason)}`;
}

/** Where and why a file cannot be read. Some mistakes are found by their look: what the compiler says of them is about another line. */
function syntaxErrorOf(
  source: Source,
  diagnostic?: { text: string; labels: { line: number }[] },
): SyntaxMistake | undefined {
  const { file, content } = source;
  const at = (offset: number, advice: string) => ({
    place: placeAt(source, offset),
    advice,
  });
  const conflict = content.search(/^(<{7}|={7}|>{7})( |\r?$)/m);
  if (conflict >= 0)
    return at(
      conflict,
      'has the marks of a merge conflict: keep one of the two texts and delete the three marks',
    );
  const hasFences = /^\s*---\r?\n([^]*\n)?---/.test(content);
  if (!hasFences && /^import /m.test(content))
    return at(
      content.lastIndexOf('\nimport ') + 1,
      'needs a line --- before its imports, and another before its first tag',
    );
  if (!diagnostic) return undefined;

  const script = content.search(/<script\b/);
  if (script >= 0)
    return at(
      script,
      'has a <script>, which the page’s policy blocks: leave it out',
    );
  // The quote that ends an attribute stands before a space or the tag's end, or the next tag.
  const quote = content.search(/="[^"]*"(?![\s/<>])/);
  if (quote >= 0)
    return at(
      quote,
      'has a quote mark too many or too few: write “ and ” within a text',
    );
  const { text, labels } = diagnostic;
  const advice = syntaxAdvice(text);
  // A tag that is not closed: where it opens.
  const label = advice.includes('needs its </') ? labels.at(-1) : labels[0];
  const line = Math.max(1, (label?.line ?? 1) - linesBefore(file));
  return { place: `${file}:${line}`, advice };
}

/** The nodes of a file that a selector finds, in their order: https://eslint.org/docs/latest/extend/selectors */
export function findNodes(
  { tree }: Pick<Source, 'tree'>,
  selector: string,
): SyntaxNode[] {
  const root = tree as Parameters<typeof esquery>[0];
  const found: object[] = esquery(root, selector);
  return (found as SyntaxNode[]).sort((one, other) => one.start - other.start);
}

/** A place in a file as `file:line`. */
export function placeAt({ file, content }: Source, offset: number): string {
  const { length } = content.slice(0, offset).split('\n');
  return `${file}:${length - linesBefore(file)}`;
}

function linesBefore(file: string): number {
  return file.endsWith('.ts') ? 1 : 0;
}

import { globSync, readFileSync } from 'node:fs';
import { Linter, type SourceCode } from 'eslint';
import astro from 'eslint-plugin-astro';
import esquery from 'esquery';
import typescript from 'typescript-eslint';

/** A node of a file's syntax tree. */
export interface SyntaxNode {
  type: string;
  /** Where it begins and ends in the file. */
  range: [start: number, end: number];
  /** Its piece of the file. */
  text: string;
  name?: unknown;
  value?: unknown;
}

/** A file in which an editor writes. */
export interface Source {
  file: string;
  content: string;
  /** As ESLint parses it; null if it cannot be read. */
  code: SourceCode | null;
  /** Every node of its syntax tree; none if it cannot be read. */
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

/** Parses a file of an editor's, as ESLint does for the rules. */
export function parseSource(file: string, bytes: Uint8Array): Source {
  const source: Source = { file, content: '', code: null, nodes: [] };
  try {
    source.content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const advice = 'is not saved as UTF-8: choose that encoding and save it';
    return { ...source, syntaxError: { place: `${file}:1`, advice } };
  }
  const linter = new Linter();
  const messages = linter.verify(source.content, parsers, file);
  const failure = messages.find(({ fatal }) => fatal);
  const syntaxError = syntaxErrorOf(source, failure);
  if (syntaxError) return { ...source, syntaxError };

  source.code = linter.getSourceCode();
  source.nodes = findNodes(source, '*');
  // Whatever selector finds them later, they are these nodes.
  for (const node of source.nodes)
    node.text = source.content.slice(...node.range);
  return source;
}

/** ESLint's parsers, without a rule. */
const parsers = [
  { files: ['**/*.ts'], ...typescript.configs.base },
  ...astro.configs.base,
] as Linter.Config[];

/**
 * The nodes of a file that a selector finds, or only those within one of its nodes, in
 * their order: https://eslint.org/docs/latest/extend/selectors
 */
export function findNodes(
  { code }: Source,
  selector: string,
  within: unknown = code?.ast,
): SyntaxNode[] {
  if (!code) return [];
  const { visitorKeys } = code;
  const found: unknown = esquery.query(within as typeof code.ast, selector, {
    visitorKeys,
  });
  return (found as SyntaxNode[]).sort(
    (one, other) => one.range[0] - other.range[0],
  );
}

/** A place in a file as `file:line`. */
export function placeAt({ file, content }: Source, offset: number): string {
  return `${file}:${content.slice(0, offset).split('\n').length}`;
}

/** What Astro's parser says, or TypeScript's of `src/site.ts`, and what an editor is told instead. */
const reasons: [said: RegExp, reason: string][] = [
  [/.*closing tag for '(.+)'.*/, '<$1> needs its </$1>'],
  [
    /^(Expected `,`|',' expected).*/,
    "a , or a quote is missing, or a ' in a text must be ’",
  ],
  [/^Unterminated string.*/, 'a quote is missing at the end of the line'],
  [
    /^(Invalid escape|Hexadecimal digit expected).*/,
    'a \\ in a text must be \\\\',
  ],
  [/^Invalid Character `([‘’“”]).*/, '$1 must be a straight quote'],
  [/^Invalid character\.$/, 'a ‘, ’, “ or ” must be a straight quote'],
  [/^Type expected.*/, 'a note must stand between /* and */'],
  [/^Expected `}`.*/, 'a { in a text must be &#123;'],
  [/^Unexpected token. Did you mean `{'>'}.*/, 'a > in a text must be &gt;'],
  [
    /^Identifier expected.*/,
    'a tag has a letter too many, or a < in a text must be &lt;',
  ],
  [/^Unexpected token.*/, 'a } must be &#125;, or a note {/* the note */}'],
];

/** The advice for what a parser says: for a frequent mistake ours, or else its own words, without their full stop. */
function syntaxAdvice(said: string): string {
  const known = reasons.find(([pattern]) => pattern.test(said));
  const reason = known ? said.replace(...known) : said.replace(/\.$/, '');
  return `cannot be read here, or just before: ${reason}`;
}

/**
 * Where and why a file cannot be read. Some mistakes are found by their look: of them a
 * parser says nothing, or it names another line.
 */
function syntaxErrorOf(
  source: Source,
  failure?: Linter.LintMessage,
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
  if (file.endsWith('.astro') && !hasFences && /^import /m.test(content))
    return at(
      content.lastIndexOf('\nimport ') + 1,
      'needs a line --- before its imports, and another before its first tag',
    );
  if (!failure) return undefined;

  const script = content.search(/<script\b/);
  if (script >= 0)
    return at(
      script,
      'has a <script>, which the page’s policy blocks: leave it out',
    );
  // `="a"b`: the quote that ends a value stands before a space, the tag's end or the next tag.
  const quote = content.search(/="[^"]*"(?![\s/<>])/);
  if (quote >= 0)
    return at(
      quote,
      'has a quote mark too many or too few: write “ and ” within a text',
    );
  const advice = syntaxAdvice(failure.message.replace('Parsing error: ', ''));
  // A parser says where it missed the closing tag; the editor looks for the opening one.
  const [, unclosed] = /<(.+)> needs its/.exec(advice) ?? [];
  return unclosed
    ? at(openingTag(unclosed, source, failure), advice)
    : { place: `${file}:${failure.line}`, advice };
}

/** Where the tag opens that has no closing one before a failure: the last one that is open there. */
function openingTag(
  name: string,
  { content }: Source,
  { line, column }: Linter.LintMessage,
): number {
  const lines = content.split('\n').slice(0, line);
  const before = [...lines.slice(0, -1), lines.at(-1)?.slice(0, column - 1)];
  const tags = new RegExp(`<(/?)${name}(?![\\w.:-])(?:"[^"]*"|[^">])*>`, 'g');
  const open: number[] = [];
  for (const { 0: tag, 1: slash, index } of before.join('\n').matchAll(tags))
    if (slash) open.pop();
    else if (!tag.endsWith('/>')) open.push(index);
  return open.at(-1) ?? 0;
}

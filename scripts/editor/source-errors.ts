import { globSync } from 'node:fs';
import { normalize, posix } from 'node:path';
import {
  attributesOf,
  nameOf,
  placeAt,
  placesOf,
  wordOf,
  type Source,
  type SyntaxNode,
  type Words,
} from '../../src/integrations/edit-links/sources.ts';

/** The names that Section and Card give their slots. */
const slots = ['artwork', 'lead', 'thread', 'thread-out'];

/** Tags that the page's policy or its promises rule out, and what to do instead. */
const impossible: [tag: RegExp, advice: string][] = [
  [
    /^(iframe|video|audio|embed|object)$/,
    'is blocked by the page’s policy: link to it instead',
  ],
  [/^script$/, 'would run before a visitor does anything: leave it out'],
  [/^style$/, 'is the design’s: use the classes that other sections use'],
  [
    /^form$/,
    'would send nothing: use <WaitlistForm client:interaction id="…" />',
  ],
];

/** What belongs to code and is shown as it stands: a note, and the dollar of a template. */
const slipInText = /(?<=^|\s)(\/\/|\/\*)(?=\s|$)|\$$/;

/** What cannot stand in a card's text, which is one paragraph. */
const block = /^(p|h[1-6]|ul|ol|div|table|blockquote|section|pre|hr)$/;

/** Why a file cannot be read at all. */
export function syntaxError(source: Source): string | undefined {
  const { content, file } = source;
  const conflict = content.search(/^(<{7}|={7}|>{7})( |\r?$)/m);
  if (conflict >= 0)
    return `error: ${placeAt(source, conflict)} has the marks of a merge conflict: keep one of the two texts and delete the three marks.`;
  const isFenced = /^\s*---\r?\n([^]*\n)?---/.test(content);
  if (file.endsWith('.astro') && /^import /m.test(content) && !isFenced)
    return `error: ${placeAt(source, content.lastIndexOf('\nimport ') + 1)} needs a line --- before its imports, and another after them.`;
  const script = content.search(/<script\b/);
  if (source.syntaxError && script >= 0)
    return `error: ${placeAt(source, script)} has a <script>, which would run before a visitor does anything: leave it out.`;
  return source.syntaxError && `error: ${source.syntaxError}`;
}

/** Slips in one file that a build lets through, or complains of elsewhere. */
export function* sourceErrors(source: Source, words: Words): Generator<string> {
  const { file, nodes } = source;
  const { name: title, url } = words.site as Record<'name' | 'url', string>;
  const { protocol, origin, href } = URL.parse(url) ?? {};
  if (file === 'src/site.ts' && !title.trim())
    yield `error: ${file} needs words between the quotes of name.`;
  if (
    file === 'src/site.ts' &&
    (protocol !== 'https:' || href !== `${origin}/`)
  )
    yield `error: ${placesOf(url, [source])[0]} "${url}" must be an address like https://example.com, with nothing after the name.`;

  const used = new Set(nodes.filter(isUse).map(nameOf));
  const declared = new Set(
    nodes.filter((it) => it.type === 'Identifier' && !isUse(it)).map(nameOf),
  );
  for (const node of nodes) {
    const { type, start, end, parent } = node;
    const slip = source.content.slice(start, end).search(slipInText);
    const isText = type === 'JSXText' && slip >= 0;
    const place = placeAt(source, isText ? start + slip : start);
    const name = nameOf(node);
    const advice = adviceOn(node, source, words);
    if (advice) yield `error: ${place} ${advice}.`;
    const tag = source.content.slice(start, end).split('>')[0] ?? '';
    if (
      name === 'p' &&
      nameOf(parent) === 'Section' &&
      /^(?!.*slot=).*text-lede/s.test(tag)
    )
      yield `notice: ${place} has a lead that stands apart from its heading: write <p slot="lead" …>.`;
    const local = nameOf(node['local']);
    if (local && !used.has(local))
      yield `notice: ${place} imports ${local} and does not use it.`;
    if (!isUse(node) || declared.has(name)) continue;
    declared.add(name);
    yield /^([A-Z]|site$|fixedTexts$)/.test(name)
      ? `error: ${place} uses ${name}, which nothing imports: add its line to the imports at the top.`
      : `error: ${place} "{${name}}" is no word of src/site.ts: mend the spelling, or write &#123; for a brace.`;
  }
}

/** Whether a node uses a name that the file has to declare. */
function isUse({ type, name, parent }: SyntaxNode): boolean {
  return type === 'JSXIdentifier'
    ? parent?.type === 'JSXOpeningElement' &&
        /^(?!Fragment$)[A-Z]/.test(String(name))
    : type === 'Identifier' &&
        (parent?.type === 'JSXExpressionContainer' ||
          (parent && wordOf(parent)?.[0]) === name);
}

/** What is wrong with a part of a file. */
function adviceOn(
  node: SyntaxNode,
  { file, content }: Source,
  words: Words,
): string | undefined {
  const { type, start, end, value, parent } = node;
  const name = nameOf(node);
  const text = content.slice(start, end);
  const [list, word = ''] = wordOf(node) ?? [];
  if (list && !(word in words[list]))
    return `"${text}" is no word of src/site.ts: mend the spelling`;

  if (type === 'ImportDeclaration') {
    const [, path = ''] = /['"](\..*)['"]/.exec(text) ?? [];
    const wanted = normalize(posix.join(posix.dirname(file), path));
    const files = globSync(
      posix.join(posix.dirname(file), posix.dirname(path), '*'),
    );
    if (
      path &&
      !files.some((it) => it === wanted || it.replace(/\.tsx?$/, '') === wanted)
    )
      return `imports "${path}", and there is no such file: mind capital letters`;
  }
  if (type === 'Literal') {
    const [, quoted] = /\{((site|fixedTexts)\.\w+)\}/.exec(text) ?? [];
    const template = `\`… \${${quoted}} …\``;
    if (quoted)
      return `shows "{${quoted}}" as it stands: write ${parent?.type === 'JSXAttribute' ? `{${template}}` : template} instead of "…"`;
  }
  if (type === 'JSXExpressionContainer') {
    if (/^\{\s*\}$/.test(text))
      return 'has {} with nothing in it: delete it, or write &#123; and &#125; for braces';
    if (/^\{(site|fixedTexts)\}$/.test(text))
      return `has ${text}, which is a list: write which word of it, like {site.name}`;
  }
  if (type === 'JSXText' && nameOf(parent) !== 'style') {
    const [slip] = slipInText.exec(text) ?? [];
    if (slip === '$' && /^\{(site|fixedTexts)\./.test(content.slice(end)))
      return 'shows the $ before the brace: leave it out, it belongs between backticks only';
    if (slip && slip !== '$')
      return `shows a note that begins with ${slip}: write <!-- the note --> instead`;
  }
  if (type === 'JSXAttribute') {
    const given = String(Object(value).value);
    if (/^[“”‘’]/.test(given))
      return 'has a curly quote after "=": write a straight one';
    if (/^(style|on[a-z]+)$/.test(name))
      return `has ${name}="…", which the page’s policy blocks: leave it out, and use the classes that other sections use`;
    if (name === 'slot' && !slots.includes(given))
      return `has slot="${given}", and there is none: the slots are ${slots.join(', ')}`;
  }
  if (type === 'JSXElement') {
    const attributes = attributesOf(node).map(nameOf);
    const [, reason] = impossible.find(([tag]) => tag.test(name)) ?? [];
    if (reason && !attributes.includes('is:global'))
      return `has a <${name}>, which ${reason}`;
    if (name === 'WaitlistForm' && !attributes.includes('client:interaction'))
      return 'has a form that never wakes: write <WaitlistForm client:interaction …>';
    if (parent?.type !== 'JSXElement' || attributes.includes('slot'))
      return undefined;
    if (nameOf(parent) === 'Card' && block.test(name))
      return `has <${name}> in a card, whose text is one paragraph: write words, links and <b> only`;
    if (
      nameOf(parent) === 'Card' &&
      content.includes(`import ${name} from '../components/artwork/`)
    )
      return `has a drawing in a card’s text: write <${name} slot="artwork" />`;
  }
  return undefined;
}

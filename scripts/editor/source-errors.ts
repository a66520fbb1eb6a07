import { readFileSync } from 'node:fs';
import {
  findNodes,
  nameOf,
  placeAt,
  type Source,
  type Words,
} from '../../src/integrations/edit-links/sources.ts';

/** Selects tags in Astro's syntax tree by their names. */
const tag = (names: string) => `JSXOpeningElement[name.name=/^(${names})$/]`;
/** Selects those that have an attribute. */
const having = (attribute: string) =>
  `:has(> JSXAttribute[name.name="${attribute}"])`;
/** Selects tags that stand right within such elements. */
const within = (names: string) =>
  `[openingElement.name.name=/^(${names})$/] > JSXElement >`;

const slots = 'artwork|lead|thread|thread-out';
const ofSite = 'VariableDeclarator[id.name="site"] Property';

/** What a build lets through or complains of elsewhere, by its selector; `%s` is what is written there. */
const errors: Record<string, string> = {
  [`${tag('iframe|video|audio|embed|object|script')}, JSXAttribute[name.name=/^on[a-z]+$/]`]:
    'has %s, which the page’s policy blocks: link to what it shows, or leave it out',
  [`${tag('style')}:not(${having('is:global')}), JSXAttribute[name.name="style"]`]:
    'has %s, which is the design’s: use the classes that other sections use',
  [tag('form')]:
    'has %s, which would send nothing: use <WaitlistForm client:interaction id="…" />',
  [`${tag('WaitlistForm')}:not(${having('client:interaction')})`]:
    'has a form that never wakes: write <WaitlistForm client:interaction …>',
  [`${within('Card|p')} ${tag('p|h[1-6]|ul|ol|div|table|blockquote|section|pre|hr')}:not(${having('slot')})`]:
    'has %s in a paragraph, as the text of a card is one: write words, links and <b> only',
  [`${within('Card')} ${tag('(?!Icon|Fragment)[A-Z].*')}:not(${having('slot')})`]:
    'has a drawing in a card’s text: write <… slot="artwork" />',
  [`JSXAttribute[name.name="slot"] > Literal:not([value=/^(${slots})$/])`]: `has slot=%s, and there is none: the slots are ${slots.replaceAll('|', ', ')}`,
  'JSXAttribute > Literal[value=/^[“”‘’]/]:not([raw])':
    'has a curly quote after "=": write a straight one',
  'Literal[value=/\\{(site|fixedTexts)\\.\\w+\\}/]':
    'shows its braces as they stand: write `… ${site.name} …` with these quotes, and braces around them after "="',
  'JSXExpressionContainer[text=/^\\{\\s*(site|fixedTexts)?\\s*\\}$/]':
    'has %s, which stands for no word: write one like {site.name}, or &#123; and &#125; for braces',
  'JSXText[value=/\\$$/] + JSXExpressionContainer[text=/^.(site|fixedTexts)/]':
    'shows the $ before the brace: leave it out, it belongs between backticks only',
  [`:not([openingElement.name.name="style"]) > JSXText[value=/(^|\\s)[/][*/](\\s|$)/]`]:
    'shows a note that begins with // or /*: write <!-- the note --> instead',
  [`${tag('Page|Section|Card')} > [name.name=/^(title|description|heading)$/] > Literal[value=/^\\s*$/], ${ofSite}[key.name="name"] > Literal[value=/^\\s*$/]`]:
    'needs words between its quotes',
  [`${ofSite}[key.name="url"]:not(ArrayExpression *) > Literal:not([value=/^https:[/]{2}[^\\s/]+\\.[^\\s/]+[/]?$/])`]:
    '%s must be an address like https://example.com, with nothing after the name',
};

const title = `${tag('Page')} > [name.name="title"]`;
const strayLead = `${within('Section')} ${tag('p')}:not(${having('slot')})[text=/text-lede/]`;

/** Selects what uses a name that its file has to declare. */
const uses =
  'JSXOpeningElement > JSXIdentifier[name=/^(?!Fragment$)[A-Z]/], JSXExpressionContainer > Identifier, MemberExpression > Identifier.object[name=/^(site|fixedTexts)$/], ObjectExpression > Property[shorthand=false] > Identifier.value';

/** Slips in one file that a build lets through, or complains of elsewhere. */
export function* sourceErrors(source: Source, words: Words): Generator<string> {
  for (const [selector, advice] of Object.entries(errors))
    for (const node of findNodes(source, selector)) {
      const note = node.type === 'JSXText' ? node.text.search(/\/[/*]/) : 0;
      yield `error: ${placeAt(source, node.start + note)} ${advice.replace('%s', () => node.text)}.`;
    }
  for (const [list, texts] of Object.entries(words))
    for (const node of findNodes(source, `[object.name="${list}"]`))
      if (!(nameOf(node['property']) in texts))
        yield `error: ${placeAt(source, node.start)} "${node.text}" is no word of src/site.ts: mend the spelling.`;
  for (const { start, text } of findNodes(source, title))
    if ([words.site.name, 'site.name'].some((it) => it && text.includes(it)))
      yield `error: ${placeAt(source, start)} has the name in the title, which the page adds by itself.`;
  for (const { start } of findNodes(source, strayLead))
    yield `notice: ${placeAt(source, start)} has a lead that stands apart from its heading: write <p slot="lead" …>.`;
}

/** Names that a file uses and does not declare, or imports and does not use. */
export function* nameErrors(source: Source): Generator<string> {
  const named = (selector: string) =>
    new Set(findNodes(source, selector).map(nameOf));
  const declared = named(`Identifier:not(${uses})`);
  for (const node of findNodes(source, uses)) {
    const name = nameOf(node);
    if (!declared.has(name))
      yield `error: ${placeAt(source, node.start)} uses ${name}, which it does not know: import it at the top, mend its spelling, put a text between quotes, or write &#123; for a brace.`;
    declared.add(name);
  }
  const used = named(':not(ImportDeclaration *)');
  for (const node of findNodes(source, 'ImportDeclaration Identifier.local'))
    if (!used.has(nameOf(node)))
      yield `notice: ${placeAt(source, node.start)} imports ${nameOf(node)} and does not use it.`;
}

/** The drawings that show another name than the page. */
export function* oldDrawings(name: string): Generator<string> {
  for (const file of ['public/logo.svg', 'public/icon.svg'])
    if (name && !readFileSync(file, 'utf8').includes(`<title>${name}</title>`))
      yield `notice: ${file} shows another name: draw "${name}", and say so in its <title>.`;
}

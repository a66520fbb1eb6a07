import { readFileSync } from 'node:fs';
import type { Words } from '../../editing/locator.ts';
import { findNodes, placeAt, type Source } from '../../editing/sources.ts';

/** Selects in Astro's syntax tree: tags by their names, those that lack an attribute, those right within others. */
const tag = (names: string) => `JSXOpeningElement[name.name=/^(${names})$/]`;
const lacking = (attribute: string) =>
  `:not(:has(> JSXAttribute[name.name="${attribute}"]))`;
const within = (names: string) =>
  `[openingElement.name.name=/^(${names})$/] > JSXElement >`;
const slots = 'artwork|lead|thread|thread-out';
const content =
  ':has(> JSXText[value=/^(?!(\\s|&nbsp;)*$)/], > JSXExpressionContainer, > JSXElement:not([openingElement.text=/^<br| slot=/]))';
const lineBreak = '[openingElement.name.name="br"]';

/** Mistakes that the build accepts, or reports at another line: the advice, and after it the selectors that find each; `%s` becomes the text found. */
// prettier-ignore
const mistakes: [advice: string, ...selectors: string[]][] = [
  ['has %s, which the page’s policy blocks: link to what it shows, or leave it out',
    tag('iframe|video|audio|embed|object|script'), 'JSXAttribute[name.name=/^on[a-z]+$/]'],
  ['has %s, but colours and sizes belong to the design: use the classes that other sections use',
    tag('style') + lacking('is:global'), 'JSXAttribute[name.name="style"]'],
  ['has %s, which would send nothing: use <WaitlistForm client:interaction id="…" />',
    tag('form'), tag('WaitlistForm') + lacking('client:interaction')],
  ['has %s in a paragraph, as the text of a card is one: write words, links and <b> only; a drawing needs slot="artwork"',
    `${within('Card|p')} ${tag('p|h[1-6]|ul|ol|div|table|blockquote|section|pre|hr')}${lacking('slot')}`,
    `${within('Card')} ${tag('(?!Icon|Fragment)[A-Z].*')}${lacking('slot')}`],
  [`has slot=%s, which does not exist: the slots are ${slots.replaceAll('|', ', ')}`, `JSXAttribute[name.name="slot"] > Literal:not([value=/^(${slots})$/])`],
  ['has a curly quote after "=": write a straight one', 'JSXAttribute > Literal[value=/^[“”‘’]/]:not([raw])'],
  ['shows its braces as they stand: write `… ${site.name} …` with these quotes, and braces around them after "="',
    'Literal[value=/\\{(site|fixedTexts)\\.\\w+\\}/]'],
  ['has %s, which stands for no word: write one like {site.name}, or &#123; and &#125; for braces',
    'JSXExpressionContainer[text=/^\\{\\s*(site|fixedTexts)?\\s*\\}$/]'],
  ['shows the $ before the brace: leave it out, it belongs between backticks only', 'JSXText[value=/\\$$/] + JSXExpressionContainer[text=/^.(site|fixedTexts)/]'],
  ['shows a note (// or /*), Markdown, &…; or a tag as it stands: between tags write {/* the note */}, <b>…</b> and <a href="…">…</a>, and none of these between quotes',
    ':not([openingElement.name.name="style"]) > JSXText[value=/(^|\\s)[/][*/](\\s|$)|[*]{2}|\\]\\(/]',
    ':matches(Property, JSXOpeningElement[name.name=/^[A-Z]/] JSXAttribute, TemplateLiteral) > :matches(Literal, TemplateElement)[text=/[*]{2}|\\]\\(|&#?\\w+;|<[/]?[a-z]/]'],
  ['needs words between its quotes or tags',
    `${tag('Page|Section|Card')} > [name.name=/^(title|description|heading)$/][text=/^\\w+=[\\s{"'\\x60}]*$/]`,
    'Property[key.name=/^(name|title|text)$/] > Literal[value=/^\\s*$/]',
    `JSXElement[openingElement.name.name=/^(h[1-6]|p|a|Card)$/]:not(${content})`],
  ['has a note that the published page shows to those who read its source: write {/* the note */}', 'AstroComment'],
  ['has an <svg> without words: write <svg aria-hidden="true" …> if it is decoration, or else <svg role="img" aria-label="what it shows" …>',
    '[openingElement.name.name="svg"]:not([openingElement.text=/\\saria-(hidden|label)/], :has(> [openingElement.name.name="title"]), [openingElement.text=/\\saria-hidden/] *)'],
  ['lacks words, or has them after a misspelled name: title= in <Card> and <Page>, heading= in <Section>, description= in <Page>, title: and text: in a list of cards',
    tag('Page|Card') + lacking('title'), tag('Page') + lacking('description'), tag('Section') + lacking('heading'),
    'ObjectExpression:has(> [key.name=/^(title|text)$/]):not(:has(> [key.name="title"]):has(> [key.name="text"]))'],
  ['%s must be an address like https://example.com, with nothing after the name',
    'VariableDeclarator[id.name="site"] Property[key.name="url"]:not(ArrayExpression *) > Literal:not([value=/^https:[/]{2}[^\\s/]+\\.[^\\s/]+[/]?$/])'],
];

/** What is no mistake, but hardly meant. */
// prettier-ignore
const doubts: typeof mistakes = [
  ['has a lead that stands apart from its heading: write <p slot="lead" …>',
    `${within('Section')} ${tag('p')}${lacking('slot')}[text=/text-lede/]`],
  ['makes room by several <br> or &nbsp;: begin another <p>, and leave distances to the design',
    `:has(> ${lineBreak} + ${lineBreak}, > ${lineBreak} + JSXText[value=/^\\s*$/] + ${lineBreak})`, 'JSXText[value=/&nbsp;\\s*&nbsp;/]'],
];

const title = `${tag('Page')} > [name.name="title"]`;
/** Finds every use of a name that its file has to declare. */
const uses =
  'JSXOpeningElement > JSXIdentifier[name=/^(?!Fragment$)[A-Z]/], JSXExpressionContainer > Identifier, ' +
  'MemberExpression > Identifier.object[name=/^(site|fixedTexts)$/], ObjectExpression > Property[shorthand=false] > Identifier.value';

/** The places in a file that rules find, each with its advice. */
function* found(source: Source, rules: typeof mistakes): Generator<string> {
  for (const [advice, ...selectors] of rules)
    for (const { start, text } of findNodes(source, selectors.join())) {
      // In a text of many lines: where the note, the Markdown or the spaces begin.
      const offset = text.search(
        /(?<!:)\/[/*]|[*]{2}|\]\(|&nbsp;\s*&|<br[^>]*>\s*<br/,
      );
      yield `${placeAt(source, start + Math.max(0, offset))} ${advice.replace('%s', () => text)}.`;
    }
}

/** What is to mend in one file. */
export function* sourceErrors(source: Source, words: Words): Generator<string> {
  for (const line of found(source, mistakes)) yield `error: ${line}`;
  for (const line of found(source, doubts)) yield `notice: ${line}`;
  for (const [list, texts] of Object.entries(words))
    for (const { start, text } of findNodes(source, `[object.name="${list}"]`))
      if (!Reflect.has(texts, text.slice(list.length + 1)))
        yield `error: ${placeAt(source, start)} "${text}" is no word of src/site.ts: mend the spelling.`;
  for (const { start, text } of findNodes(source, title)) {
    if ([words.site.name, 'site.name'].some((it) => it && text.includes(it)))
      yield `error: ${placeAt(source, start)} has the name in the title, which the page adds by itself.`;
    const { length } =
      `${text.replace(/^title=[{"`]+|["`}]+$/g, '')} · ${words.site.name}`;
    if (length > 70)
      yield `notice: ${placeAt(source, start)} has a title of ${length} letters, with the name: search results show about 70.`;
  }
}

/** Names that a file uses and does not declare, or imports and does not use. */
export function* nameErrors(source: Source): Generator<string> {
  const named = (selector: string) =>
    new Set(findNodes(source, selector).map(({ name }) => name));
  const declared = named(`Identifier:not(${uses})`);
  for (const { start, text, name } of findNodes(source, uses)) {
    if (!declared.has(name))
      yield `error: ${placeAt(source, start)} uses ${text}, which it does not know: import it at the top, mend its spelling (<b>, not <B>), put a text between quotes, or write &#123; for a brace.`;
    declared.add(name);
  }
  const used = named(':not(ImportDeclaration *)');
  const imported = findNodes(source, 'ImportDeclaration Identifier.local');
  for (const { start, text, name } of imported)
    if (!used.has(name))
      yield `notice: ${placeAt(source, start)} imports ${text} and does not use it.`;
}

/** The drawings that show another name than the page. */
export function* oldDrawings(name: string): Generator<string> {
  for (const file of ['public/logo.svg', 'public/icon.svg'])
    if (name && !readFileSync(file, 'utf8').includes(`<title>${name}</title>`))
      yield `notice: ${file} shows another name: draw "${name}", and say so in its <title>.`;
}

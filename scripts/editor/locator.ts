import { parse, type HTMLElement } from 'node-html-parser';
import { elementWith } from './selectors.ts';
import {
  findNodes,
  pageFile,
  placeAt,
  type Source,
  type SyntaxNode,
} from './sources.ts';

/** What `src/site.ts` exports: the values that `{site.name}` and the like stand for. */
export type Words = typeof import('../../src/site.ts');

/** Finds where the words of the built page are written, as `file:line`. */
export function locator(sources: Source[], words: Words) {
  const passages = sources.flatMap((source) => passagesOf(source, words));

  /** Where a value stands between quotes. */
  const placesOfValue = (value: string) => valuePlaces(value, sources);

  /** Where the words of an element stand, or its image is named; in the file of its section, or else in any. */
  function placesOf(element: HTMLElement): string[] {
    const { src } = element.attributes;
    const text = withoutSpace(element.textContent);
    const places = src
      ? placesOfValue(src)
      : passages.filter((it) => it.text === text).map(({ place }) => place);
    // A section's file is the one in which its id stands.
    const id = element.closest('section')?.id ?? '';
    const [sectionFile] = placesOfValue(id)[0]?.split(':') ?? [];
    const near = places.filter((place) => place.startsWith(`${sectionFile}:`));
    return near.length > 0 ? near : places;
  }

  /** Where an element is written, or else the first text in it, or in its section; or else the page's file. */
  function placeNear(element: HTMLElement): string {
    const section = element.closest('section, footer');
    const parts = [element, section].flatMap((it) =>
      it ? [it, ...it.querySelectorAll('*')] : [],
    );
    return parts.values().flatMap(placesOf).next().value ?? pageFile;
  }

  return { placeNear, placesOf, placesOfValue };
}

export type Locator = ReturnType<typeof locator>;

/** Where a value stands between quotes in any of the files; nowhere for an empty one. */
export function valuePlaces(value: string, sources: Source[]): string[] {
  if (!value) return [];
  return sources.flatMap((source) =>
    source.nodes
      .filter((node) => node.type === 'Literal' && node.value === value)
      .map(({ range: [start] }) => placeAt(source, start)),
  );
}

/**
 * The nodes that may hold a text of the page: an element (`<p>a <b>b</b></p>`), a text
 * between tags (`a `), between quotes (`'a'`), or between backticks.
 */
const holders = ':matches(JSXElement, JSXText, Literal, TemplateLiteral)';

/** Words as they stand in the file: between tags, between quotes, and between backticks but for `${…}`. */
const written = 'JSXText, Literal, TemplateElement';
/** Words that stand in `src/site.ts`: `site.name`, `fixedTexts.perks`. */
const named = '[object.name=/^(site|fixedTexts)$/]';
/** What stands elsewhere on the page than the text around it: `title="a"` of a tag within, and `<p slot="lead">a</p>` within an element. */
const shownElsewhere = `JSXOpeningElement *, JSXElement ${elementWith('slot')} *`;
/** The pieces of which a text consists, in `<p>{site.name} is <b title="a">new</b></p>`: `site.name`, ` is ` and `new`. */
const pieces = `:matches(${written}, ${named}):not(${shownElsewhere})`;

/** The texts that stand in a file, and where they begin. */
function passagesOf(source: Source, words: Words) {
  return findNodes(source, holders).flatMap((holder) => {
    const parts = findNodes(source, pieces, holder)
      .map((node) => ({ node, text: withoutSpace(textOf(node, words)) }))
      .filter(({ text }) => text !== '');
    const [first] = parts;
    // What is only `{fixedTexts.perks}` is written in another file.
    const isWrittenHere = parts.some(
      ({ node }) => node.type !== 'MemberExpression',
    );
    if (!first || !isWrittenHere) return [];
    const { range, text } = first.node;
    return {
      text: parts.map((it) => it.text).join(''),
      place: placeAt(source, range[0] + text.search(/\S/)),
    };
  });
}

/** What a piece puts on the page. */
function textOf({ type, text, value }: SyntaxNode, words: Words): string {
  if (type === 'JSXText') return parse(text).textContent;
  if (type === 'Literal') return String(value);
  if (type === 'TemplateElement') return Reflect.get(Object(value), 'cooked');
  const [list = '', name = ''] = text.split('.');
  const given: unknown = Reflect.get(Reflect.get(words, list), name);
  return typeof given === 'string' ? given : '';
}

/** Texts are compared without their spaces and line breaks, which a formatter moves. */
function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}

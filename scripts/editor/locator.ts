import { parse, type HTMLElement } from 'node-html-parser';
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
    const id = element.closest('section')?.id ?? '';
    const [file] = placesOfValue(id)[0]?.split(':') ?? [];
    const near = places.filter((place) => place.startsWith(`${file}:`));
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

/** What may hold a text: an element, a text between tags, between quotes or between backticks. */
const holders = ':matches(JSXElement, JSXText, Literal, TemplateLiteral)';

/** The pieces that a text consists of, without the attributes of tags within it, and what goes to a slot, which stand elsewhere on the page. */
const pieces =
  ':matches(JSXText, Literal, TemplateElement, [object.name=/^(site|fixedTexts)$/])' +
  ':not(JSXOpeningElement *, JSXElement:has(> JSXOpeningElement:has(> [name.name="slot"])) *)';

/** The texts that stand in a file, and where. What is only `{fixedTexts.perks}` is written elsewhere. */
function passagesOf(source: Source, words: Words) {
  return findNodes(source, holders).flatMap((holder) => {
    const parts = findNodes(source, pieces, holder)
      .map((node) => ({ node, text: withoutSpace(textOf(node, words)) }))
      .filter(({ text }) => text !== '');
    const [first] = parts;
    if (!first || parts.every(({ node }) => node.value === undefined))
      return [];
    const { range, text } = first.node;
    return {
      text: parts.map((it) => it.text).join(''),
      place: placeAt(source, range[0] + Math.max(0, text.search(/\S/))),
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

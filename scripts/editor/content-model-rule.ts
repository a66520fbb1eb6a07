import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { AST } from 'astro-eslint-parser';
import type { Rule } from 'eslint';
import * as table from './content-model.ts';
import { pageFile } from './finding.ts';

/** A tag, a text, or a whole file, and what stands in it. */
interface Content {
  /** As in the content models: `p@lead`, `words`; of a file its name. */
  name: string;
  line: number;
  items: Content[];
  /** Whether a list such as `{site.social.map(…)}` stands in it, which shows any number of its items. */
  hasList?: boolean;
}

type Say = (line: number, message: string) => void;

/**
 * Refuses on its own line what the content models do not allow, says what may stand there, and
 * what is missing. ESLint walks through a file's syntax tree, in which tags, texts and braces
 * are nodes whose names begin with JSX.
 */
export const contentModelRule: Rule.RuleModule = {
  create({ filename, sourceCode: { text }, report }) {
    const file: Content = { name: basename(filename), line: 1, items: [] };
    /** The file, and the tags that are open where ESLint is. */
    const open = [file];
    const add = (name: string, line: number) => {
      const item: Content = { name, line, items: [] };
      open.at(-1)?.items.push(item);
      return item;
    };
    let hasMistake = false;
    const say: Say = (line, message) => {
      hasMistake = true;
      report({ loc: { line, column: 0 }, message });
    };

    return {
      JSXElement({ openingElement: { range, loc } }: AST.JSXElement) {
        const tag = text.slice(...range);
        const [name = ''] = /[\w.]+/.exec(tag) ?? [];
        const [, slot] = /\sslot=["'](.*?)["']/.exec(tag) ?? [];
        const isInSlot = slot !== undefined;
        open.push(add(isInSlot ? `${name}@${slot}` : name, loc.start.line));
      },
      'JSXElement:exit': () => open.pop(),
      JSXText({ value, loc }: AST.JSXText) {
        const [spaceBefore = ''] = /^\s*/.exec(value) ?? [];
        const line = loc.start.line + spaceBefore.split('\n').length - 1;
        if (value.trim()) add('words', line);
      },
      JSXExpressionContainer(node: AST.JSXExpressionContainer) {
        const holder = open.at(-1);
        const { type } = node.expression;
        if (!holder || node.parent?.type === 'JSXAttribute') return;
        holder.hasList ||= type === 'CallExpression';
        if (/^(Identifier|MemberExpression|TemplateLiteral)$/.test(type))
          add('words', node.loc.start.line);
      },
      'Program:exit'() {
        compare(file, rowOf(file) ?? 'section', say);
        // What is missing in the source mostly follows from a mistake.
        if (!hasMistake) compareSource(file, text, say);
      },
    } as unknown as Rule.RuleListener;
  },
};

/** One of the names in a content model, `p@lead*`: which tags it is for, and how many there may be. */
interface Place {
  names: string[];
  shown: string;
  least: number;
  most: number;
}

function placesIn(row = ''): Place[] {
  const places = table.contentModels[row]?.split(' ') ?? [];
  return places.map((place) => {
    const [, tags = '', slot = '', count = ''] =
      /^([\w|]+)(@\w+)?(.*)$/.exec(place) ?? [];
    const names = tags.split('|').map((tag) => tag + slot);
    const [least] = /\d+/.exec(count) ?? [/[?*]/.test(count) ? 0 : 1];
    return {
      names,
      shown: names.map(inWords).join(' or '),
      least: Number(least),
      most: /[*+{]/.test(count) ? Infinity : 1,
    };
  });
}

/** `<p slot="lead">` for `p@lead`. */
function inWords(name: string): string {
  if (name === 'words') return 'words with tags such as <a> and <b>';
  if (name === 'section') return 'others, between the first and the last';
  return name.endsWith('.astro')
    ? 'file'
    : `<${name.replace(/@(.*)/, ' slot="$1"')}>`;
}

/** The row of the table for an item: for its place in its holder, for the holder, or for itself. */
function rowOf({ name }: Content, holder?: Content, place?: number) {
  const tag = name.replace(/@.*/, '');
  const inHolder = `${holder?.name} > ${tag}`;
  const rows = [`${inHolder} ${place}`, inHolder, tag];
  return rows.find((row) => row in table.contentModels);
}

/** Compares what something holds with the content model in a row of the table. */
function compare(holder: Content, row: string | undefined, say: Say): void {
  const places = placesIn(row);
  const counts = new Map<Place, number>();
  const name = `This ${inWords(holder.name)}`;
  const isOrdered = table.inOrder.includes(row ?? '');
  const allowed = `${name} may hold${isOrdered ? ', in this order' : ''}: ${places.map(({ shown }) => shown).join('; ')}.`;
  let passed = -1;
  let isRefused = false;

  for (const item of holder.items) {
    const place = placeFor(item, places);
    const count = (place && counts.get(place)) ?? 0;
    const index = place ? places.indexOf(place) : -1;
    // Others, the last name of their line, are between the first of the rest and its last.
    const isBetween = passed >= 0 && passed < places.length - 2;
    const isInPlace = place?.most === 1 ? index > passed : isBetween;
    if (place && count < place.most && (isInPlace || !isOrdered)) {
      if (place.most === 1) passed = index;
      counts.set(place, count + 1);
      compare(item, rowOf(item, holder, count + 1), say);
      continue;
    }
    isRefused = true;
    const what = item.name === 'words' ? 'These words' : inWords(item.name);
    const again = place && count >= place.most ? ' once more' : '';
    const advice = adviceFor(item.name, row);
    say(item.line, `${what} cannot stand here${again}. ${allowed}${advice}`);
  }

  // What is missing may be what was refused.
  if (isRefused || holder.hasList) return;
  for (const place of places) {
    const { least, shown } = place;
    const count = least > 1 ? `at least ${least} ` : '';
    if ((counts.get(place) ?? 0) < least)
      say(holder.line, `${name} must hold ${count}${shown}.`);
  }
}

/** The place of an item among those of its holder. */
function placeFor({ name }: Content, places: Place[]): Place | undefined {
  const names = [name];
  if (table.textTags.split(' ').includes(name)) names.push('words');
  if (existsSync(`src/sections/${name}.astro`)) names.push('section');
  return places.find((place) => place.names.some((it) => names.includes(it)));
}

/** What else to say of a refused tag. */
function adviceFor(name: string, row = ''): string {
  const [tag = ''] = name.split('@');
  if (table.advice[tag]) return ` ${table.advice[tag]}`;
  const known = Object.values(table.contentModels).join(' ');
  const isComponent =
    /^[A-Z]/.test(tag) && !existsSync(`src/sections/${tag}.astro`);
  return isComponent && !new RegExp(`\\b${tag}\\b`).test(known)
    ? ` A developer allows a new component in scripts/editor/content-model.ts, in the line ${row}.`
    : '';
}

/** Says what a file must have as it is written, and has not; and what a section must be named, and shown by. */
function compareSource({ name, items }: Content, text: string, say: Say): void {
  const line = items[0]?.line ?? 1;
  const withoutNotes = text.replace(/\/\*[^]*?\*\//g, '');
  const source = withoutNotes.replaceAll("'", '"').replace(/\s+/g, ' ');
  for (const required of table.requiredSource[name] ?? []) {
    const shown = required.replace(/^<.*/, '$&>');
    if (!source.includes(required))
      say(line, `This file must have ${shown}: put it back.`);
  }

  const isPage = name === '404.astro' || name === basename(pageFile);
  if (isPage) return;
  const section = basename(name, '.astro');
  const id = section.toLowerCase();
  const [, writtenId = id] = /--- <\w+ [^>]*?id="(.*?)"/.exec(source) ?? [];
  // A preview and the check find a section's file by its id.
  if (writtenId.replaceAll('-', '') !== id)
    say(line, `The id of a section is its file's name: write id="${id}".`);
  const tag = `<${section} />`;
  if (!readFileSync(pageFile, 'utf8').includes(tag))
    say(line, `This section is on no page: write ${tag} in ${pageFile}.`);
}

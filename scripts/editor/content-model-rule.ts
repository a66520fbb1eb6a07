import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { Rule } from 'eslint';
import * as table from './content-model.ts';
import { readContent, type Content } from './content.ts';
import { pageFile } from './finding.ts';

/** What is wrong in a line. */
interface Mistake {
  line: number;
  message: string;
}

const sections = () =>
  readdirSync('src/sections').map((file) => basename(file, '.astro'));
const isInTable = (name: string) =>
  new RegExp(`<${name}\\b`).test(JSON.stringify(table.contentModels));

/** ESLint's rule: refuses on its own line what the content models do not allow, and says what is missing. */
export const contentModelRule: Rule.RuleModule = {
  create: ({ filename, sourceCode, report }) =>
    readContent(basename(filename), sourceCode, (file) => {
      const row = file.name in table.contentModels ? file.name : 'a section';
      const mistakes = [...mistakesIn(file, row)];
      if (mistakes.length === 0) mistakes.push(...missingContent(file));
      if (filename.includes('sections'))
        mistakes.push(...sectionMistakes(file));
      for (const { line, message } of mistakes)
        report({ loc: { line, column: 0 }, message });
    }),
};

/** Compares what something holds with the content model in a row of the table. */
function* mistakesIn(holder: Content, row: string): Generator<Mistake> {
  const model = table.contentModels[row] ?? {};
  const isWhole = holder.name.endsWith('.astro');
  const name = isWhole ? 'This file' : `This <${holder.name}>`;
  const allowed = Object.keys(model).filter((key) => model[key]?.[1]);
  const mayHold = `${name} may hold: ${allowed.map(shownKey).join('; ') || 'nothing'}.`;
  const held: string[] = [];
  let isRefused = false;
  const countOf = (key: string) => held.filter((other) => other === key).length;

  for (const item of holder.items) {
    const key = keyOf(item, model);
    const [, most] = (key && model[key]) || [0, 0];
    if (!key || countOf(key) >= most) {
      const again = most > 0 ? ' once more' : '';
      const message = `${shown(item)} cannot stand here${again}. ${mayHold}${adviceOn(item, row)}`;
      yield { line: item.line, message };
      isRefused = true;
      continue;
    }
    held.push(key);
    yield* mistakesIn(item, rowOf(item, holder, countOf(key)));
  }

  // What is missing may be what has been refused.
  if (isRefused || holder.hasList) return;
  const missing = Object.keys(model).filter(
    (key) => countOf(key) < (model[key]?.[0] ?? 0),
  );
  for (const key of missing)
    yield { line: holder.line, message: `${name} must hold ${shownKey(key)}.` };
  if (missing.length === 0 && table.inOrder.includes(holder.name))
    yield* misplaced(holder, model);
}

/** The first item that is not where the order of a model has it. */
function* misplaced(
  { name, items }: Content,
  model: table.ContentModel,
): Generator<Mistake> {
  const order = Object.keys(model).filter((key) => model[key] === table.one);
  let passed = 0;
  for (const item of items) {
    const key = keyOf(item, model) ?? '';
    const isBetween = passed > 0 && passed < order.length;
    if (key === order[passed]) passed++;
    else if (order.includes(key) || !isBetween) {
      const message = `${shown(item)} cannot stand here. In <${name}> the order is ${order.join(', ')}, with other sections only after the first and before the last.`;
      return yield { line: item.line, message };
    }
  }
}

/** The key of a model that an item has there. */
function keyOf(item: Content, model: table.ContentModel): string | undefined {
  const keys = Object.keys(model);
  return namesOf(item)
    .map((name) => keys.find((key) => key.split(' or ').includes(name)))
    .find(Boolean);
}

/** The names that an item may have in the table, the most exact first. */
function namesOf(item: Content): string[] {
  const { name, attributes } = item;
  if (!isTag(item)) return [name, 'text'];
  const exact = attributes.map((attribute) => `<${name} ${attribute}>`);
  if (attributeOf(item, 'slot') !== undefined) return exact;
  if (table.textTags.includes(name)) return [...exact, `<${name}>`, 'text'];
  if (sections().includes(name) && !isInTable(name)) return ['a section'];
  return [...exact, `<${name}>`];
}

const isTag = ({ name }: Content) => /^\w/.test(name) && name !== 'text';

const attributeOf = ({ attributes }: Content, name: string) =>
  attributes.find((attribute) => attribute.startsWith(`${name}=`));

/** The row of an item in its holder: for its place there, for the holder, or for its name. */
function rowOf({ name }: Content, holder: Content, place: number): string {
  const inHolder = `${holder.name} > ${name}`;
  const rows = [`${inHolder} ${place}`, inHolder];
  return rows.find((row) => row in table.contentModels) ?? name;
}

/** A tag as it is written, as far as it matters: `<p slot="lead">`. */
function shown(item: Content): string {
  if (!isTag(item)) return item.name === 'text' ? 'Text' : item.name;
  const slot = attributeOf(item, 'slot');
  return slot ? `<${item.name} ${slot}>` : `<${item.name}>`;
}

const shownKey = (key: string) =>
  key === 'text' ? 'words, with tags such as <a> and <b>' : key;

/** What to do about a refused item. */
function adviceOn({ name }: Content, row: string): string {
  const meant = sections().find((section) => section.toLowerCase() === name);
  if (meant) return ` Did you mean <${meant} />?`;
  if (table.advice[name]) return ` ${table.advice[name]}`;
  const isNew = !isInTable(name) && !sections().includes(name);
  return isNew && /^[A-Z]/.test(name)
    ? ` A developer allows a new component in scripts/editor/content-model.ts, in the line '${row}'.`
    : '';
}

/** What a section must hold besides, wherever it stands. */
function* missingContent(file: Content): Generator<Mistake> {
  const all = withItems(file);
  const hasList = all.some((item) => item.hasList);
  const required = Object.entries(table.requiredContent[file.name] ?? {});
  for (const [name, least] of required) {
    const count = all.filter((item) => namesOf(item).includes(name)).length;
    const message = `This section must hold ${name} at least ${least === 1 ? 'once' : `${least} times`}: put it back.`;
    // A list may show any number of cards.
    const isEnough = count >= least || (hasList && least > 1);
    if (!isEnough) yield { line: file.items[0]?.line ?? 1, message };
  }
}

const withItems = (content: Content): Content[] => [
  content,
  ...content.items.flatMap(withItems),
];

/** A preview and the check find a section's file by its id; and a page must show the section. */
function* sectionMistakes({ name, items }: Content): Generator<Mistake> {
  const section = basename(name, '.astro');
  const id = `id="${section.toLowerCase()}"`;
  for (const item of items) {
    const written = attributeOf(item, 'id')?.replaceAll('-', '') ?? id;
    const message = `The id of a section is its file's name in small letters: write ${id}.`;
    if (written !== id) yield { line: item.line, message };
  }
  const page = readFileSync(pageFile, 'utf8');
  const message = `This section is on no page: import it in ${pageFile}, and write <${section} /> there.`;
  if (!isInTable(section) && !page.includes(`<${section} />`))
    yield { line: 1, message };
}

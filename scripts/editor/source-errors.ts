import { readFileSync } from 'node:fs';
import { error, notice, type Finding } from './finding.ts';
import type { Words } from './locator.ts';
import { requiredTexts } from './required-content.ts';
import { findNodes, placeAt, type Source } from './sources.ts';

/** What is wrong with the use of `src/site.ts`, or in it. */
export function* wordErrors(source: Source, words: Words): Generator<Finding> {
  yield* unknownWords(source, words);
  yield* titleErrors(source, words);
  if (source.file === 'src/site.ts') yield* changedTexts(source, words);
}

/** Words such as `site.nam` that `src/site.ts` does not have. */
function* unknownWords(source: Source, words: Words): Generator<Finding> {
  for (const [list, texts] of Object.entries(words))
    // `site.name`
    for (const { range, text } of findNodes(source, `[object.name="${list}"]`))
      if (!Reflect.has(texts, text.slice(list.length + 1)))
        yield error(
          placeAt(source, range[0]),
          `"${text}" is no word of src/site.ts: mend the spelling`,
        );
}

/** Fixed texts of `src/site.ts` that are changed, lost or added. */
function* changedTexts(
  source: Source,
  { fixedTexts }: Words,
): Generator<Finding> {
  const given: Record<string, string> = fixedTexts;
  const required: Record<string, string> = requiredTexts;
  // The list, `fixedTexts = { … }`, and in it a line, `perks: '…'`.
  const list = 'VariableDeclarator[id.name="fixedTexts"]';
  const entry = (name: string, text?: string) =>
    text === undefined
      ? `no line for ${name} `
      : `the line  ${name}: ${JSON.stringify(text)},  `;

  for (const name of Object.keys({ ...required, ...given })) {
    if (given[name] === required[name]) continue;
    const written = findNodes(source, `${list} [key.name="${name}"]`);
    // A line that is lost has the place of the list.
    const [{ range } = { range: [0] }] = [
      ...written,
      ...findNodes(source, list),
    ];
    yield error(
      placeAt(source, range[0]),
      `must have ${entry(name, required[name])}again; or, if the owner has changed this promise, scripts/editor/required-content.ts must have ${entry(name, given[name])}too`,
    );
  }
}

/** What search results would cut off the title, or show twice. */
function* titleErrors(source: Source, { site }: Words): Generator<Finding> {
  // `title="…"` of `<Page title="…">`.
  const titles = 'JSXOpeningElement[name.name="Page"] > [name.name="title"]';
  for (const { range, text } of findNodes(source, titles)) {
    const place = placeAt(source, range[0]);
    if (text.includes('site.name') || (site.name && text.includes(site.name)))
      yield error(
        place,
        'has the name in the title, which the page adds by itself',
      );
    const title = text.replace(/^title=[{"'`]+|["'`}]+$/g, '');
    const { length } = `${title} · ${site.name}`;
    if (length > 70)
      yield notice(
        place,
        `has a title of ${length} letters, with the name: search results show about 70`,
      );
  }
}

/** The drawings that show another name than the page. */
export function* oldDrawings(name: string): Generator<Finding> {
  for (const file of ['public/logo.svg', 'public/icon.svg'])
    if (name && !readFileSync(file, 'utf8').includes(`<title>${name}</title>`))
      yield notice(
        file,
        `shows another name: draw "${name}", and say so in its <title>`,
      );
}

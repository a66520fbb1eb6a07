import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import {
  findNodes,
  parseSource,
  type Source,
  type SyntaxNode,
} from '../../scripts/editor/sources.ts';
import type { fixedTexts } from '../../src/site.ts';
import { buildIfStale, isCurrent, localBuild } from '../helpers/build.ts';
import { cleanEnvironment } from '../helpers/environment.ts';

/**
 * The folder of the other page: a copy of the sources, changed as an editor and the
 * owner may change them. What is changed is found by the markup, never by our words,
 * so that a change of ours leaves the other page as it is.
 */
export const otherPage = 'test-results/other-page';

const otherSite = {
  name: 'Süßholz & Quince',
  contact: 'the-people-of-the-garden@lighthouse.example',
};

const otherFixedTexts: Record<keyof typeof fixedTexts, string> = {
  socialProof: 'More than one thousand two hundred gardeners have joined',
  betaLaunch: 'The gate opens in the second quarter of 2027',
  perks: 'With seeds',
  placeholder: 'name@garden.example',
  join: 'Tell me more',
  joining: 'One moment …',
  joined: 'You hear from us',
  success: 'We have your address! You hear from us when the gate opens.',
  duplicate: 'We know this address already, so you need not do anything more.',
  refused: 'Sorry, that went wrong. Please try it again in a few minutes.',
  unanswered: 'No answer.',
};

/** How many times as long the texts become, one after another. */
const lengths = [2, 0.5, 1.5];

/** So that a long page of ours becomes no page that is too long. */
const mostWordsInText = 60;

const words = (
  'we grow apples pears and quinces in a walled garden behind the lighthouse where the weather is unpredictable but ' +
  'never dull so visitors bring waterproof clothes comfortable boots and an appetite for freshly baked gingerbread ' +
  'the groundskeepers’ responsibilities include counterbalancing interdisciplinary misunderstandings every Wednesday'
).split(' ');

/** Builds our page and the other one, once for all tests, if they are missing or older than their sources. */
export default function buildPages(): void {
  buildIfStale(localBuild);
  const stamp = `${otherPage}.built`;
  const sources = '{src,public,scripts,tests/other-page}/**';
  if (isCurrent(stamp, [sources, '*.config.*'])) return;
  console.log(
    `Building ${otherPage}: it is missing, or older than its sources`,
  );
  rmSync(otherPage, { recursive: true, force: true });
  for (const path of globSync([
    '{src,public,scripts}',
    '{*,.htmlvalidate}.{cjs,js,json,mjs}',
  ]))
    cpSync(path, join(otherPage, path), { recursive: true });
  const packages = 'node_modules';
  symlinkSync(resolve(packages), join(otherPage, packages), 'junction');
  writeOtherPage();
  checkOtherPage();
  writeFileSync(stamp, '');
}

/** Makes the changes in the copy. */
function writeOtherPage() {
  // A card more in each section: the last one again, without what is in it.
  for (const section of ['Problem', 'Platform'])
    changeOne(`src/sections/${section}.astro`, element('Card'), -1, (card) =>
      card.concat(
        card.replace(/(?<=^<Card("[^"]*"|[^">])*>)[^]*/, 'Its text.</Card>'),
      ),
    );
  const listed = 'ObjectExpression:has(> [key.name="title"])';
  for (const section of ['Future', 'Teams'])
    changeOne(`src/sections/${section}.astro`, listed, -1, (card) =>
      [card, card].join(),
    );

  const headline = element('h1');
  const texts = [
    `JSXText[value=/[a-z]/i]:not(${headline} *)`,
    'JSXAttribute[name.name=/^(title|heading)$/] > Literal',
    'Property[key.name=/^(title|text)$/] > Literal.value',
  ].join();
  let count = 0;
  for (const file of globSync('src/{sections,pages}/*.astro'))
    changeAll(file, texts, (text) =>
      otherText(text, lengths[count++ % lengths.length]),
    );
  // A headline has at most ten words: as many as before, but others.
  changeAll('src/sections/Hero.astro', `${headline} JSXText`, (text) =>
    otherText(text, 1),
  );

  const imprint = '<a href="https://example.com/imprint">Imprint</a>';
  changeOne('src/sections/Footer.astro', element('p'), -1, (line) =>
    line.replace(/20\d\d/, '2027').replace('</p>', ` ${imprint}$&`),
  );

  const section = 'OneMoreSection';
  cpSync(
    `tests/other-page/${section}.astro`,
    join(otherPage, `src/sections/${section}.astro`),
  );
  const page = 'src/pages/index.astro';
  const itsImport = `import ${section} from '../sections/${section}.astro';`;
  changeOne(page, 'ImportDeclaration', -1, (it) => `${it}\n${itsImport}`);
  changeOne(page, element('Teams'), 0, (teams) => `<${section} />${teams}`);

  const valueOf = (name: string) => `Property[key.name="${name}"] > .value`;
  for (const [name, value] of Object.entries(otherSite))
    changeOne('src/site.ts', valueOf(name), 0, () => JSON.stringify(value));
  // The owner writes each text twice: where it is used, and where it is guarded.
  for (const file of ['src/site.ts', 'scripts/editor/required-content.ts'])
    for (const [name, value] of Object.entries(otherFixedTexts))
      changeOne(file, valueOf(name), -1, () => JSON.stringify(value));
}

/** Selects the elements of a name in Astro's syntax tree. */
const element = (name: string) => `[openingElement.name.name="${name}"]`;

type Replace = (text: string) => string;

/** Changes every piece of a file that a selector finds. */
function changeAll(file: string, selector: string, replace: Replace): void {
  change(file, (source) => findNodes(source, selector), replace);
}

/** Changes one of the pieces that a selector finds, which must be there: at an index, from the end if it is negative. */
function changeOne(
  file: string,
  selector: string,
  index: number,
  replace: Replace,
): void {
  const find = (source: Source) => {
    const node = findNodes(source, selector).at(index);
    if (node) return [node];
    throw new Error(`The other page needs ${selector} in ${file}.`);
  };
  change(file, find, replace);
}

function change(
  file: string,
  find: (source: Source) => SyntaxNode[],
  replace: Replace,
): void {
  const path = join(otherPage, file);
  const source = parseSource(file, readFileSync(path));
  let { content } = source;
  // From the last on, so that the others stay where they are.
  for (const { range, text } of find(source).reverse())
    content =
      content.slice(0, range[0]) + replace(text) + content.slice(range[1]);
  writeFileSync(path, content);
}

/** Other words, some times as many, in the same quotes or with the same spaces around; what has no letters stays. */
function otherText(text: string, length = 1): string {
  const [, before = '', inside = '', after = ''] =
    /^(['"]?\s*)([^]*?)(\s*['"]?)$/.exec(text) ?? [];
  const parts = inside.split(/\s+/);
  const signs = parts.filter((part) => !/\p{L}/u.test(part));
  const count = Math.min(
    mostWordsInText,
    Math.ceil((parts.length - signs.length) * length),
  );
  const from = inside.length % words.length;
  const others = Array.from(
    { length: count },
    (_, index) => words[(from + index) % words.length],
  );
  return before + [...signs, ...others].join(' ') + after;
}

/** Builds the other page by its own check, which must have nothing against it. */
function checkOtherPage() {
  const check = spawnSync(process.execPath, ['scripts/editor/check.ts'], {
    cwd: otherPage,
    env: cleanEnvironment(localBuild.environment),
    encoding: 'utf8',
  });
  if (check.status !== 0)
    throw new Error(
      `The check refuses the other page:\n${check.stdout}${check.stderr}`,
    );
}

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { parse, type HTMLElement } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { sectionFile } from '../../src/components/source-file.ts';
import { previewBuild } from '../../tests/helpers/build.ts';
import { cleanEnvironment } from '../../tests/helpers/environment.ts';
import { findMistakes, findMistakesOfPage } from './pages.ts';
import { readPage } from './read-pages.ts';
import { unseenTexts } from './unseen-texts.ts';

type Change = (page: HTMLElement) => unknown;

/** The HTML of a page after a change. */
function changed(name: string, change: Change): string {
  const page = parse(readFileSync(`dist/${name}`, 'utf8'), { comment: true });
  change(page);
  return page.toString();
}

/** The mistakes that the check finds on a page after a change. */
const mistakesAfter = (change: Change, name = 'index.html') =>
  findMistakesOfPage(readPage('dist', name, changed(name, change)), 'dist');

const remove = (selector: string) => (page: HTMLElement) =>
  page.querySelector(selector)?.remove();

/** Adds markup at the end of an element's content. */
const add = (selector: string, markup: string) => (page: HTMLElement) =>
  page.querySelector(selector)?.insertAdjacentHTML('beforeend', markup);

/** Replaces an island by its content, without the slots that are not shown. */
const unwrap = (selector: string) => (page: HTMLElement) => {
  const island = page.querySelector(selector);
  island?.querySelector('template')?.remove();
  island?.replaceWith(island.innerHTML);
};

/** The file of the section whose list is the front page's first. */
const listFile = sectionFile(
  readPage('dist', 'index.html').root.querySelector('main > section:has(ul)')
    ?.id ?? '',
);

it('finds no mistake in the examples, which editors copy, but the files that they have to upload', async () => {
  const folder = previewBuild.directory;
  for (const name of ['parts/index.html', 'parts/page/index.html']) {
    const page = parse(readFileSync(`${folder}/${name}`, 'utf8'));
    // The page shows several headers.
    for (const bar of page.querySelectorAll('.parts-bar ~ .parts-bar'))
      bar.remove();
    const mistakes = await findMistakesOfPage(
      readPage(folder, name, page.toString()),
      folder,
    );
    expect(mistakes.filter((text) => !text.includes('"/example.'))).toEqual([]);
  }
});

/** Expects one mistake for each row. A mistake begins with the file, and names the value. */
function expectMistakes(
  mistakes: string[],
  rows: [file: string, value: string][],
): void {
  expect(mistakes).toEqual(
    rows.map(([, value]) => expect.stringContaining(value)),
  );
  const files = mistakes.map((mistake) => mistake.split(': ')[0]);
  expect(files).toEqual(rows.map(([file]) => file));
}

describe('names the file of', () => {
  const index = 'src/pages/index.astro';
  const hero = 'src/sections/Hero.astro';
  const comingSoon = 'src/sections/ComingSoon.astro';
  const footer = 'src/sections/Footer.astro';

  // prettier-ignore
  it.each<[what: string, file: string, value: string, change: Change]>([
    ['a footer in <main>', footer, '"A line"', add('main', '<footer>A line</footer>')],
    ['a paragraph outside of the sections', index, '<p>', add('main', '<p>Words</p>')],
    ['an <aside> in the layout', 'src/layouts/Page.astro', '.htmlvalidate.mjs', add('body', '<aside>Words</aside>')],
    ['words outside of the sections', index, '"Words"', add('main', 'Words')],
    ['words among cards', listFile ?? '', '"Words"', add('main ul', 'Words')],
    ['an empty headline', hero, '<h1>', (page) => page.querySelector('h1')?.set_content('')],
    ['a link in a link', comingSoon, '"it"', add('#coming-soon li', '<a href="/"><b><a href="/">it</a></b></a>')],
    ['a dead link in the footer', footer, '"/no"', add('footer', '<a href="/no">A</a>')],
    ['a dead link in a form', 'src/islands/WaitlistForm.tsx', '"/no"', add('#join form', '<a href="/no">A</a>')],
    ['a dead link in the header’s island', 'src/islands/ScrollHeader.tsx', '"/no"', add('header', '<a href="/no">A</a>')],
    ['a dead link of headerLinks', 'src/site.ts', '"/no"', (page) => { remove('header nav')(page); add('header', '<nav><a href="/no">A</a></nav>')(page); }],
    ['a dead link in a header without an island', 'src/react/PageHeader.tsx', '"/no"', (page) => { unwrap('astro-island:has(header)')(page); add('header', '<a href="/no">A</a>')(page); }],
  ])('%s', async (_what, file, value, change) => {
    expectMistakes(await mistakesAfter(change), [[file, value]]);
  });
});

it('names the file of a section in a folder', () => {
  const file = 'src/sections/2027/SpringNews.astro';
  const files = ['src/pages/springnews.astro', file];
  expect(sectionFile('spring-news', files)).toBe(file);
});

describe('a page of words', () => {
  // prettier-ignore
  it.each([
    ['allows a table', [], '<section><h1>A</h1><table><tr><td></td><th>B</th></tr><tr><th>C</th><td>D</td></tr></table></section>'],
    ['allows headings and a list', [], '<section><h1>A</h1><h2>B</h2><h3>C</h3><ul role="list"><li>D</li></ul></section>'],
    ['refuses a heading of a wrong level', ['"B"'], '<section><h1>A</h1><h3>B</h3></section>'],
    ['refuses words outside of a paragraph', ['"Words"'], '<section><h1>A</h1>Words</section>'],
    ['refuses a paragraph outside of its section', ['"Words"'], '<section><h1>A</h1></section><p>Words</p>'],
    ['refuses a link to an id of the front page', ['"#hero"'], '<section><h1>A</h1><a href="#hero">B</a></section>'],
    ['refuses a dead link in the header of a section', ['"/no"'], '<section><header><h1>A</h1><a href="/no">B</a></header></section>'],
  ])('%s', async (_what, values, content) => {
    const change: Change = (page) =>
      page.querySelector('main')?.set_content(content);
    expectMistakes(
      await mistakesAfter(change, '404.html'),
      values.map((value) => ['src/pages/404.astro', value]),
    );
  });
});

// prettier-ignore
it.each([
  '<a>a</a>',
  '<map name="a"><area href="/no" alt="a"></map>',
  '<img src="/no" alt="">',
  '<video src="/no"></video>',
  '<video src="/icon.svg" poster="/no"></video>',
  '<video src="/icon.svg"><track src="/no"></video>',
])('refuses the URL of %s, which leads nowhere', async (element) => {
  const [url = ''] = /\/no/.exec(element) ?? [];
  expectMistakes(await mistakesAfter(add('#hero .prose', element)), [
    [sectionFile('hero') ?? '', `"${url}"`],
  ]);
});

it('allows a front page whose header is no island', async () => {
  const change = unwrap('astro-island:has(header)');
  expect(await mistakesAfter(change)).toEqual([]);
});

it('names the texts of a file that are on no page', () => {
  const file = 'test-results/Example.astro';
  const shown =
    '<p>Seen &amp; read &copy 2026&nbspA</p><img src="/a.webp" alt="Seen">';
  const hidden = `<Card title="A">\n\nNot seen <Image src={team} alt="A team" /></Card>`;
  const optional = '{sale && <p>A sale <Image src={cloth} alt="Linen" /></p>}';
  writeFileSync(file, `${shown}\n${hidden}\n${optional}`);
  expect(unseenTexts(file, [{ root: parse(shown) }])).toEqual([
    expect.stringContaining(`${file}: "Not seen"`),
    expect.stringContaining(`${file}: "A team"`),
  ]);
});

it('reports words that no page has, and only once a mistake that each page has', async () => {
  const folder = 'test-results/check';
  const footerLink = add('footer', '<a href="/no">A</a>');
  rmSync(folder, { recursive: true, force: true });
  cpSync('dist', folder, { recursive: true });
  for (const name of ['index.html', '404.html'])
    writeFileSync(
      `${folder}/${name}`,
      changed(name, (page) => {
        remove('main')(page);
        footerLink(page);
      }),
    );
  const mistakes = await findMistakes(folder);
  expect(mistakes).toContainEqual(
    expect.stringMatching(/^src\/sections\/Hero\.astro: "/),
  );
  expect(mistakes.filter((mistake) => mistake.includes('"/no"'))).toEqual([
    expect.stringContaining('src/sections/Footer.astro: "/no"'),
  ]);
});

it('fails the command, which prints the mistakes of the pages', () => {
  const project = 'test-results/check-command';
  for (const folder of ['dist', 'public'])
    mkdirSync(`${project}/${folder}`, { recursive: true });
  writeFileSync(`${project}/dist/404.html`, '<main>Words</main>');
  // An HTML file of `public` is published unchanged, whatever its words are.
  for (const folder of ['dist', 'public'])
    writeFileSync(`${project}/${folder}/ours.html`, '<main>Ours</main>');
  const script = resolve('scripts/editor/pages.ts');
  const { status, stderr } = spawnSync(process.execPath, [script], {
    cwd: project,
    env: cleanEnvironment(),
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expectMistakes(stderr.trim().split('\n'), [['dist/404.html', '"Words"']]);
});

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
import { fileOf, sectionFile } from '../../src/components/source-file.ts';
import { cleanEnvironment } from '../../tests/helpers/environment.ts';
import { readPage } from './built-pages.ts';
import { findMistakes, findMistakesOfPage } from './pages.ts';
import { unseenTexts } from './unseen-texts.ts';

type Change = (page: HTMLElement) => unknown;

/** The HTML of a page after a change. */
function changed(name: string, change: Change): string {
  const page = parse(readFileSync(`dist/${name}`, 'utf8'), { comment: true });
  change(page);
  return page.toString();
}

/** What the check says of a page after a change. */
const mistakesAfter = (change: Change, name = 'index.html') =>
  findMistakesOfPage(readPage('dist', name, changed(name, change)), 'dist');

const remove = (selector: string) => (page: HTMLElement) =>
  page.querySelector(selector)?.remove();

/** Adds markup at the end of what an element holds. */
const add = (selector: string, markup: string) => (page: HTMLElement) =>
  page.querySelector(selector)?.insertAdjacentHTML('beforeend', markup);

/** Replaces an island by its content. */
const unwrap = (selector: string) => (page: HTMLElement) => {
  const island = page.querySelector(selector);
  island?.replaceWith(island.innerHTML);
};

/** The file of the section whose list is the front page's first. */
const listFile = sectionFile(
  readPage('dist', 'index.html').root.querySelector('main > section:has(ul)')
    ?.id ?? '',
);

it('finds no mistake on the site as it is built', async () => {
  expect(await findMistakes('dist')).toEqual([]);
});

const strayWords =
  '"Words" stands outside of a card or paragraph: move it into one. A new paragraph is <p slot="lead"> under a section\'s heading, <p slot="notes"> in the footer, and <p> in Hero, under a form and on a page of words.';

describe('names the file of', () => {
  const index = 'src/pages/index.astro';
  const hero = 'src/sections/Hero.astro';
  const comingSoon = 'src/sections/ComingSoon.astro';
  const footer = 'src/sections/Footer.astro';

  // prettier-ignore
  it.each<[what: string, file: string, message: string, change: Change]>([
    ['a footer in <main>', footer, '<footer> element is not permitted as content under <main>, at "A line".', add('main', '<footer>A line</footer>')],
    ['a paragraph outside of the sections', index, '<p> element is not permitted as content under <body>, at "Words".', add('body', '<p>Words</p>')],
    ['words outside of the sections', index, strayWords, add('main', 'Words')],
    ['words among cards', listFile ?? '', strayWords, add('main ul', 'Words')],
    ['an empty headline', hero, '<h1> cannot be empty, must have text content.', (page) => page.querySelector('h1')?.set_content('')],
    ['a link in a link', comingSoon, '<a> element is not permitted as a descendant of <a>, at "it".', add('#kept', '<a href="/"><b><a href="/">it</a></b></a>')],
    ['a dead link in the footer', footer, '"/no" is a broken link, ', add('footer', '<a href="/no">A</a>')],
    ['a dead link in a form', 'src/islands/WaitlistForm.tsx', '"/no" is a broken link, ', add('#join form', '<a href="/no">A</a>')],
    ['a dead link in the header’s island', 'src/islands/ScrollHeader.tsx', '"/no" is a broken link, ', add('header', '<a href="/no">A</a>')],
    ['a dead link of headerLinks', 'src/site.ts', '"/no" is a broken link, ', (page) => { remove('header nav')(page); add('header', '<nav><a href="/no">A</a></nav>')(page); }],
    ['a dead link in a header without an island', 'src/islands/PageHeader.tsx', '"/no" is a broken link, ', (page) => { unwrap('astro-island:has(header)')(page); add('header', '<a href="/no">A</a>')(page); }],
    ['a section that lacks its form', hero, 'There must be <Waitlist slot="form" id="join">.', remove('#join form')],
  ])('%s', async (_what, file, message, change) => {
    expect(await mistakesAfter(change)).toEqual([
      expect.stringContaining(`${file}: ${message}`),
    ]);
  });
});

it('names the file of a section in a folder', () => {
  const page = parse(
    '<main><section id="spring-news"><p>A</p></section></main>',
  );
  const paragraph = page.querySelector('p') ?? page;
  const file = 'src/sections/2027/SpringNews.astro';
  const files = ['src/pages/springnews.astro', file];
  expect(fileOf(paragraph, '', files)).toBe(file);
});

describe('a page of words', () => {
  // prettier-ignore
  it.each([
    ['allows a table', [], '<section><h1>A</h1><table><tr><td></td><th>B</th></tr><tr><th>C</th><td>D</td></tr></table></section>'],
    ['allows headings and a list', [], '<section><h1>A</h1><h2>B</h2><h3>C</h3><ul role="list"><li>D</li></ul></section>'],
    ['refuses a heading of a wrong level', ['Heading level can only increase by one, expected <h2> but got <h3>, at "B".'], '<section><h1>A</h1><h3>B</h3></section>'],
    ['refuses words outside of a paragraph', [strayWords], '<section><h1>A</h1>Words</section>'],
    ['refuses a paragraph outside of its section', ['<p> element is not permitted as content under <main>, at "Words".'], '<section><h1>A</h1></section><p>Words</p>'],
    ['refuses a link to an id of the front page', ['"#hero" is a broken link, '], '<section><h1>A</h1><a href="#hero">B</a></section>'],
    ['refuses a dead link in the header of a section', ['"/no" is a broken link, '], '<section><header><h1>A</h1><a href="/no">B</a></header></section>'],
  ])('%s', async (_what, mistakes, content) => {
    const change: Change = (page) =>
      page.querySelector('main')?.set_content(content);
    expect(await mistakesAfter(change, '404.html')).toEqual(
      mistakes.map((mistake) =>
        expect.stringContaining(`src/pages/404.astro: ${mistake}`),
      ),
    );
  });
});

it('allows a front page whose header is no island', async () => {
  const change = unwrap('astro-island:has(header)');
  expect(await mistakesAfter(change)).toEqual([]);
});

it('names the texts of a file that are on no page', () => {
  const file = 'test-results/Example.astro';
  const shown = '<p>Seen &amp; read</p><img src="/a.webp" alt="Seen">';
  const hidden = `<Card title="A">\n\nNot seen <Photo file="a.jpg" alt="A team" /></Card>`;
  writeFileSync(file, `${shown}\n${hidden}`);
  expect(unseenTexts(file, [{ root: parse(shown) }])).toEqual([
    expect.stringContaining(`${file}: "Not seen"`),
    expect.stringContaining(`${file}: "A team"`),
  ]);
});

it('tells of words that no page has, and once of what each page has', async () => {
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

it('fails the command, which prints the mistakes', () => {
  const project = 'test-results/check-command';
  mkdirSync(`${project}/dist`, { recursive: true });
  writeFileSync(`${project}/dist/404.html`, '');
  const script = resolve('scripts/editor/pages.ts');
  const { status, stderr } = spawnSync(process.execPath, [script], {
    cwd: project,
    env: cleanEnvironment(),
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      'dist/404.html: There must be words in title="…".\n' +
      'dist/404.html: There must be words in description="…".\n',
  });
});

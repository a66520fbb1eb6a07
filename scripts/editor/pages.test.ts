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
    ['a script that the policy blocks', hero, '"a()"', add('#hero', '<script>a()</script>')],
    ['a style that the policy blocks', index, '"p {}"', add('head', '<style>p {}</style>')],
    ['a file that the policy blocks', index, '"/b.json"', add('head', '<link rel="manifest" href="/b.json">')],
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

describe('a file or a form', () => {
  /** The mistakes of a page with a further element, and with a further source in its policy. */
  const mistakesWith = (element: string, source = '') =>
    mistakesAfter((page) => {
      const policy = page.querySelector('[http-equiv$=policy]');
      const content = policy?.getAttribute('content') ?? '';
      const [directive = ''] = source.split(' ');
      policy?.setAttribute('content', content.replace(directive, source));
      add('#hero .prose', element)(page);
    });

  // prettier-ignore
  it.each([
    ['https://a.example/b', '<img src="URL" alt="">'],
    ['https://a.example/b', '<img src="/icon.svg" srcset="/icon.svg 1x, URL 2x" alt="">'],
    ['https://a.example/b', '<video src="/icon.svg" poster="URL"></video>'],
    ['https://a.example/b', '<audio src="URL"></audio>'],
    ['https://a.example/b', '<video><source src="URL"></video>'],
    ['https://a.example/b', '<svg><image href="URL"></image></svg>'],
    ['https://a.example/b', '<svg><feImage xlink:href="URL"></feImage></svg>'],
    ['https://a.example/b', '<iframe src="URL" title="a"></iframe>'],
    ['https://a.example/b', '<script src="URL"></script>'],
    ['https://a.example/b', '<link rel="stylesheet" href="URL">'],
    ['https://a.example/b', '<form action="URL"><button type="submit">a</button></form>'],
    ['', '<form data-netlify="true"><button type="submit">a</button></form>'],
    ['https://a.example/b', '<button type="submit" formaction="URL">a</button>'],
    ['data:text/vtt,WEBVTT', '<video src="/icon.svg"><track src="URL"></video>'],
    ['/icon.svg', '<object data="URL"></object>'],
    // Files that do not exist
    ['/a, b.mp4', '<video src="URL"></video>'],
    ['/no.jpg', '<video src="/icon.svg" poster="URL"></video>'],
    ['/no.vtt', '<video src="/icon.svg"><track src="URL"></video>'],
    ['/no.webp', '<picture><source srcset="/icon.svg, URL 2x"><img src="/icon.svg" alt=""></picture>'],
  ])('refuses %j in %s', async (url, element) => {
    const mistakes = await mistakesWith(element.replace('URL', url));
    expectMistakes(mistakes, [[sectionFile('hero') ?? '', `"${url}"`]]);
  });

  // prettier-ignore
  it.each([
    ['', '<script type="application/ld+json">{}</script>'],
    ['', '<script src="/icon.svg"></script>'],
    ['', '<a href="https://a.example/b">a</a>'],
    ['', '<img src="/icon.svg?v=2" srcset="/%69con.svg 1x, /logo.svg 2x" alt="">'],
    ['form-action https://a.example', '<form action="https://a.example/b"><button type="submit">a</button></form>'],
    ['img-src data:', '<img src="data:image/gif;base64,R0=" alt="">'],
    ['default-src a.example', '<object data="https://a.example/b"></object>'],
    ['script-src https://a.example', '<script src="https://a.example/b"></script>'],
    ['script-src https://*.example/', '<script src="https://a.example/b"></script>'],
  ])('with %j allows %s', async (source, element) => {
    expect(await mistakesWith(element, source)).toEqual([]);
  });
});

it('allows a front page whose header is no island', async () => {
  const change = unwrap('astro-island:has(header)');
  expect(await mistakesAfter(change)).toEqual([]);
});

it('names the texts of a file that are on no page', () => {
  const file = 'test-results/Example.astro';
  const shown = '<p>Seen &amp; read</p><img src="/a.webp" alt="Seen">';
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

import { readFileSync } from 'node:fs';
import { transform } from '@astrojs/compiler-rs';
import { parse, type HTMLElement } from 'node-html-parser';
import { expect, it } from 'vitest';
import config from '../../astro.config.mjs';
import { locator } from '../../src/editing/locator';
import { parseSource, readSources } from '../../src/editing/sources';
import { fixedTexts, site } from '../../src/site';
import { invalidHtml, pageErrors } from './page-errors';
import { nameErrors, oldDrawings, sourceErrors } from './source-errors';

const words = { site, fixedTexts };
// Links to a part of the page become links to /, so that a test may remove that part.
const html = readFileSync('dist/index.html', 'utf8').replace(
  /(<a href=")[^"]*#[^"]*/g,
  '$1/',
);
const sources = readSources();

/** What the check says of a page. */
async function errorsOf(page: string, given: object = words) {
  const places = locator(sources, given as typeof words);
  return [
    ...(await Array.fromAsync(
      pageErrors(page, 'dist', places, given as typeof words),
    )),
    ...(await Array.fromAsync(invalidHtml(page, places))),
  ];
}

it('finds nothing to mend on the page as it is', async () => {
  expect(
    sources
      .flatMap((it) => [...nameErrors(it), ...sourceErrors(it, words)])
      .filter((it) => !it.startsWith('notice')),
  ).toEqual([]);
  expect(await errorsOf(html)).toEqual([]);
});

it('says of each fixed text that changes where it is mended, and how', async () => {
  const changed = Object.fromEntries(
    Object.entries(fixedTexts).map(([name]) => [name, `Other ${name}`]),
  );
  // The longest first: some are a part of others.
  const page = Object.entries(fixedTexts)
    .sort(([, one], [, other]) => other.length - one.length)
    .reduce((it, [name, text]) => it.replaceAll(text, `Other ${name}`), html);
  expect(await errorsOf(page, { site, fixedTexts: changed })).toEqual(
    Object.entries(fixedTexts).map(
      ([name, text]) =>
        `error: src/site.ts must say "${text}" again; or, if the owner has changed this promise, scripts/editor/contract.ts must have the line  ${name}: "Other ${name}",`,
    ),
  );
});

/** Adds to the end of the first paragraph of a section. */
const inTeams = (markup: string) => (page: HTMLElement) =>
  page.querySelector('#teams p')?.insertAdjacentHTML('beforeend', markup);
const before = (id: string, markup: string) => (page: HTMLElement) =>
  page.querySelector(`#${id}`)?.insertAdjacentHTML('beforebegin', markup);
const without = (selector: string) => (page: HTMLElement) =>
  page.querySelector(selector)?.remove();
const saying = (selector: string, text: string) => (page: HTMLElement) =>
  page.querySelector(selector)?.set_content(text);

it.each<[what: string, place: RegExp, edit: (page: HTMLElement) => unknown]>([
  [
    'a claim that is gone',
    /ComingSoon/,
    (page) =>
      page
        .querySelectorAll('#coming-soon li')
        .find(({ textContent }) => textContent === fixedTexts.perks)
        ?.remove(),
  ],
  ['a form that is gone', /Hero/, without('#join')],
  ['a section that is gone', /index/, without('#teams')],
  [
    'one card too few',
    /Teams/,
    (page) =>
      page
        .querySelectorAll('#teams li')
        .slice(3)
        .forEach((card) => card.remove()),
  ],
  [
    'a section outside',
    /Teams/,
    (page) =>
      page
        .querySelector('footer')
        ?.append(
          `<section id="new">${page.querySelector('#teams h3')?.toString()}</section>`,
        ),
  ],
  ['a title without words', /Future/, saying('#future h3', '')],
  [
    'a skipped level',
    /Future/,
    (page) =>
      page
        .querySelector('#future h3')
        ?.insertAdjacentHTML('beforebegin', '<h5>Deep</h5>'),
  ],
  ['a second headline', /Multiple <h1>/, before('teams', '<h1>Two</h1>')],
  [
    'eleven words',
    /Hero.astro:\d+ has a headline of 11/,
    saying('h1', 'a b c d – e f g h i j k'),
  ],
  ['a link to nowhere', /Teams/, inTeams('<a href="pricing">Pricing</a>')],
  ['no address', /Teams/, inTeams('<a href="#">Pricing</a>')],
  ['an id that is none', /Teams/, inTeams('<a href="/#price">Pricing</a>')],
  [
    'a file that is none',
    /Teams/,
    inTeams('<a href="/no.pdf#page=2">Pricing</a>'),
  ],
  ['a space in a link', /write %20/, inTeams('<a href="/logo .svg">Logo</a>')],
  [
    'a space around a link',
    /nothing around/,
    inTeams('<a href=" https://a.example">A</a>'),
  ],
  ['no mailbox', /is no address/, inTeams('<a href="mailto:a(at)b.c">A</a>')],
  ['two schemes', /no address/, inTeams('<a href="mailto:mailto:a@b.c">A</a>')],
  [
    'a script for a link',
    /leads nowhere: write a whole/,
    inTeams('<a href="javascript:alert()">A</a>'),
  ],
  [
    'a misspelled scheme',
    /leads nowhere: write a whole/,
    inTeams('<a href="htps://a.example">A</a>'),
  ],
  [
    'one slash too few',
    /leads nowhere: write a whole/,
    inTeams('<a href="https:/a.example">A</a>'),
  ],
  [
    'one’s own machine',
    /leads nowhere: write a whole/,
    inTeams('<a href="http://localhost:4321">A</a>'),
  ],
  [
    'no image',
    /Teams/,
    inTeams('<img src="/no.png" alt="" width="1" height="1">'),
  ],
  [
    'an image out of shape',
    /width="1200" height="630"/,
    inTeams(
      '<img src="/share.png" alt="" loading="lazy" width="400" height="400">',
    ),
  ],
  [
    'an image that is loaded at once',
    /loading="lazy"/,
    inTeams('<img src="/share.png" alt="A" width="1200" height="630">'),
  ],
  [
    'an image that is none',
    /Teams.* is no image that can be read/,
    inTeams(
      '<img src="/robots.txt" alt="a" loading="lazy" width="1" height="1">',
    ),
  ],
  [
    'an image without text',
    /alt/,
    inTeams('<img src="/logo.svg" loading="lazy" width="144" height="32">'),
  ],
  [
    'a network in the same tab',
    /Footer/,
    (page) => page.querySelector('footer a[target]')?.removeAttribute('target'),
  ],
  ['invalid HTML', /Teams/, inTeams('<div></div>')],
  [
    'letters without a face',
    /^notice: .* share image cannot set, 日/,
    saying('h1', '日'),
  ],
])('says one line about %s', async (_what, place, edit) => {
  const page = parse(html);
  edit(page);
  expect(await errorsOf(page.toString())).toEqual([
    expect.stringMatching(place),
  ]);
});

it.each([
  [4_000, /^notice: .* room for about [\d,]+ words more/],
  [9_000, /^error: .* about [\d,]+ words too many/],
])('says how much room %i words leave', async (count, advice) => {
  const page = parse(html);
  const words = Array.from({ length: count }, (_, i) =>
    (i * 7919).toString(36),
  );
  inTeams(words.join(' '))(page);
  expect(await errorsOf(page.toString())).toEqual([
    expect.stringMatching(advice),
  ]);
});

it('lets a link lead to all that can be opened', async () => {
  const page = parse(html);
  for (const address of [
    '/#teams',
    '#top',
    '/',
    '/logo.svg#page=2',
    '/%6Cogo.svg',
    'https://my-site.com',
    'mailto:a@b.example',
  ])
    inTeams(`<a href="${address}">A</a>`)(page);
  expect(await errorsOf(page.toString())).toEqual([]);
});

const imports = `---
import Card from '../components/Card.astro';
import Section from '../components/Section.astro';
import Page from '../layouts/Page.astro';
import Cut from '../components/artwork/Cut.astro';
import WaitlistForm from '../islands/WaitlistForm';
import { site } from '../site';
---
<Section id="a" heading={site.name}><Card title="a">b<Cut slot="artwork" /></Card></Section>
<Page title="“a”" description="a"><WaitlistForm client:interaction id="b" /></Page>
`;
const said = (file: string, content: string) => {
  const source = parseSource(file, Buffer.from(content));
  return source.syntaxError
    ? [source.syntaxError]
    : [...nameErrors(source), ...sourceErrors(source, words)];
};

it.each([
  ['{site.nam}', /"site.nam" is no word/],
  ['{sit}', /uses sit, which it does not know/],
  ['{site}', /stands for no word/],
  ['{ }', /stands for no word/],
  ['a ${site.name}', /shows the \$/],
  ['words // note', /shows a note/],
  ['<Card title="by {site.name}">a</Card>', /write `… \${site.name} …`/],
  ["{'by {site.name}'}", /write `… \${site.name} …`/],
  ['<p class=“b”>a</p>', /curly quote/],
  ['<p style="color: red">a</p>', /use the classes/],
  ['<p onclick="b()">a</p>', /policy blocks/],
  ['<p slot="leed">a</p>', /slots are artwork, lead/],
  ['<iframe src="https://a.example"></iframe>', /<iframe .*policy blocks/],
  ['<p><script>a()</script> b</p>', /<script>.* leave it out/],
  ['<style>a {}</style>', /<style>.* use the classes/],
  ['<form></form>', /<form>.* use <WaitlistForm/],
  ['<WaitlistForm id="b" />', /would send nothing/],
  ['<Card title="a"><h4>b</h4></Card>', /in a paragraph/],
  ['<Card title="a"><Cut /></Card>', /slot="artwork"/],
  ['<Page title="" description="a" />', /words between its quotes/],
  ['<Page title="a" description={``} />', /words between its quotes/],
  ["{[{ title: 'a', text: '' }]}", /words between its quotes/],
  [
    '<Card title="a"><Cut slot="artwork" /></Card>',
    /between its quotes or tags/,
  ],
  ['<p>a <a href="/"></a></p>', /between its quotes or tags/],
  ['<img src="/a.png" alt="" />', /between its quotes or tags/],
  ['<h1> </h1>', /between its quotes or tags/],
  ['<Card tittle="a">b</Card>', /a misspelled name/],
  ['<Section id="a" headin="a" />', /a misspelled name/],
  ["{[{ title: 'a', txt: 'b' }]}", /a misspelled name/],
  ['<Card title="a &amp; b">c</Card>', /as it stands/],
  ['<Card title={`<b>a</b>`}>b</Card>', /as it stands/],
  ["{[{ title: 'a', text: 'b&nbsp;c' }]}", /as it stands/],
  ['<p>\n**a** b</p>', /as it stands/],
  ['<p>[a](https://b.example)</p>', /as it stands/],
  ['<Page title={`${site.name}: a`} description="b" />', /name in the title/],
  ['<News />', /uses News, which it does not know/],
  ['<p>a <b>c</p>', /<b> needs its <\/b>/],
  ['<p class="a"<b>c</b></p>', /a tag needs its >/],
  ['<p>{a b}</p>', /must be &#123;/],
  ['<p>a } b</p>', /must be &#125;/],
  ["{['Bob's']}", /' in a text must be ’/],
  ["{['Bob]}", /quote is missing at the end/],
  ["{['\\users']}", /must be \\\\/],
  ['{[‘Bob’]}', /‘ must be a straight quote/],
  ['<Card title="a "b" c">d</Card>', /quote mark too many or too few/],
  ['<Card title="a"">d</Card>', /quote mark too many or too few/],
  ['<Card title="a>d</Card><p class="b">c</p>', /quote mark too many/],
  ['<p>\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n</p>', /merge conflict/],
])('finds a slip before the build: %s', (markup, advice) => {
  const [error = '', ...others] = said(
    'src/sections/A.astro',
    imports + markup,
  );
  expect(others).toEqual([]);
  expect(error).toMatch(advice);
  expect(error).toMatch(/^error: src\/sections\/A\.astro:1[12] /);
});

it.each([
  [
    'a fence that is forgotten',
    "---\nimport A from './A.astro';\n<p>a</p>",
    /:2 needs a line ---/,
  ],
  [
    'a lead apart from its heading',
    '---\nimport Section from \'../components/Section.astro\';\n---\n<Section heading="a">\n<p class="text-lede">a</p><p>b</p></Section>',
    /^notice: .*:5 has a lead/,
  ],
  [
    'a title too long for a reader, to whom &amp; is one letter',
    `---\nimport Page from './A.astro';\n---\n${['&'.repeat(58), '&'.repeat(59)].map((title) => `<Page title="${title}" description="a" />`).join('\n')}`,
    /^notice: .*:5 has a title of 71 letters/,
  ],
  [
    'an import too much',
    "---\nimport A from './Hero.astro';\n---",
    /^notice: .*:2 imports A and/,
  ],
])('finds %s', (_what, content, advice) => {
  expect(said('src/sections/A.astro', content)).toEqual([
    expect.stringMatching(advice),
  ]);
});

it('names the drawings of another name', () => {
  const logo = readFileSync('public/logo.svg', 'utf8');
  const [, drawn = ''] = /<title>(.*)<\/title>/.exec(logo) ?? [];
  expect([...oldDrawings(drawn)].join()).not.toContain('logo.svg');
  expect([...oldDrawings(`${drawn} two`)]).toHaveLength(2);
});

it('takes a text that only looks like code', () => {
  const text =
    '<p>On my-site.com, see our site. Or https://a.example/b — {site.name} knows &#123;more&#125;</p>';
  expect(said('src/sections/A.astro', imports + text)).toEqual([]);
});

it('names the line of src/site.ts that does not parse', () => {
  const content = readFileSync('src/site.ts', 'utf8');
  expect(said('src/site.ts', content.replace(/(name: .*),/, '$1'))).toEqual([
    expect.stringMatching(
      /^error: src\/site\.ts:4 cannot be read here, or just before/,
    ),
  ]);
  const latin1 = parseSource('src/site.ts', Buffer.from('é', 'latin1'));
  expect(latin1.syntaxError).toMatch(/:1 is not saved as UTF-8/);
});

it.each([
  ['https://My-Agency.com', true],
  ['https://müller-agentur.de', true],
  ['https://a.example/b', false],
  ['http://a.example', false],
])('takes %s as the page’s address: %s', (url, isTaken) => {
  const content = `const site = { url: '${url}' } as const;`;
  expect(said('src/site.ts', content)).toHaveLength(isTaken ? 0 : 1);
});

it.each(['h1', 'p'])(
  'keeps the spaces of lines of their own in <%s>',
  (tag) => {
    const text = `<${tag}>\n  see\n  <a href="/">our teams</a>\n  for more\n</${tag}>`;
    const { code } = transform(text, { compact: config.compressHTML ?? false });
    expect(code).toMatch(/see\s+<a href="\/">our teams<\/a>\s+for more/);
  },
);

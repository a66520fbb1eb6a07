import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { transform } from '@astrojs/compiler-rs';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import config from '../../astro.config.mjs';
import { locator, type Words } from '../../editing/locator';
import { parseSource } from '../../editing/sources';
import { promisedSections, promisedTexts } from './fixed-texts';
import { invalidHtml, pageErrors } from './page-errors';
import { nameErrors, oldDrawings, sourceErrors } from './source-errors';

// A page made for these tests, so that they hold no words of the real one.
const site = { name: 'Acme', social: [{ url: 'https://a.example/acme' }] };
const sections = promisedSections.map(
  ({ id, cards, texts, ...rest }) => `<section id="${id}">
${id === 'hero' ? '<h1>Weave</h1>' : `<h2>About ${id}</h2>`}
<p>Words of ${id}</p>
${'form' in rest ? `<div id="${rest.form}"><button type="button">Join</button></div>` : ''}
<ul>
${Array.from({ length: cards }, (_, card) => `<li><h3>Card ${card} of ${id}</h3></li>`).join('\n')}
${texts.map((name) => `<li>${promisedTexts[name]}</li>`).join('\n')}
</ul>
</section>`,
);
const sources = sections.map((section, index) =>
  parseSource(
    `src/sections/${promisedSections[index]?.id}.astro`,
    Buffer.from(section),
  ),
);
const html = `<!doctype html>
<html lang="en"><head><title>Acme</title></head><body>
<main>${sections.join('\n')}</main>
<footer><a href="https://a.example/acme" target="_blank" rel="noopener noreferrer">Acme</a></footer>
</body></html>`;

const folder = 'test-results/check';
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/name.pdf`, '');
  await sharp(readFileSync('public/icon.svg')).toFile(`${folder}/icon.png`);
});

/** What the check says of a page. */
async function errorsOf(page: string, fixedTexts = {}, files = sources) {
  const given = { site, fixedTexts: { ...promisedTexts, ...fixedTexts } };
  const places = locator(files, given as unknown as Words);
  const errors = [
    pageErrors(page, folder, places, given as unknown as Words),
    invalidHtml(page, places),
  ];
  const found = await Promise.all(errors.map((it) => Array.fromAsync(it)));
  return [...new Set(found.flat())];
}

/** The page with more at the end of a paragraph. */
const inTeams = (markup: string) =>
  html.replace('Words of teams', `$&${markup}`);
const words = (count: number) =>
  Array.from({ length: count }, (_, i) => (i * 7919).toString(36)).join(' ');
const pasted = 'Nothing is said again without a reason. ';

it('finds nothing to mend on a page that keeps its promises', async () => {
  expect(await errorsOf(html)).toEqual([]);
});

it.each([
  [/coming-soon.astro:1 must say/, promisedTexts.perks, 'Perks'],
  [/hero.astro:1 must hold the form/, 'id="join"', 'id="enter"'],
  [/index.astro must show the sections/, 'id="teams"', 'id="people"'],
  [/teams.astro:1 shows 3 cards/, '<h3>Card 3 of teams</h3>', 'Card'],
  [/future.astro:2 <h3> cannot be empty/, 'Card 0 of future', ''],
  [/Footer.astro must link to each/, 'a.example/acme', 'b.example'],
  [/Footer.* with target="_blank"/, 'target="_blank"', ''],
  [
    /teams.astro:6 stands outside/,
    '</main>',
    '$&<section id="a"><h3>Card 0 of teams</h3></section>',
  ],
  [/future.astro:2 .*level/i, '<h3>Card 0 of future', '<h5>A</h5>$&'],
  [/Initial heading level must be <h1>/, /h1>/g, 'p>'],
  [/Multiple <h1>/, '<h2>About teams', '<h1>Two</h1>$&'],
  [/hero.astro:\d has a headline of 11/, 'Weave', 'a b c d – e f g h i j k'],
  [/^notice: .* share image cannot set, 日/, 'Weave', '日'],
  [/teams.astro:2 at/, 'Words of teams', '$&<div></div>'],
  [/^notice: .*s.astro:2 says again "No/, 'Words of teams', pasted + pasted],
  [
    /teams.astro:7 shows a drawing .* id "a"/,
    /<h3>Card [01] of teams/g,
    '<svg><g id="a"></g></svg>$&',
  ],
  [
    /hero.astro:1 has a headline, and words .*: about [\d,]+ words too many/,
    'Words of hero',
    words(2_800),
  ],
  [/^notice: .* room for about [\d,]+ words/, 'Words of teams', words(7_500)],
  [/^error: .* about [\d,]+ words too many/, 'Words of teams', words(12_000)],
])('says one line about a page: %s', async (advice, text, other) => {
  expect(await errorsOf(html.replace(text, other))).toEqual([
    expect.stringMatching(advice),
  ]);
});

it('says where a fixed text is mended, and how', async () => {
  const success = 'Done';
  expect(await errorsOf(html, { success })).toEqual([
    `error: src/site.ts must say "${promisedTexts.success}" again; or, if the owner has changed this promise, scripts/editor/fixed-texts.ts must have the line  success: "Done",`,
  ]);
});

it('says where a text was pasted', async () => {
  const text = `<p>${pasted}</p>\n`.repeat(2);
  const file = parseSource('a.astro', Buffer.from(text));
  const page = html.replace('<p>Words of teams</p>', text);
  expect(await errorsOf(page, {}, [...sources, file])).toEqual([
    'notice: a.astro:2 says again "Nothing is said again without a reason.": leave it out there or where it stood before.',
  ]);
});

it.each([
  ...['pricing', '#', '/#price', '/no.pdf?v=2#page=2', 'javascript:alert()'],
  ...['htps://a.example', 'https:/a.example', 'http://localhost:4321'],
  ...['http://127.0.0.1:4321', '/icon .png', ' https://a.example'],
  ...['mailto:a(at)b.c', 'mailto:mailto:a@b.c'],
])('says one line about a link to %s', async (address) => {
  const advice = /\s/.test(address)
    ? 'has a space: write %20'
    : `${address.startsWith('mailto:') ? 'is no address' : 'leads nowhere'}: write`;
  const page = inTeams(`<a href="${address}">A</a>`);
  expect(await errorsOf(page)).toEqual([
    expect.stringContaining(`teams.astro:2 "${address}" ${advice}`),
  ]);
});

it.each([
  ...['/', '#top', '/#teams', '?ref=a', '/?ref=a', '/?ref=a#teams'],
  ...['/name.pdf#page=2', '/name.pdf?v=2', '/%6Eame.pdf'],
  ...['https://my-site.com', 'mailto:a@b.example?cc=c@d.example', 'tel:+49'],
])('lets a link lead to %s', async (address) => {
  const page = inTeams(`<a href="${address}">A</a>`);
  expect(await errorsOf(page)).toEqual([]);
});

const small = 'loading="lazy" width="9" height="9"';
it.each([
  ['src="/no.png" alt=""', [/is no file in public/]],
  ['src="/name.pdf" alt="A"', [/is no image that can be read/]],
  ['src="/icon.png" alt="A" width="9" height="9"', [/needs loading="lazy"/]],
  [
    'src="/icon.png" alt="A" loading="lazy" width="9" height="4"',
    [/width="32" height="32"/],
  ],
  [`src="/icon.png" ${small}`, [/alt/]],
  [`src="/icon.png" alt="" ${small}`, []],
])('looks at <img %s>', async (attributes, advice) => {
  expect(await errorsOf(inTeams(`<img ${attributes}>`))).toEqual(
    advice.map((it) => expect.stringMatching(it)),
  );
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
const given = { site, fixedTexts: promisedTexts } as unknown as Words;
const said = (file: string, content: string) => {
  const source = parseSource(file, Buffer.from(content));
  return source.syntaxError
    ? [source.syntaxError]
    : [...nameErrors(source), ...sourceErrors(source, given)];
};

it.each([
  ['{site.nam}', /"site.nam" is no word/],
  ['{sit}', /uses sit, which it does not know/],
  ['{site}', /stands for no word/],
  ['{ }', /stands for no word/],
  ['a ${site.name}', /shows the \$/],
  ['words // note', /shows a note/],
  ['<Card title="by {site.name}">a</Card>', /write `… \${site.name} …`/],
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
  ['<p>&nbsp;</p>', /between its quotes or tags/],
  ['<p>a <!-- b --></p>', /write {\/\* the note \*\/}/],
  ['<svg><path d="M0 0" /></svg>', /<svg> without words/],
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
  ['<p class="a"<b>c</b></p>', /Expected `>`/],
  ['<p>{a b}</p>', /must be &#123;/],
  ['<p>a } b</p>', /must be &#125;/],
  ["{['Bob's']}", /' in a text must be ’/],
  ["{['Bob]}", /quote is missing at the end/],
  ["{['\\users']}", /must be \\\\/],
  ['{[‘Bob’]}', /‘ must be a straight quote/],
  ['<Card title="a "b" c">d</Card>', /quote mark too many or too few/],
  ['<Card title="a>d</Card><p class="b">c</p>', /quote mark too many/],
  ['<p>\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n</p>', /merge conflict/],
])('finds a slip before the build: %s', (markup, advice) => {
  const found = said('src/sections/A.astro', imports + markup);
  expect(found).toEqual([expect.stringMatching(advice)]);
  expect(found[0]).toMatch(/^error: src\/sections\/A\.astro:1[12] /);
});

it.each([
  ["---\nimport A from './A.astro';\n<p>a</p>", /:2 needs a line ---/],
  ['<p>a<br />\n<br><br>b</p>', /^notice: .*:1 makes room/],
  ['<p>a\n&nbsp;&nbsp;b</p>', /^notice: .*:2 makes room/],
  [
    '---\nimport Section from "./A.astro";\n---\n<Section heading="a">\n<p class="text-lede">a</p></Section>',
    /^notice: .*:5 has a lead/,
  ],
  // To a reader &amp; is one letter.
  [
    `---\nimport Page from './A.astro';\n---\n${['&'.repeat(63), '&'.repeat(64)].map((title) => `<Page title="${title}" description="a" />`).join('\n')}`,
    /^notice: .*:5 has a title of 71 letters/,
  ],
  ["---\nimport A from './Hero.astro';\n---", /^notice: .*:2 imports A and/],
  ["---\nconst site = { url: 'http://a.b' };\n---", /:2 .* an address like/],
])('finds a slip in a file: %s', (content, advice) => {
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
    '<p>On my-site.com,<br />see&nbsp;our site. Or https://a.example/b — {site.name} knows &#123;more&#125;</p>{/* a note */}' +
    '<svg aria-hidden="true"><svg></svg></svg><svg role="img" aria-label="a"></svg><svg><title>a</title></svg>';
  expect(said('src/sections/A.astro', imports + text)).toEqual([]);
});

it('names the line of src/site.ts that does not parse', () => {
  expect(
    said('src/site.ts', "const site = {\n name: 'A'\n url: 'b' };"),
  ).toEqual([
    expect.stringMatching(/^error: src\/site\.ts:3 cannot be read here, or/),
  ]);
  const latin1 = parseSource('src/site.ts', Buffer.from('é', 'latin1'));
  expect(latin1.syntaxError).toMatch(/:1 is not saved as UTF-8/);
});

it('keeps the spaces of lines of their own', () => {
  const text = '<p>\n  see\n  <a href="/">our teams</a>\n  for more\n</p>';
  const { code } = transform(text, { compact: config.compressHTML ?? false });
  expect(code).toMatch(/see\s+<a href="\/">our teams<\/a>\s+for more/);
});

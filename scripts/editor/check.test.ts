import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { parse, type HTMLElement } from 'node-html-parser';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { error, lineOf } from './finding';
import { locator, type Words } from './locator';
import { invalidHtml, pageErrors } from './page-errors';
import { requiredSections, requiredTexts } from './required-content';
import { oldDrawings, wordErrors } from './source-errors';
import { parseSource } from './sources';

// A page made for these tests, so that they hold no words of the real one.
const site = { name: 'Acme', social: [{ url: 'https://a.example/acme' }] };
const sections = requiredSections.map(
  ({ id, cards, texts, ...rest }) => `<section id="${id}">
${id === 'hero' ? '<h1>Weave</h1>' : `<h2>About ${id}</h2>`}
<p>Words of ${id}</p>
${'form' in rest ? `<div id="${rest.form}"><button type="button">Join</button></div>` : ''}
<ul>
${Array.from({ length: cards }, (_, card) => `<li><h3>Card ${card} of ${id}</h3></li>`).join('\n')}
${texts.map((name) => `<li>${requiredTexts[name]}</li>`).join('\n')}
</ul>
</section>`,
);
const sources = sections.map((section, index) =>
  parseSource(
    `src/sections/${requiredSections[index]?.id}.astro`,
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

const words = { site, fixedTexts: requiredTexts } as unknown as Words;

/** What the check prints for a page. */
async function errorsOf(html: string, files = sources) {
  const places = locator(files, words);
  const page = { html, page: parse(html), folder, places, words };
  const found = [...(await pageErrors(page)), ...(await invalidHtml(page))];
  return [...new Set(found.map(lineOf))];
}

/** The page with more at the end of a paragraph. */
const inTeams = (markup: string) =>
  html.replace('Words of teams', `$&${markup}`);
const manyWords = (count: number) =>
  Array.from({ length: count }, (_, i) => (i * 7919).toString(36)).join(' ');
const pasted = 'Nothing is said again without a reason. ';

it('finds nothing to mend on a page that keeps its promises', async () => {
  expect(await errorsOf(html)).toEqual([]);
});

it.each([
  [/coming-soon.astro:1 must say/, requiredTexts.perks, 'Perks'],
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
  [/hero.astro:\d has a headline of 11/, 'Weave', 'a b c d – e f g h i j k'],
  [/^notice: .* share image cannot set, 日/, 'Weave', '日'],
  [
    /^notice: .*hero.astro:\d has "Transformations", which a narrow phone/,
    'Weave',
    'Transformations',
  ],
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
    manyWords(2_800),
  ],
  [
    /^notice: .* room for about [\d,]+ words/,
    'Words of teams',
    manyWords(7_500),
  ],
  [
    /^error: .* about [\d,]+ words too many/,
    'Words of teams',
    manyWords(12_000),
  ],
])('says one line about a page: %s', async (advice, text, other) => {
  expect(await errorsOf(html.replace(text, other))).toEqual([
    expect.stringMatching(advice),
  ]);
});

it('takes a long word that may be broken', async () => {
  for (const word of ['Trans&shy;formations', 'Hand-woven-keywords'])
    expect(await errorsOf(html.replace('Weave', word))).toEqual([]);
});

it('says where a text was pasted', async () => {
  const text = `<p>${pasted}</p>\n`.repeat(2);
  const file = parseSource('a.astro', Buffer.from(text));
  const page = html.replace('<p>Words of teams</p>', text);
  expect(await errorsOf(page, [...sources, file])).toEqual([
    'notice: a.astro:2 says again "Nothing is said again without a reason.": leave it out there or where it stood before.',
  ]);
});

it('finds a text with markup that goes to a slot, and the text around it', () => {
  const text =
    '<div>\n<p slot="lead">Each <b>step</b></p>\n<i>Words</i> of it\n</div>';
  const { placesOf } = locator(
    [parseSource('a.astro', Buffer.from(text))],
    words,
  );
  const shown = parse('<p>Each <b>step</b></p><div><i>Words</i> of it</div>');
  expect(shown.childNodes.map((it) => placesOf(it as HTMLElement))).toEqual([
    ['a.astro:2'],
    ['a.astro:3'],
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

/** What is said of a file without a build and without ESLint. */
function said(file: string, content: string) {
  const source = parseSource(file, Buffer.from(content));
  const { syntaxError } = source;
  return syntaxError ? [syntaxError] : [...wordErrors(source, words)];
}

it.each([
  ['<p>{site.nam}</p>', /^"site.nam" is no word/],
  ['<Page title={`${site.name}: a`} />', /name in the title/],
  ['<p class="a"<b>c</b></p>', /Expected `>`/],
  ['<p>{a b}</p>', /must be &#123;/],
  ['<p>a } b</p>', /must be &#125;/],
  ["{['Bob's']}", /' in a text must be ’/],
  ["{['Bob]}", /quote is missing at the end/],
  ["{['\\users']}", /must be \\\\/],
  ['{[‘Bob’]}', /‘ must be a straight quote/],
  ['<p><script>a()</script> b</p>', /<script>.* leave it out/],
  ['<Card title="a "b" c">d</Card>', /quote mark too many or too few/],
  ['<Card title="a>d</Card><p class="b">c</p>', /quote mark too many/],
  ['<p>\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n</p>', /merge conflict/],
])('finds a slip before the build: %s', (markup, advice) => {
  const content = `---\nconst a = 1;\n---\n${markup}`;
  expect(said('src/sections/A.astro', content)).toEqual([
    expect.objectContaining({
      place: expect.stringMatching(/^src\/sections\/A\.astro:[45]$/),
      advice: expect.stringMatching(advice),
    }),
  ]);
});

it('says where a tag opens that is not closed', () => {
  const content = '<p>\n<a href="/b>c">\n<a href="/">d</a>\n<b>é</b>\n</p>';
  expect(said('a.astro', content)).toMatchObject([
    {
      place: 'a.astro:2',
      advice: expect.stringMatching(/<a> needs its <\/a>/),
    },
  ]);
});

it('reads a file with a note to ESLint', () => {
  expect(said('a.astro', '---\n// eslint-disable-next-line\n---\n')).toEqual(
    [],
  );
});

it('says where the lines --- are missing', () => {
  const content = "---\nimport A from './A.astro';\n<p>a</p>";
  expect(said('a.astro', content)).toMatchObject([
    { place: 'a.astro:2', advice: expect.stringMatching(/^needs a line ---/) },
  ]);
});

it('counts the letters of a title as search results show them', () => {
  const content = [63, 64]
    .map((length) => `<Page title="${'&'.repeat(length)}" />`)
    .join('\n');
  expect(said('a.astro', content)).toMatchObject([
    {
      kind: 'notice',
      place: 'a.astro:2',
      advice: expect.stringMatching(/^has a title of 71 letters/),
    },
  ]);
});

/** What is said of `fixedTexts` with other lines. */
function saidOfTexts(fixedTexts: object) {
  const lines = Object.entries(fixedTexts)
    .map(([name, text]) => `  ${name}: ${JSON.stringify(text)},\n`)
    .join('');
  const content = `export const fixedTexts = {\n${lines}} as const;`;
  const source = parseSource('src/site.ts', Buffer.from(content));
  const given = { site, fixedTexts } as unknown as Words;
  return [...wordErrors(source, given)];
}

it('says which line a fixed text must have again, and what its owner does', () => {
  expect(saidOfTexts(requiredTexts)).toEqual([]);
  // The text of another line: the place is found by the name.
  const joining = requiredTexts.join;
  expect(saidOfTexts({ ...requiredTexts, joining })).toEqual([
    error(
      'src/site.ts:7',
      `must have the line  joining: "${requiredTexts.joining}",  again; or, if the owner has changed this promise, scripts/editor/required-content.ts must have the line  joining: "${joining}",  too`,
    ),
  ]);
  const { perks, ...others } = requiredTexts;
  expect(saidOfTexts(others)).toEqual([
    error(
      'src/site.ts:1',
      `must have the line  perks: "${perks}",  again; or, if the owner has changed this promise, scripts/editor/required-content.ts must have no line for perks too`,
    ),
  ]);
  expect(saidOfTexts({ ...requiredTexts, hint: 'A' })).toEqual([
    error(
      'src/site.ts:13',
      'must have no line for hint again; or, if the owner has changed this promise, scripts/editor/required-content.ts must have the line  hint: "A",  too',
    ),
  ]);
});

it('names the drawings of another name', () => {
  const logo = readFileSync('public/logo.svg', 'utf8');
  const [, drawn = ''] = /<title>(.*)<\/title>/.exec(logo) ?? [];
  expect([...oldDrawings(drawn)].map(lineOf).join()).not.toContain('logo.svg');
  expect([...oldDrawings(`${drawn} two`)]).toHaveLength(2);
});

it('names the line of src/site.ts that does not parse', () => {
  expect(
    said('src/site.ts', "const site = {\n name: 'A'\n url: 'b' };"),
  ).toMatchObject([
    {
      place: 'src/site.ts:3',
      advice: expect.stringMatching(/^cannot be read here, or/),
    },
  ]);
  const latin1 = parseSource('src/site.ts', Buffer.from('é', 'latin1'));
  expect(latin1.syntaxError).toMatchObject({
    place: 'src/site.ts:1',
    advice: expect.stringMatching(/^is not saved as UTF-8/),
  });
});

it('keeps the spaces of lines of their own', async () => {
  const file = resolve(folder, 'Spaces.astro');
  const text = '<p>\n  see\n  <a href="/">our teams</a>\n  for more\n</p>';
  // Vitest keeps what it has made of the same text with another astro.config.mjs.
  writeFileSync(file, `{/* ${Date.now()} */}${text}`);
  const { default: Spaces } = await import(file);
  const container = await AstroContainer.create();
  expect(await container.renderToString(Spaces)).toMatch(
    /see\s+<a href="\/">our teams<\/a>\s+for more/,
  );
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { parse } from 'node-html-parser';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { locationInFile } from './finding.ts';
import { pageErrors } from './page.ts';
import { requiredSections, requiredTexts } from './required-content.ts';
import { eslint, lintErrors } from './source.ts';

// A page made for these tests, so that they hold no words of the real one.
const section = ({
  id,
  cards = 0,
  form,
  texts = [],
}: (typeof requiredSections)[number]) => `
<section id="${id}">
${id === 'hero' ? '<h1>Weave</h1>' : `<h2>About ${id}</h2>`}
<p>Words of ${id}</p>
${form ? `<div id="${form}"><form><button type="submit">Join</button></form></div>` : ''}
${Array.from({ length: cards }, (_, card) => `<h3>Card ${card} of ${id}</h3>`).join('\n')}
${texts.map((name) => `<p>${requiredTexts[name]}</p>`).join('\n')}
</section>`;
const html = `<!doctype html>
<html lang="en"><head><title>Words · Acme</title></head><body>
<main>${requiredSections.map(section).join('\n')}</main>
</body></html>`;

const folder = 'test-results/check';
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/name.pdf`, '');
  const icon = sharp(readFileSync('public/icon.svg'));
  await icon.clone().toFile(`${folder}/icon.png`);
  // A photo of a camera that was turned: 20 px wide and 40 px high where it is shown.
  await icon
    .resize(40, 20, { fit: 'fill' })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(`${folder}/turned.jpg`);
});

/** What the check says of a page, as it prints it. */
async function errorsOf(html: string): Promise<string[]> {
  writeFileSync(`${folder}/index.html`, html);
  writeFileSync(`${folder}/404.html`, '<main><a href="/">Acme</a></main>');
  const findings = await pageErrors(folder);
  return findings.map(({ location, message }) => `${location} ${message}`);
}

const manyWords = (count: number) =>
  Array.from({ length: count }, (_, i) => (i * 7919).toString(36)).join(' ');

it('finds no mistake on a page that keeps its promises', async () => {
  expect(await errorsOf(html)).toEqual([]);
});

it.each([
  [/\/ComingSoon.astro .* must say/, requiredTexts.perks, 'Perks'],
  [/\/Hero.astro .* must hold the form/, 'id="join"', 'id="enter"'],
  [/\/index.astro:\d+ .* the sections/, 'id="teams"', 'id="people"'],
  [/\/Teams.astro.* too many/, 'Words of teams</p>', '$&<form></form>'],
  [/\/Teams.astro .* 3 cards/, '<h3>Card 3 of teams</h3>', 'Card'],
  [/\/Future.astro <h3> cannot be empty/, 'Card 0 of future', ''],
  [/\/Hero.astro .* up to its first form/, 'Words of hero', manyWords(2_800)],
])('reports one mistake: %s', async (line, text, other) => {
  const errors = await errorsOf(html.replace(text, other));
  expect(errors.filter((error) => line.test(error))).toHaveLength(1);
});

/** What the check says of a page with more at the end of a paragraph. */
const inTeams = (markup: string) =>
  errorsOf(html.replace('Words of teams', `$&${markup}`));

it.each([
  ...['pricing', '#', '/#price', '/no.pdf?v=2#page=2', 'javascript:alert()'],
  ...['htps://a.example', 'https:/a.example', 'http://localhost:4321'],
  ...['http://127.0.0.1:4321', '/icon .png', ' https://a.example'],
  ...['mailto:a(at)b.c', 'mailto:mailto:a@b.c'],
])('finds a link to %s', async (address) => {
  expect(await inTeams(`<a href="${address}">A</a>`)).toEqual([
    expect.stringContaining(`"${address}" leads nowhere`),
  ]);
});

it.each([
  ...['/', '#top', '/#teams', '?ref=a', '/?ref=a', '/?ref=a#teams'],
  ...['/name.pdf#page=2', '/name.pdf?v=2', '/%6Eame.pdf'],
  ...['https://my-site.com', 'mailto:a@b.example?cc=c@d.example', 'tel:+49'],
])('accepts a link to %s', async (address) => {
  expect(await inTeams(`<a href="${address}">A</a>`)).toEqual([]);
});

it.each([
  ['src="/no.png" alt=""', /is no file in public/],
  ['src="/name.pdf" alt="A"', /is no image that can be read/],
  ['src="/icon.png" alt="A" loading="lazy" width="9" height="4"', /width="32"/],
  ['src="/icon.png" alt="A" width="9" height="9"', /needs loading="lazy"/],
  ['src="/icon.png" loading="lazy" width="9" height="9"', /alt/],
])('finds <img %s>', async (attributes, message) => {
  expect(await inTeams(`<img ${attributes}>`)).toEqual([
    expect.stringMatching(message),
  ]);
});

it.each([
  'src="/icon.png" width="9" height="9"',
  'src="/turned.jpg" width="20" height="40"',
])('takes an image with its size: %s', async (attributes) => {
  expect(await inTeams(`<img ${attributes} alt="" loading="lazy">`)).toEqual(
    [],
  );
});

/** What the check says of a file. */
async function lint(filePath: string, content: string) {
  const results = await eslint.lintText(content, { filePath });
  return results.flatMap(lintErrors);
}

it.each([
  ['a tag that is not closed', /not closed.*'p'/, '<div>\n<p>\na\n</div>'],
  [
    'a quote that is missing',
    /quote/,
    '<p>\n<b class="a>c</b>\n</p>\n<p class="b">d</p>',
  ],
  [
    'an opening quote that is missing',
    /quote/,
    '<p>\n<b title=a b">c</b>\n</p>',
  ],
  ['a curly quote', /cannot be read/, '<p>\n<b title=“a b”>c</b>\n</p>'],
  [
    'a merge conflict',
    /merge conflict/,
    '<p>\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n</p>',
  ],
])('knows the line of %s', async (_what, message, markup) => {
  const file = 'src/sections/Example.astro';
  expect(await lint(file, `---\nconst a="1";\n---\n${markup}`)).toEqual([
    { location: `${file}:5`, message: expect.stringMatching(message) },
  ]);
});

it.each([
  ['words', 'two\n  words&nbsp;of <b>one</b> text', '<p>two words\u00A0of one'],
  [
    'words beside others',
    '{site.name} has one more word',
    '<p>A has one more word',
  ],
  ['an address', '<a href="/last">it</a>', '<a href="/last">A b c d'],
  [
    'an empty element',
    'its own four words <a></a>',
    '<p>its own four words <a>',
  ],
])('knows the line of %s', (_what, written, shown) => {
  const file = `${folder}/Example.astro`;
  writeFileSync(file, `<p>\n  The first paragraph\n  ${written}</p>`);
  const element = parse(shown).querySelectorAll('*').at(-1);
  expect(element && locationInFile(element, file)).toBe(`${file}:3`);
});

it('names the original of a fixed text', async () => {
  const site = readFileSync('src/site.ts', 'utf8');
  expect(await lint('src/site.ts', site)).toEqual([]);
  const line = site.slice(0, site.indexOf('perks:')).split('\n').length;
  const changed = site.replace(/perks: '/, '$&a');
  expect(await lint('src/site.ts', changed)).toEqual([
    {
      location: `src/site.ts:${line}`,
      message: expect.stringContaining(`perks: "${requiredTexts.perks}",`),
    },
  ]);
});

it('keeps the spaces around a tag on its own line', async () => {
  const path = resolve(folder, 'Spaces.astro');
  const text = '<p>\n  see\n  <a href="/">our teams</a>\n  for more\n</p>';
  // Vitest keeps what it has made of the same text with another astro.config.mjs.
  writeFileSync(path, `{/* ${Date.now()} */}${text}`);
  const { default: Spaces } = await import(path);
  const container = await AstroContainer.create();
  expect(await container.renderToString(Spaces)).toMatch(
    /see\s+<a href="\/">our teams<\/a>\s+for more/,
  );
});

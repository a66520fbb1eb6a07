import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { pageErrors } from './page.ts';
import { withoutPlaces, withPlaces } from './places.ts';
import {
  changedTexts,
  requiredSections,
  requiredTexts,
} from './required-content.ts';
import { eslint, lintFindings } from './source.ts';

// A page made for these tests, so that they hold no words of the real one.
const site = { name: 'Acme', social: [{ url: 'https://a.example/acme' }] };
const section = ({
  id,
  cards,
  form,
  texts,
}: (typeof requiredSections)[number]) => `
<section id="${id}" data-at="${id}.astro:1">
${id === 'hero' ? '<h1>Weave</h1>' : `<h2>About ${id}</h2>`}
<p data-at="${id}.astro:2">Words of ${id}</p>
${form ? `<div id="${form}"><form><button type="submit">Join</button></form></div>` : ''}
${Array.from({ length: cards }, (_, card) => `<h3>Card ${card} of ${id}</h3>`).join('\n')}
${texts.map((name) => `<p>${requiredTexts[name]}</p>`).join('\n')}
</section>`;
const html = `<!doctype html>
<html lang="en"><head><title>Words · Acme</title></head><body>
<main>${requiredSections.map(section).join('\n')}</main>
<footer data-at="Footer.astro:1"><a href="https://a.example/acme" target="_blank" rel="noopener noreferrer">Acme</a></footer>
</body></html>`;

const folder = 'test-results/check';
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/name.pdf`, '');
  await sharp(readFileSync('public/icon.svg')).toFile(`${folder}/icon.png`);
});

/** What the check says of a page, as it prints it. */
async function errorsOf(html: string): Promise<string[]> {
  const built = { html, folder, site, fixedTexts: requiredTexts };
  const found = await pageErrors(built as Parameters<typeof pageErrors>[0]);
  return found.map(({ place, advice }) => `${place} ${advice}`);
}

const manyWords = (count: number) =>
  Array.from({ length: count }, (_, i) => (i * 7919).toString(36)).join(' ');

it('finds nothing to mend on a page that keeps its promises', async () => {
  expect(await errorsOf(html)).toEqual([]);
});

it.each([
  [/^coming-soon.astro:1 .* must say/, requiredTexts.perks, 'Perks'],
  [/^hero.astro:1 .* must hold the form/, 'id="join"', 'id="enter"'],
  [
    /^teams.astro:\d .* too many/,
    'Words of teams</p>',
    '$&<form><button type="submit">Join</button></form>',
  ],
  [/must hold the sections/, 'id="teams"', 'id="people"'],
  [/^teams.astro:1 .* 3 cards/, '<h3>Card 3 of teams</h3>', 'Card'],
  [/^future.astro:1 <h3> cannot be empty/, 'Card 0 of future', ''],
  [/^Footer.astro:1 .* must link to/, 'a.example/acme', 'b.example'],
  [/^Footer.astro:1 .* target="_blank"/, 'target="_blank"', ''],
  [/has the name twice/, '<title>Words', '<title>Acme'],
  [
    /^teams.astro:1 .* drawing/,
    /<h3>Card [01] of teams/g,
    '<svg><g id="a"></g></svg>$&',
  ],
  [/^hero.astro:1 .* up to its first form/, 'Words of hero', manyWords(2_800)],
  [/The page has \d+ bytes/, 'Words of teams', manyWords(12_000)],
])('says one line about a page: %s', async (advice, text, other) => {
  const errors = await errorsOf(html.replace(text, other));
  expect(errors.filter((it) => advice.test(it))).toHaveLength(1);
});

/** What is said of a page with more at the end of a paragraph. */
const inTeams = (markup: string) =>
  errorsOf(html.replace('Words of teams', `$&${markup}`));

it.each([
  ...['pricing', '#', '/#price', '/no.pdf?v=2#page=2', 'javascript:alert()'],
  ...['htps://a.example', 'https:/a.example', 'http://localhost:4321'],
  ...['http://127.0.0.1:4321', '/icon .png', ' https://a.example'],
  ...['mailto:a(at)b.c', 'mailto:mailto:a@b.c'],
])('finds a link to %s', async (address) => {
  expect(await inTeams(`<a href="${address}">A</a>`)).toEqual([
    expect.stringContaining(`teams.astro:2 "${address}" leads nowhere`),
  ]);
});

it.each([
  ...['/', '#top', '/#teams', '?ref=a', '/?ref=a', '/?ref=a#teams'],
  ...['/name.pdf#page=2', '/name.pdf?v=2', '/%6Eame.pdf'],
  ...['https://my-site.com', 'mailto:a@b.example?cc=c@d.example', 'tel:+49'],
])('lets a link lead to %s', async (address) => {
  expect(await inTeams(`<a href="${address}">A</a>`)).toEqual([]);
});

it.each([
  ['src="/no.png" alt=""', /is no file in public/],
  ['src="/name.pdf" alt="A"', /is no image that can be read/],
  ['src="/icon.png" alt="A" loading="lazy" width="9" height="4"', /width="32"/],
  ['src="/icon.png" alt="A" width="9" height="9"', /needs loading="lazy"/],
  ['src="/icon.png" loading="lazy" width="9" height="9"', /alt/],
])('finds <img %s>', async (attributes, advice) => {
  expect(await inTeams(`<img ${attributes}>`)).toEqual([
    expect.stringMatching(advice),
  ]);
});

it('takes an image with its size', async () => {
  expect(
    await inTeams(
      '<img src="/icon.png" alt="" loading="lazy" width="9" height="9">',
    ),
  ).toEqual([]);
});

const file = 'src/sections/Example.astro';

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
])('knows the line of %s', async (_what, advice, markup) => {
  const content = `---\nconst a="1";\n---\n${markup}`;
  const results = await eslint.lintText(content, { filePath: file });
  expect(lintFindings(results).unreadable).toEqual([
    { place: `${file}:5`, advice: expect.stringMatching(advice) },
  ]);
});

it('knows the line of each tag, and a page without them', () => {
  const content = '---\nconst a = 1;\n---\n<p>\n  <Card {a}>b</Card>\n</p>\n';
  const annotated = withPlaces(content, file);
  expect(annotated).toContain(`<p data-at="${file}:4">`);
  expect(annotated).toContain(`<Card data-at="${file}:5" {a}>`);
  expect(withoutPlaces(annotated)).toBe(content);
});

it('says how a fixed text was', () => {
  expect([...changedTexts(requiredTexts)]).toEqual([]);
  expect([...changedTexts({ ...requiredTexts, perks: 'a' })]).toEqual([
    {
      place: expect.stringMatching(/^src\/site.ts:\d+$/),
      advice: expect.stringContaining(`perks: "${requiredTexts.perks}",`),
    },
  ]);
});

it('keeps the spaces of lines of their own', async () => {
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

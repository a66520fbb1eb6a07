import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { localBuild } from '../../tests/helpers/build.ts';
import { site } from '../../src/site.ts';
import { pageErrors } from './page.ts';
import { requiredTexts } from './required-content.ts';
import { eslint, lintErrors, unreadable } from './source.ts';

// A page made for these tests, so that they hold no words of the real one.
const html = `<!doctype html>
<html lang="en"><head><title>Words · Acme</title></head><body>
<main><section id="hero"><h1>Weave</h1><button type="button">Join</button></section>
<section id="teams"><h2>About</h2><p>Words of teams</p></section></main>
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

it('finds no mistake on a page that keeps its promises', async () => {
  expect(await errorsOf(html)).toEqual([]);
});

const words = (count: number) =>
  Array.from({ length: count }, (_, i) => (i * 7919).toString(36)).join(' ');

it('says by how much the first view is too large', async () => {
  const errors = await errorsOf(html.replace('Weave', words(4_000)));
  expect(errors).toEqual([
    expect.stringMatching(/Hero.astro .* \d+ more than/),
  ]);
});

it('has room for 600 bytes more of words in the first view', async () => {
  const real = readFileSync(`${localBuild.directory}/index.html`, 'utf8');
  const errors = await errorsOf(
    real.replace('</h1>', `${words(200).slice(0, 600)}$&`),
  );
  expect(errors.filter((error) => error.includes('first form'))).toEqual([]);
});

/** What the check says of a page with more at the end of a paragraph. */
const inTeams = (markup: string) =>
  errorsOf(html.replace('Words of teams', `$&${markup}`));

it.each([
  ...['pricing', '#', '/#price', '/no.pdf?v=2#page=2', 'javascript:alert()'],
  ...['htps://a.example', 'https:/a.example', 'http://localhost:4321'],
  ...['http://127.0.0.1:4321', '/icon .png', ' https://a.example'],
  ...['mailto:a(at)b.c', 'mailto:mailto:a@b.c', 'mailto://a@b.example'],
  ...['tel:', 'tel:+49 30 1234', `${site.url}/no`, `${site.url}/#price`],
])('finds a link to %s', async (address) => {
  expect(await inTeams(`<a href="${address}">A</a>`)).toEqual([
    expect.stringContaining(`Teams.astro "${address}" `),
  ]);
});

it.each(['[object Object]', 'undefined', 'NaN'])('finds %s', async (word) => {
  expect(await inTeams(` ${word}`)).toEqual([
    expect.stringContaining(`Teams.astro Visitors would read "${word}"`),
  ]);
});

it.each([
  ...['/', '#top', '/#teams', '?ref=a', '/?ref=a', '/?ref=a#teams'],
  ...['/name.pdf#page=2', '/name.pdf?v=2', '/%6Eame.pdf'],
  ...['https://my-site.com', 'mailto:a@b.example?cc=c@d.example', 'tel:+49'],
  ...['tel:(030)12-34', site.url, `${site.url}/#teams`, `${site.url}/name.pdf`],
])('accepts a link to %s', async (address) => {
  expect(await inTeams(`<a href="${address}">A</a>`)).toEqual([]);
});

it.each([
  ['src="/no.png" alt=""', /is no file in public/],
  ['src="/name.pdf" alt="A"', /is no image that can be read/],
  ['src="/icon.png" alt="A" loading="lazy" width="9" height="4"', /width="32"/],
  ['src="/icon.png" alt="A" width="9" height="9"', /needs loading="lazy"/],
  ['src="/icon.png" loading="lazy" width="9" height="9"', /alt/],
  ['src="/icon.png" srcset="https://a.example/a.png 2x" alt=""', /srcset/],
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
  const notRead = results.flatMap(unreadable);
  return notRead.length > 0 ? notRead : results.flatMap(lintErrors);
}

// prettier-ignore
it.each([
  ['a tag that is not closed', 5, /not closed.*'p'/, '<p>\na\n</div>'],
  ['the outermost tag, not closed', 4, /^<div> is not closed/, '<p>a</p>'],
  ['a missing quote', 5, /quote/, '<b class="a>c</b>\n<p class="b">d</p></div>'],
  ['a missing opening quote', 5, /quote/, '<b title=a b">c</b>\n</div>'],
  ['a curly quote', 5, /cannot be read/, '<b title=“a b”>c</b>\n</div>'],
  ['UTF-16', 1, /UTF-8/, '<\0/\0d\0i\0v\0>\0'],
  ['a missing line ---', 1, /two lines ---/, '</div>', '---\nconst a="1";\n'],
])('knows the line of %s', async (_what, line, message, markup, top = '---\n\n---') => {
  const file = 'src/sections/Teams.astro';
  expect(await lint(file, `${top}\n<div>\n${markup}`)).toEqual([
    { location: `${file}:${line}`, message: expect.stringMatching(message) },
  ]);
});

it.each([
  ['retyped', /perks: '/, '$&a'],
  ['deleted', /perks: .*\n/, ''],
])('knows the line of a fixed text that is %s', async (_what, from, to) => {
  const site = readFileSync('src/site.ts', 'utf8');
  expect(await lint('src/site.ts', site)).toEqual([]);
  expect(await lint('src/site.ts', site.replace(from, to))).toEqual([
    {
      location: expect.stringMatching(/^src\/site.ts:\d+$/),
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

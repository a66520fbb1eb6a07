import { readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { parse, type HTMLElement } from 'node-html-parser';
import sharp from 'sharp';
import { pageErrors, sourceErrors } from '../scripts/editor/check';
import { fixedTexts, site } from '../src/site';

const html = readFileSync('dist/index.html', 'utf8');
const page = parse(html);
const textOf = (selector: string) =>
  page
    .querySelectorAll(selector)
    .map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());

for (const [name, text] of Object.entries(fixedTexts))
  test(`a change of "${name}" is one short line that names its place`, () => {
    const words = {
      site,
      fixedTexts: { ...fixedTexts, [name]: 'Other words' },
    };
    const [[place = '', advice = ''] = [], ...others] = pageErrors(
      html.replaceAll(text, 'Other words'),
      words,
    );
    expect(others).toEqual([]);
    const [file = '', line] = place.split(':');
    expect(file).toBe('src/site.ts');
    const source = readFileSync(file, 'utf8').split('\n');
    expect(source[Number(line) - 1]).toContain(text);
    expect(advice).toContain(text);
    expect(`error: ${place} ${advice}`.length).toBeLessThan(300);
  });

const breaks: [what: string, file: RegExp, how: (page: HTMLElement) => void][] =
  [
    [
      'a claim that is gone',
      /ComingSoon/,
      (it) => it.querySelector('#coming-soon li')?.remove(),
    ],
    [
      'a form that is gone',
      /Hero/,
      (it) => it.querySelector('#join')?.remove(),
    ],
    [
      'a section that is gone',
      /index/,
      (it) => it.querySelector('#teams')?.remove(),
    ],
    [
      'one card too few',
      /Teams/,
      (it) => it.querySelector('#teams li')?.remove(),
    ],
    [
      'a page without a title',
      /index/,
      (it) => it.querySelector('title')?.set_content('Briefloom · '),
    ],
    [
      'a section without a name',
      /Teams/,
      (it) =>
        it
          .querySelector('#teams')
          ?.insertAdjacentHTML(
            'beforebegin',
            `<section>${it.querySelector('#teams h3')?.outerHTML}</section>`,
          ),
    ],
    [
      'a title without words',
      /Future/,
      (it) => it.querySelector('#future h3')?.set_content(''),
    ],
    [
      'a level that is skipped',
      /Future/,
      (it) =>
        it
          .querySelector('#future h3')
          ?.insertAdjacentHTML('beforebegin', '<h5>Deep</h5>'),
    ],
    [
      'a second headline',
      /Hero/,
      (it) =>
        it
          .querySelector('#teams')
          ?.insertAdjacentHTML('beforebegin', '<h1>Two</h1>'),
    ],
    [
      'a headline of eleven words',
      /Hero/,
      (it) => it.querySelector('h1')?.set_content('a b c d e f g h i j k'),
    ],
    [
      'a link that leads nowhere',
      /Teams/,
      (it) =>
        it
          .querySelector('#teams p')
          ?.insertAdjacentHTML('beforeend', '<a href="pricing">Pricing</a>'),
    ],
    [
      'an image that is not there',
      /Teams/,
      (it) =>
        it
          .querySelector('#teams p')
          ?.insertAdjacentHTML(
            'beforeend',
            '<img src="/no.png" alt="" width="1" height="1">',
          ),
    ],
    [
      'a network that opens in the same tab',
      /Footer/,
      (it) => it.querySelector('footer a')?.removeAttribute('target'),
    ],
    [
      'invalid HTML',
      /Teams/,
      (it) =>
        it
          .querySelector('#teams p')
          ?.insertAdjacentHTML('beforeend', '<div></div>'),
    ],
  ];

for (const [what, file, how] of breaks)
  test(`${what} is one line that names its file`, () => {
    const broken = parse(html);
    how(broken);
    const [[place = '', advice = ''] = [], ...others] = pageErrors(
      broken.toString(),
      { site, fixedTexts },
    );
    expect(others).toEqual([]);
    expect(place).toMatch(file);
    expect(`error: ${place} ${advice}`.length).toBeLessThan(300);
  });

for (const [what, line] of [
  ['a word of src/site.ts that is misspelled', '{site.nam} weaves'],
  ['a curly quote that came by pasting', '<Section heading=“Words” />'],
  ['a section that is imported only', "import News from './News.astro';"],
])
  test(`${what} is found before the build`, () => {
    expect([
      ...sourceErrors('Hero.astro', `\n${line}`, { site, fixedTexts }),
    ]).toEqual([['Hero.astro:2', expect.any(String)]]);
  });

test('the graph tells the truth about the page', () => {
  const graph = JSON.parse(
    page.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
  );
  expect(
    graph['@graph'].map((node: { '@type': string }) => node['@type']),
  ).toEqual(['Organization', 'WebSite', 'WebPage', 'SoftwareApplication']);
  const ids = new Set(
    graph['@graph'].map((node: { '@id': string }) => node['@id']),
  );
  const references = JSON.stringify(graph).matchAll(/\{"@id":"([^"]+)"\}/g);
  for (const [, id] of references) expect(ids).toContain(id);
  expect(JSON.stringify(graph)).not.toMatch(
    /"(aggregateRating|review|price|offers|author)"/i,
  );
});

test('every address is absolute and of one origin', async () => {
  const origin = site.url;
  const meta = (property: string) =>
    page.querySelector(`meta[property="${property}"]`)?.getAttribute('content');
  const canonical = page
    .querySelector('link[rel=canonical]')
    ?.getAttribute('href');
  expect(canonical).toBe(`${origin}/`);
  expect(meta('og:url')).toBe(canonical);
  expect(meta('og:image')).toBe(`${origin}/share.png`);
  expect(await readFile('dist/sitemap-0.xml', 'utf8')).toContain(
    `<loc>${origin}/</loc>`,
  );
  expect(await readFile('dist/robots.txt', 'utf8')).toContain(
    `Sitemap: ${origin}/sitemap-index.xml`,
  );
  expect(await readFile('dist/llms.txt', 'utf8')).toContain(`(${origin}/)`);
});

test('the share image is what Open Graph says it is', async () => {
  const { width, height, format, size } = await sharp(
    await readFile('dist/share.png'),
  ).metadata();
  expect({ width, height, format }).toEqual({
    width: 1200,
    height: 630,
    format: 'png',
  });
  expect(size).toBeLessThan(100_000);
  expect(
    page
      .querySelector('meta[property="og:image:alt"]')
      ?.getAttribute('content'),
  ).toBeTruthy();
});

test('llms.txt says what the page says', async () => {
  const text = await readFile('dist/llms.txt', 'utf8');
  expect(text).toMatch(new RegExp(`^# ${site.name}\n\n> `));
  for (const heading of textOf('main h1, main h2, main h3'))
    expect(text).toContain(heading);
});

test('no secret is in what is published', async () => {
  for await (const file of glob('dist/**/*.*')) {
    expect(await readFile(file, 'utf8'), file).not.toContain('sb_secret_');
  }
});

import { existsSync, readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { parse } from 'node-html-parser';
import sharp from 'sharp';
import { site } from '../src/site';

const html = readFileSync('dist/index.html', 'utf8');
const page = parse(html);
const main = page.querySelector('main');
const textOf = (selector: string) =>
  page
    .querySelectorAll(selector)
    .map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());

test('every literal text of the contract stands on the page', () => {
  const text = (page.querySelector('body')?.textContent ?? '').replace(
    /\s+/g,
    ' ',
  );
  for (const literal of [
    'Join Waitlist',
    'Join 500+ agencies already on the waitlist',
    'Beta launching Q1 2026',
    'Early access perks included',
    'Joining the waitlist needs JavaScript.',
  ]) {
    expect(
      text,
      `The page must say "${literal}": bring it back to its section in src/sections.`,
    ).toContain(literal);
  }
  const placeholders = page
    .querySelectorAll('input')
    .map((input) => input.getAttribute('placeholder'));
  expect(placeholders, 'Both forms ask "Enter your email".').toEqual([
    'Enter your email',
    'Enter your email',
  ]);
});

test('the sections stand in their order', () => {
  const ids = main?.querySelectorAll('section').map((section) => section.id);
  expect(ids).toEqual([
    'hero',
    'problem',
    'platform',
    'future',
    'teams',
    'coming-soon',
  ]);
  expect(textOf('#problem h3')).toHaveLength(3);
  expect(textOf('#platform h3')).toHaveLength(4);
  expect(textOf('#future h3')).toHaveLength(3);
  expect(textOf('#teams h3')).toHaveLength(4);
});

test('headings go down one level at a time', () => {
  const headings = page.querySelectorAll('h1, h2, h3, h4, h5, h6');
  let level = 0;
  for (const heading of headings) {
    const next = Number(heading.tagName.slice(1));
    expect(
      next,
      `"${heading.textContent.trim()}" is an h${next} right after an h${level}: use h${level + 1}.`,
    ).toBeLessThanOrEqual(level + 1);
    level = next;
  }
  expect(headings.filter(({ tagName }) => tagName === 'H1')).toHaveLength(1);
  expect(
    textOf('h1')[0]?.split(' ').length,
    'The headline has at most ten words.',
  ).toBeLessThanOrEqual(10);
});

test('every link leads somewhere', () => {
  for (const link of page.querySelectorAll('a, link')) {
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith('#')) {
      expect(
        page.querySelector(href),
        `The link "${link.textContent.trim()}" leads to ${href}, which is no id on the page.`,
      ).not.toBeNull();
    } else if (href.startsWith('/')) {
      expect(
        existsSync(`dist${href}`),
        `${href} is linked, and no such file is built.`,
      ).toBe(true);
    } else {
      expect(URL.canParse(href), `"${href}" is no address.`).toBe(true);
    }
  }
  const outbound = page.querySelectorAll('footer a');
  expect(outbound.map(({ textContent }) => textContent.trim())).toEqual(
    site.social.map(({ name }) => name),
  );
  for (const link of outbound) {
    expect(link.attributes).toMatchObject({
      target: '_blank',
      rel: 'noopener noreferrer',
    });
  }
});

test('every image exists, has an alt text and a size', () => {
  const images = page.querySelectorAll('img');
  expect(images.length).toBeGreaterThan(0);
  for (const image of images) {
    const { src = '', alt, width, height } = image.attributes;
    expect(
      alt,
      `${src} needs an alt text; an empty one if it is decoration.`,
    ).toBeDefined();
    expect(
      existsSync(`dist${src}`),
      `${src} is shown, and no such file is built.`,
    ).toBe(true);
    expect(
      Number(width) * Number(height),
      `${src} needs width and height, or the page shifts.`,
    ).toBeGreaterThan(0);
  }
});

test('the HTML is valid', async () => {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
  // Astro's own style for islands stands in the body, where HTML allows none.
  const { results } = await validator.validateString(
    html.replace(/<style>astro-island[^<]*<\/style>/, ''),
  );
  const problems = results.flatMap(({ messages }) => messages);
  expect(
    problems.map(({ message, selector }) => `${message} (${selector})`),
  ).toEqual([]);
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

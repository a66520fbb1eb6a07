import { readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { site } from '../site';

const page = parse(readFileSync('dist/index.html', 'utf8'));
const origin = new URL(site.url).origin;

it('has structured data whose references resolve, and which claims no ratings, prices or authors', () => {
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

it('has absolute URLs of one origin', async () => {
  const meta = (property: string) =>
    page.querySelector(`meta[property="${property}"]`)?.getAttribute('content');
  const canonical = page.querySelector('link[rel=canonical]');
  expect(canonical?.getAttribute('href')).toBe(`${origin}/`);
  expect(meta('og:url')).toBe(`${origin}/`);
  expect(meta('og:image')).toBe(`${origin}/share.png`);
  for (const [file, address] of [
    ['sitemap-0.xml', `<loc>${origin}/</loc>`],
    ['robots.txt', `Sitemap: ${origin}/sitemap-index.xml`],
    ['llms.txt', `(${origin}/)`],
  ] as const)
    expect(await readFile(`dist/${file}`, 'utf8')).toContain(address);
});

it('publishes no secret', async () => {
  for await (const file of glob('dist/**/*.*'))
    expect(await readFile(file, 'utf8'), file).not.toContain('sb_secret_');
});

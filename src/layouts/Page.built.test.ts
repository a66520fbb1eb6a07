import { readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import browserslistToEsbuild from 'browserslist-to-esbuild';
import { transform } from 'esbuild';
import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { site } from '../site.ts';

const html = readFileSync('dist/index.html', 'utf8');
const page = parse(html);
const inlineScripts = page
  .querySelectorAll('script:not([type])')
  .map(({ textContent }) => textContent);
const origin = new URL(site.url).origin;

it('has structured data with valid references, and without ratings, prices or authors', () => {
  const json = page.querySelector('script[type$=json]')?.textContent ?? '';
  const nodes: Record<'@type' | '@id', string>[] = JSON.parse(json)['@graph'];
  expect(nodes.map((node) => node['@type'])).toEqual([
    'Organization',
    'WebSite',
    'WebPage',
    'SoftwareApplication',
  ]);
  const ids = nodes.map((node) => node['@id']);
  const references = json.matchAll(/\{"@id":"([^"]+)"\}/g);
  for (const [, id] of references) expect(ids).toContain(id);
  expect(json).not.toMatch(/"(aggregateRating|review|price|offers|author)"/i);
});

it('has absolute URLs of one origin', async () => {
  const meta = (property: string) =>
    page.querySelector(`meta[property="${property}"]`)?.getAttribute('content');
  const canonical = page.querySelector('link[rel=canonical]');
  expect(canonical?.getAttribute('href')).toBe(`${origin}/`);
  expect(meta('og:url')).toBe(`${origin}/`);
  expect(meta('og:image')).toBe(`${origin}/share.png`);
  for (const [file, url] of [
    ['sitemap-0.xml', `<loc>${origin}/</loc>`],
    ['robots.txt', `Sitemap: ${origin}/sitemap-index.xml`],
    ['llms.txt', `(${origin}/)`],
  ] as const)
    expect(await readFile(`dist/${file}`, 'utf8')).toContain(url);
});

it('has a page for unknown URLs, which leads to the front page, and which nobody lists', async () => {
  const missing = parse(await readFile('dist/404.html', 'utf8'));
  const hrefs = missing
    .querySelectorAll('header a')
    .map((link) => link.getAttribute('href'));
  expect(hrefs.at(0)).toBe('/');
  expect(hrefs.at(-1)).toBe('/#join');
  expect(page.getElementById('join')).not.toBeNull();
  expect(missing.querySelector('[name=robots]')?.outerHTML).toContain(
    'noindex',
  );
  for (const file of ['sitemap-0.xml', 'llms.txt'])
    expect(await readFile(`dist/${file}`, 'utf8')).not.toContain('/404');
  const graph = missing.querySelector('script[type$=json]')?.textContent;
  expect(graph).toContain(`"${origin}/404/#webpage"`);
  expect(graph).not.toContain('SoftwareApplication');
});

it('has a Content-Security-Policy that allows only what the page needs', () => {
  const [policy = ''] =
    /(?<=content-security-policy" content=")[^"]+/.exec(html) ?? [];
  const directives = policy.replaceAll(/( 'sha256-[^']+')+/g, " 'hash'");
  expect(directives.split(/; */).sort()).toEqual([
    '',
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "font-src 'self'",
    "form-action 'none'",
    "img-src 'self'",
    "script-src 'self' 'hash'",
    "style-src 'self' 'hash'",
  ]);
  const inline = page.querySelectorAll('script:not([type]), style');
  expect(policy.match(/'sha256-/g)).toHaveLength(inline.length);
});

it('ships only scripts that the oldest listed browsers can parse', async () => {
  const files = await Array.fromAsync(glob('dist/_astro/*.js'));
  const scripts = files.map((file) => readFileSync(file, 'utf8'));
  for (const script of [...inlineScripts, ...scripts]) {
    const parsed = await transform(script, { target: 'esnext' });
    // esbuild rewrites syntax and regular expressions that a target lacks.
    const lowered = await transform(script, {
      target: browserslistToEsbuild(),
      // Safari 11.1 has \p{Cf}; esbuild's table asks for the classes of the newest Unicode.
      supported: { 'regexp-unicode-property-escapes': true },
    });
    expect(lowered.code === parsed.code, script.slice(0, 80)).toBe(true);
    // A build makes a string of a regular expression that its target lacks.
    expect(script).not.toMatch(/\(\?<[=!]/);
  }
});

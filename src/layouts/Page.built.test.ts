import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import browserslistToEsbuild from 'browserslist-to-esbuild';
import { transform } from 'esbuild';
import { parse, type HTMLElement } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { cleanEnvironment } from '../../tests/helpers/environment.ts';
import StructuredData from '../components/StructuredData.astro';
import { firstFormUrl } from '../islands/goToForm.ts';
import { site } from '../site.ts';
import { colors } from '../styles/colors.ts';

const origin = new URL(site.url).origin;

/** All pages that Astro builds, by the name of their file; an HTML file in `public` is not one. */
const pages = globSync('**/*.html', { cwd: 'dist' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => !existsSync(`public/${name}`))
  .map((name) => ({
    name,
    page: parse(readFileSync(`dist/${name}`, 'utf8')),
    // `/` for index.html, `/404/` for 404.html, `/pricing/` for pricing/index.html
    path: `/${name.replace(/(index)?\.html$/, '/')}`.replaceAll('//', '/'),
  }));

/** The page of a file in `dist`. */
function built(name: string): HTMLElement {
  const found = pages.find((page) => page.name === name);
  if (!found) throw new Error(`There is no dist/${name}.`);
  return found.page;
}

const isInDist = (path = '') => path !== '' && existsSync(`dist${path}`);

/** The inline scripts that a browser runs: JSON-LD is data. */
const inlineScripts = (page: HTMLElement) =>
  page.querySelectorAll('script:not([src], [type$=json])');

describe.each(pages)('$name', ({ name, page, path }) => {
  it('has the whole head', () => {
    const url = origin + path;
    const title = page.querySelector('title')?.textContent ?? '';
    expect(title).toMatch(/^\S/);
    expect(title.endsWith(` · ${site.name}`), title).toBe(true);
    const description = page
      .querySelector('[name=description]')
      ?.getAttribute('content');
    expect(description).toMatch(/\S/);
    const styles = page
      .querySelectorAll('style')
      .map((style) => style.innerHTML);
    const [typeface] =
      /(?<=url\()[^)]*\/newsreader\.[^)]*/.exec(styles.join()) ?? [];
    // prettier-ignore
    const table: [selector: string, attribute: string, values: unknown[]][] = [
      ['html', 'lang', ['en']],
      ['meta[charset]', 'charset', ['utf-8']],
      ['[name=viewport]', 'content', ['width=device-width, initial-scale=1']],
      ['[name=description]', 'content', [description]],
      ['[name=theme-color]', 'content', [colors.page]],
      // Netlify serves 404.html at its own URL, too.
      ['[name=robots]', 'content', name === '404.html' ? ['noindex'] : []],
      ['[rel=canonical]', 'href', [url]],
      ['[rel=icon]', 'href', ['/favicon.ico', '/icon.svg']],
      ['[rel=icon]', 'sizes', ['32x32', undefined]],
      ['[rel=apple-touch-icon]', 'href', ['/apple-touch-icon.png']],
      ['[property="og:type"]', 'content', ['website']],
      ['[property="og:site_name"]', 'content', [site.name]],
      ['[property="og:title"]', 'content', [title]],
      ['[property="og:description"]', 'content', [description]],
      ['[property="og:url"]', 'content', [url]],
      ['[property="og:image"]', 'content', [`${origin}/share.png`]],
      ['[property="og:image:width"]', 'content', ['1200']],
      ['[property="og:image:height"]', 'content', ['630']],
      ['[property="og:image:alt"]', 'content', [title]],
      ['[name="twitter:card"]', 'content', ['summary_large_image']],
      // In <body>: Page.astro says why.
      ['body > [rel=preload]', 'as', ['font']],
      ['body > [rel=preload]', 'crossorigin', ['']],
      ['body > [rel=preload]', 'href', [typeface]],
    ];
    const head = table.map(([selector, attribute]) => [
      selector,
      attribute,
      page
        .querySelectorAll(selector)
        .map((element) => element.getAttribute(attribute)),
    ]);
    expect(head).toEqual(table);
  });

  it('has the files of its icons and its typeface', () => {
    const links = page.querySelectorAll('[rel$=icon], [rel=preload]');
    const missing = links
      .map((link) => link.getAttribute('href'))
      .filter((href) => !isInDist(href));
    expect(missing).toEqual([]);
  });

  it('has a Content-Security-Policy that allows only what the page needs', () => {
    const hashes = (elements: HTMLElement[]) =>
      elements
        .map(({ innerHTML }) => createHash('sha256').update(innerHTML))
        .map((hash) => `'sha256-${hash.digest('base64')}'`);
    // A script that stands twice has one hash.
    const sorted = (sources: string[]) => [...new Set(sources)].sort();
    const policy = page
      .querySelector('[http-equiv=content-security-policy]')
      ?.getAttribute('content');
    const directives = (policy ?? '')
      .split(';')
      .map((directive) => directive.trim().split(' '))
      .filter(([name]) => name !== '')
      .map(([name = '', ...sources]) => [name, sorted(sources)]);
    const styles = page.querySelectorAll('style');
    expect(Object.fromEntries(directives)).toEqual({
      'base-uri': ["'none'"],
      'connect-src': ["'self'"],
      'default-src': ["'none'"],
      'font-src': ["'self'"],
      'form-action': ["'none'"],
      'img-src': ["'self'"],
      'script-src': sorted(["'self'", ...hashes(inlineScripts(page))]),
      'style-src': sorted(["'self'", ...hashes(styles)]),
    });
  });
});

interface Thing {
  '@type': string;
  '@id': string;
  logo?: string;
  sameAs?: string[];
}

/** The structured data of a page: its text, and the things in it. */
function structuredData(page: HTMLElement): { json: string; things: Thing[] } {
  const json = page.querySelector('script[type$=json]')?.textContent ?? '';
  return { json, things: JSON.parse(json)['@graph'] };
}

describe('structured data', () => {
  it.each(pages)(
    '$name has valid references, and no ratings, prices or authors',
    ({ name, page, path }) => {
      const { json, things } = structuredData(page);
      expect(things.map((thing) => [thing['@type'], thing['@id']])).toEqual([
        ['Organization', `${origin}/#organization`],
        ['WebSite', `${origin}/#website`],
        ['WebPage', `${origin}${path}#webpage`],
        ...(name === 'index.html'
          ? [['SoftwareApplication', `${origin}/#software`]]
          : []),
      ]);
      const ids = things.map((thing) => thing['@id']);
      const references = json.matchAll(/\{"@id":"([^"]+)"\}/g);
      for (const [, id] of references) expect(ids).toContain(id);
      expect(json).not.toMatch(
        /"(aggregateRating|review|price|offers|author)"/i,
      );
    },
  );

  it('has the logo and the social links of the organization', () => {
    const [organization] = structuredData(built('index.html')).things;
    expect(organization?.logo).toBe(`${origin}/apple-touch-icon.png`);
    expect(organization?.sameAs).toEqual(site.social.map(({ url }) => url));
  });

  it('is not ended by a tag in a description', async () => {
    const description = 'Tags </script> and <!-- notes --> in JSON';
    const container = await AstroContainer.create({
      astroConfig: { site: site.url },
    });
    const html = await container.renderToString(StructuredData, {
      props: { title: 'Title', description },
    });
    const { json } = structuredData(parse(html));
    expect(json).not.toContain('<');
    expect(json).toContain(
      JSON.stringify(description).replaceAll('<', '\\u003c'),
    );
  });
});

it('has a robots.txt that allows crawling, and leads to the sitemap', async () => {
  expect(await readFile('dist/robots.txt', 'utf8')).toBe(
    `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap-index.xml\n`,
  );
  expect(await readFile('dist/sitemap-index.xml', 'utf8')).toContain(
    `<loc>${origin}/sitemap-0.xml</loc>`,
  );
});

it('lists every page in the sitemap, but not the page for unknown URLs', async () => {
  const sitemap = await readFile('dist/sitemap-0.xml', 'utf8');
  const urls = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, url]) => url,
  );
  const listed = pages.filter(({ name }) => name !== '404.html');
  expect(urls.sort()).toEqual(listed.map(({ path }) => origin + path).sort());
});

it('has a page for unknown URLs, whose header leads to the front page and its form', () => {
  const hrefs = built('404.html')
    .querySelectorAll('header a')
    .map((link) => link.getAttribute('href'));
  expect(hrefs.at(0)).toBe('/');
  expect(hrefs.at(-1)).toBe(firstFormUrl);
  expect(
    built('index.html').getElementById(firstFormUrl.slice(2)),
  ).not.toBeNull();
});

describe('the oldest listed browsers', () => {
  it('can parse every script', async () => {
    const files = globSync('dist/_astro/*.js');
    const scripts = [
      ...pages
        .flatMap(({ page }) => inlineScripts(page))
        .map(({ textContent }) => textContent),
      ...files.map((file) => readFileSync(file, 'utf8')),
    ];
    expect(files).not.toEqual([]);
    for (const script of scripts) {
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

  // Our scripts use no syntax that these browsers lack, so they say nothing about the build's
  // target. Safari has static blocks since 16.4.
  it('get newer syntax rewritten', () => {
    const root = 'test-results/oldest-browsers';
    mkdirSync(`${root}/src/pages`, { recursive: true });
    for (const [name, content] of [
      [
        'astro.config.mjs',
        `import config from '../../astro.config.mjs';
         export default { vite: config.vite };`,
      ],
      [
        'src/pages/index.astro',
        '<script>class Newer { static { console.log("static block"); } }</script>',
      ],
    ] as const)
      writeFileSync(`${root}/${name}`, content);
    execFileSync(
      process.execPath,
      ['node_modules/astro/bin/astro.mjs', 'build', '--root', root],
      { env: cleanEnvironment(), stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const html = readFileSync(`${root}/dist/index.html`, 'utf8');
    expect(html).toContain('static block');
    expect(html).not.toContain('static{');
  });
});

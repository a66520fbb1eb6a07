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
  const url = origin + path;
  const title = page.querySelector('title')?.textContent ?? '';

  /** The attribute of each element that matches. */
  const all = (selector: string, attribute: string) =>
    page
      .querySelectorAll(selector)
      .map((element) => element.getAttribute(attribute));

  it('has a title with the name of the site, also where it is shared', () => {
    expect(title).toMatch(/^\S/);
    expect(title.endsWith(` · ${site.name}`), title).toBe(true);
    expect(all('[property="og:title"]', 'content')).toEqual([title]);
  });

  it('has a description, also where it is shared', () => {
    const description = all('[name=description]', 'content');
    expect(description).toEqual([expect.stringMatching(/\S/)]);
    expect(all('[property="og:description"]', 'content')).toEqual(description);
  });

  it('names its own URL', () => {
    expect(all('[rel=canonical]', 'href')).toEqual([url]);
    expect(all('[property="og:url"]', 'content')).toEqual([url]);
  });

  it('is shared with a large image', () => {
    const [image = ''] = all('[property="og:image"]', 'content');
    expect(image).toBe(`${origin}/share.png`);
    expect(isInDist('/share.png')).toBe(true);
    expect(all('[name="twitter:card"]', 'content')).toEqual([
      'summary_large_image',
    ]);
  });

  it('is as wide as the screen of a phone', () => {
    expect(all('[name=viewport]', 'content')).toEqual([
      expect.stringContaining('width=device-width'),
    ]);
  });

  // Netlify serves 404.html at its own URL, too.
  it('is hidden from search engines only as the page for unknown URLs', () => {
    const robots = name === '404.html' ? ['noindex'] : [];
    expect(all('[name=robots]', 'content')).toEqual(robots);
  });

  it('has the files of its icons', () => {
    const icons = all('[rel$=icon]', 'href');
    expect(icons).not.toEqual([]);
    expect(icons.filter((href) => !isInDist(href))).toEqual([]);
  });

  it('preloads the typeface of its styles', () => {
    const styles = page.querySelectorAll('style').join('');
    const [typeface] = /(?<=url\()[^)]*\/newsreader\.[^)]*/.exec(styles) ?? [];
    expect(isInDist(typeface)).toBe(true);
    expect(all('[rel=preload]', 'href')).toEqual([typeface]);
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
  describe.each(pages)('of $name', ({ name, page }) => {
    const { json, things } = structuredData(page);

    it('describes the software only on the front page', () => {
      const software = things.filter(
        (thing) => thing['@type'] === 'SoftwareApplication',
      );
      expect(software).toHaveLength(name === 'index.html' ? 1 : 0);
    });

    it('refers only to things that it has', () => {
      const ids = things.map((thing) => thing['@id']);
      const references = [...json.matchAll(/\{"@id":"([^"]+)"\}/g)];
      expect(references).not.toEqual([]);
      for (const [, id] of references) expect(ids).toContain(id);
    });

    it('claims no ratings, prices or authors', () => {
      expect(json).not.toMatch(
        /"(aggregateRating|review|price|offers|author)"/i,
      );
    });
  });

  it('has the logo of the organization', () => {
    const [organization] = structuredData(built('index.html')).things;
    const logo = organization?.logo ?? '';
    expect(logo.startsWith(`${origin}/`), logo).toBe(true);
    expect(isInDist(new URL(logo).pathname)).toBe(true);
  });

  it('has the social links of site.ts', () => {
    const [organization] = structuredData(built('index.html')).things;
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

describe.each(pages)('the footer of $name', ({ page }) => {
  it.each(site.social)('has the link to $name of site.ts', ({ name, url }) => {
    const link = page.querySelector(`footer a[href="${url}"]`);
    expect(link?.textContent.trim()).toBe(name);
    expect(link?.querySelector('svg path')).not.toBeNull();
  });
});

it('allows crawling, and leads to the sitemap, in robots.txt', async () => {
  expect(await readFile('dist/robots.txt', 'utf8')).toBe(
    `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap-index.xml\n`,
  );
  expect(await readFile('dist/sitemap-index.xml', 'utf8')).toContain(
    `<loc>${origin}/sitemap-0.xml</loc>`,
  );
});

it('lists every page but the one for unknown URLs in the sitemap', async () => {
  const sitemap = await readFile('dist/sitemap-0.xml', 'utf8');
  const urls = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, url]) => url,
  );
  const listed = pages.filter(({ name }) => name !== '404.html');
  expect(urls.sort()).toEqual(listed.map(({ path }) => origin + path).sort());
});

it('leads from the page for unknown URLs to the front page and its form', () => {
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

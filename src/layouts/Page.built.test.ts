import { existsSync, globSync, readFileSync } from 'node:fs';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import browserslistToEsbuild from 'browserslist-to-esbuild';
import { transform } from 'esbuild';
import { parse, type HTMLElement } from 'node-html-parser';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import StructuredData from '../components/StructuredData.astro';
import { builtPages, hashOf } from '../integrations/built-pages.ts';
import { site, social } from '../site.ts';
import Page from './Page.astro';

const origin = new URL(site.url).origin;

/** All pages that Astro builds, by the name of their file. */
const pages = builtPages('dist').map((name) => ({
  name,
  page: parse(readFileSync(`dist/${name}`, 'utf8')),
  // `/` for index.html, `/404/` for 404.html, `/pricing/` for pricing/index.html
  path: `/${name.replace(/(index)?\.html$/, '/')}`.replaceAll('//', '/'),
}));

/** Netlify serves 404.html at every unknown URL, and at its own. So it is not for search engines. */
const isIndexed = (name: string) => name !== '404.html';

const isInDist = (path = '') => path !== '' && existsSync(`dist${path}`);

/** The inline scripts that a browser runs: JSON-LD is data. */
const inlineScripts = (page: HTMLElement) =>
  page.querySelectorAll('script:not([src], [type$=json])');

/** The attribute of each element of a page that matches. */
const all = (page: HTMLElement, selector: string, attribute: string) =>
  page
    .querySelectorAll(selector)
    .map((element) => element.getAttribute(attribute));

describe.each(pages)('$name', ({ name, page, path }) => {
  const title = page.querySelector('title')?.textContent ?? '';
  const description = page
    .querySelector('[name=description]')
    ?.getAttribute('content');

  it('is in English', () => {
    expect(all(page, 'html', 'lang')).toEqual(['en']);
  });

  it('loads scripts only for a form', () => {
    const loaded = page.querySelectorAll('astro-island, script[src]');
    expect(loaded.length > 0).toBe(page.querySelector('form') !== null);
  });

  it('has the name of the site in its title', () => {
    expect(title).toSatisfy((text) => text.endsWith(` · ${site.name}`));
  });

  it.each([
    ['og:title', [title]],
    ['og:description', [description]],
    ['og:url', isIndexed(name) ? [origin + path] : []],
    ['twitter:card', ['summary_large_image']],
    ['viewport', [expect.stringContaining('width=device-width')]],
    ['robots', isIndexed(name) ? [] : ['noindex']],
  ])('has the right content in its %s', (meta, content) => {
    const selector = `[property="${meta}"], [name="${meta}"]`;
    expect(all(page, selector, 'content')).toEqual(content);
  });

  it('names its own URL only to search engines', () => {
    const urls = isIndexed(name) ? [origin + path] : [];
    expect(all(page, '[rel=canonical]', 'href')).toEqual(urls);
  });

  it('keeps the lines for visitors without scripts out of search results', () => {
    const lines = page.querySelectorAll('main [class*="noscript:block"]');
    expect(lines).toHaveLength(page.querySelectorAll('form').length);
    for (const line of lines)
      expect(line.closest('div[data-nosnippet]')).not.toBeNull();
  });

  // The check of the built pages refuses an icon whose file is missing.
  it('has icons', () => {
    expect(all(page, '[rel$=icon]', 'href')).not.toEqual([]);
  });

  it('is shared with an image of the size that it says', async () => {
    const [url, width, height] = ['', ':width', ':height'].map((part) =>
      page
        .querySelector(`[property="og:image${part}"]`)
        ?.getAttribute('content'),
    );
    expect(url).toBe(`${origin}/share.png`);
    const image = await sharp('dist/share.png').metadata();
    expect([`${image.width}`, `${image.height}`]).toEqual([width, height]);
  });

  it('preloads the typeface of its styles', () => {
    const styles = page.querySelectorAll('style').join('');
    // In the face that every page loads, nothing follows the URL. The others name their letters there.
    const [typeface] = /(?<=url\()[^)]*\.woff2(?=\)})/.exec(styles) ?? [];
    expect(isInDist(typeface)).toBe(true);
    expect(all(page, '[rel=preload]', 'href')).toEqual([typeface]);
  });

  const [policy] = all(page, '[http-equiv$=policy]', 'content');

  it('has a Content-Security-Policy that allows only what the page needs', () => {
    const directives = policy?.replaceAll(/ 'sha256-[^']+'/g, '').split(/; ?/);
    expect(directives?.sort()).toEqual([
      '',
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'none'",
      "img-src 'self'",
      "media-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
    ]);
  });

  // The browser tests see most of what the policy blocks, but a form only once it is sent.
  it('has no form but those of the waitlist', () => {
    const selector = 'form:not(.waitlist form), [formaction]';
    expect(page.querySelectorAll(selector).map(String)).toEqual([]);
  });

  it('allows no inline scripts and styles but its own', () => {
    const own = page.querySelectorAll('script, style').map(hashOf);
    const allowed = policy?.match(/'sha256-[^']+'/g) ?? [];
    expect(allowed).not.toEqual([]);
    expect(allowed.filter((hash) => !own.includes(hash))).toEqual([]);
  });

  it('opens the networks of its footer in a new tab', () => {
    const networks: string[] = social.map(({ url }) => url);
    for (const { attributes } of page.querySelectorAll('footer a'))
      if (networks.includes(attributes['href'] ?? ''))
        expect(attributes).toMatchObject({
          target: '_blank',
          rel: 'noopener noreferrer',
        });
  });
});

it.each(['title', 'description'])('has a %s, or is refused', async (name) => {
  const container = await AstroContainer.create({
    astroConfig: { site: site.url },
  });
  const page = container.renderToString(Page, {
    props: { title: 'Title', description: 'Description', [name]: ' ' },
    request: new Request(`${site.url}/404`),
  });
  await expect(page).rejects.toThrow(
    new RegExp(`^src/pages/404\\.astro: .*\\b${name}=`),
  );
});

/** The blocks of structured data on a page. An editor may have added one to ours. */
const blocksOf = (page: HTMLElement) =>
  page
    .querySelectorAll('script[type$=json]')
    .map(({ textContent }) => textContent);

/** The things in our own block of structured data. */
function graphOf(page: HTMLElement): object[] {
  const blocks = blocksOf(page).map((json) => JSON.parse(json));
  return blocks.find((block) => '@graph' in block)?.['@graph'];
}

/** The types that are invalid without facts that we would have to invent. StructuredData.astro says which. */
const invalidTypes = /"@type":\s*"(\w*Application|Product|ImageObject)"/;

describe('the structured data', () => {
  const indexed = pages.filter(({ name }) => isIndexed(name));

  it.each(indexed)(
    'of $name has no type that Google calls invalid',
    ({ page }) => {
      for (const block of blocksOf(page))
        expect(block).not.toMatch(invalidTypes);
    },
  );

  it.each(indexed)(
    'of $name says what the page is, and whose, with whole URLs of this site',
    ({ name, page, path }) => {
      const home = `${origin}/`;
      const sameAs = social.map(({ url }) => url);
      const logo = `${origin}/apple-touch-icon.png`;
      const [image] = all(page, '[property="og:image"]', 'content');
      const things = [
        { '@type': 'Organization', url: home, logo, sameAs },
        { '@type': 'WebSite', url: home },
        { '@type': 'WebPage', url: origin + path, image },
        ...(name === 'index.html' ? [{ '@type': 'Service', url: home }] : []),
      ];
      expect(graphOf(page)).toEqual(
        expect.arrayContaining(
          things.map((thing) => expect.objectContaining(thing)),
        ),
      );
    },
  );

  it('is not ended by a tag in a description', async () => {
    const description = 'Tags </script> and <!-- notes --> in JSON';
    const container = await AstroContainer.create({
      astroConfig: { site: site.url },
    });
    const html = await container.renderToString(StructuredData, {
      props: { title: 'Title', description },
    });
    const page = parse(html);
    expect(blocksOf(page).join()).not.toContain('<');
    expect(graphOf(page)).toContainEqual(
      expect.objectContaining({ description }),
    );
  });
});

describe('every page but the one for unknown URLs', () => {
  const listed = pages
    .filter(({ name }) => name !== '404.html')
    .map(({ path }) => origin + path)
    .sort();
  const read = (url: string) =>
    readFileSync(url.replace(origin, 'dist'), 'utf8');

  it('has a way for crawlers from robots.txt', () => {
    const robots = `${origin}/robots.txt`;
    expect(read(robots)).not.toContain('Disallow');
    const urlsIn = (url: string) =>
      read(url).match(/(?<=<loc>|Sitemap: )[^<\s]+/g) ?? [];
    const urls = urlsIn(robots).flatMap(urlsIn).flatMap(urlsIn);
    expect(urls.sort()).toEqual(listed);
  });

  // As the format's own parser reads the file:
  // https://github.com/AnswerDotAI/llms-txt/blob/main/llms_txt/miniparse.py
  it('has a link in llms.txt, behind the name, a summary and words without headings', () => {
    const [words, ...lists] = read(`${origin}/llms.txt`).split(/^## .+\n\n/m);
    expect(words).toMatch(/^# .+\n\n> .+\n\n[^#]+$/);
    const urls = lists.join('').replace(/^- \[[^\]]+\]\((.+)\)$/gm, '$1');
    expect(urls.trim().split('\n').sort()).toEqual(listed);
  });
});

it('leads from the page for unknown URLs to the front page', () => {
  const unknown = pages.find(({ name }) => name === '404.html');
  expect(unknown?.page.querySelector('header a')?.getAttribute('href')).toBe(
    '/',
  );
});

// The build rewrites newer syntax in the islands. Astro builds the inline script of a directive without
// the build's target, so newer syntax there reaches the browsers as it is.
it('has scripts that the oldest listed browsers can parse', async () => {
  const files = globSync('dist/scripts/*.js');
  const inline = pages.flatMap(({ page }) => inlineScripts(page));
  const scripts = [
    ...inline.map(({ textContent }) => textContent),
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
    // The build writes a regular expression that its target lacks as a string, for `RegExp`. So this
    // looks for lookbehinds in strings, too.
    expect(script).not.toMatch(/\(\?<[=!]/);
  }
});

/** Reads the built pages, and prints what an editor has to fix: the file, then what to do. */
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { parse, TextNode, type HTMLElement } from 'node-html-parser';
import { sourceFiles } from '../../src/components/source-file.ts';
import { hashOf } from '../../src/integrations/built-pages.ts';
import { site } from '../../src/site.ts';
import { linkError } from './links.ts';
import { excerpt, fileOf, readPages, type Page } from './read-pages.ts';
import { unmetRequirements } from './requirements.ts';
import { unseenTexts } from './unseen-texts.ts';

const validator = new HtmlValidate(new FileSystemConfigLoader());

/** The mistakes of the site that is built in a folder, each with the file to fix. */
export async function findMistakes(folder: string): Promise<string[]> {
  const pages = readPages(folder);
  const mistakes: string[] = [];
  for (const page of pages)
    mistakes.push(...(await findMistakesOfPage(page, folder)));
  for (const file of sourceFiles()) mistakes.push(...unseenTexts(file, pages));
  // The footer is on every page, and so are its mistakes.
  return [...new Set(mistakes)];
}

/** The mistakes of one page, each with the file to fix. Links may lead to any file of the folder. */
export async function findMistakesOfPage(
  page: Page,
  folder: string,
): Promise<string[]> {
  return [
    ...unmetRequirements(page),
    ...strayWords(page),
    ...(await invalidHtml(page)),
    ...wrongUrls(page, folder),
  ];
}

/** Words that stand outside of a card or paragraph. */
function strayWords(page: Page): string[] {
  return page.root
    .querySelectorAll(
      'body, main, main :is(section, ul, ol, .prose:not(li .prose))',
    )
    .flatMap((element) =>
      element.childNodes
        .filter((node) => node instanceof TextNode && !node.isWhitespace)
        .map(
          ({ textContent }) =>
            `${fileOf(element, page.file)}: ${excerpt(textContent)} stands outside of a card or paragraph: move it into one. A new paragraph is <p slot="lead"> under a section's heading, <p slot="notes"> in the footer, and <p> in Hero, under a form and on a page of words.`,
        ),
    );
}

/** What html-validate says, by the rules in `.htmlvalidate.mjs`. */
async function invalidHtml(page: Page): Promise<string[]> {
  const { results } = await validator.validateString(page.html, page.file);
  return (results[0]?.messages ?? []).map(({ message, offset, ruleId }) => {
    // Of the elements around the offset the innermost begins last.
    const element = page.root
      .querySelectorAll('*')
      .findLast(({ range: [from, to] }) => from <= offset && offset < to);
    const at = element?.textContent && `, at ${excerpt(element.textContent)}`;
    const file = element ? fileOf(element, page.file) : page.file;
    return `${file}: ${message}${at || ''}. The rule ${ruleId} comes from .htmlvalidate.mjs.`;
  });
}

/**
 * The attributes with the URLs of a page, and their elements. The page's policy has a directive for what the
 * page loads and for where it sends a form, and none for a link.
 */
// prettier-ignore
const urlAttributes = [
  ['', 'a', 'href'],
  ['form-action', 'form[action], form[data-netlify], form[netlify]', 'action'],
  ['form-action', '[formaction]', 'formaction'],
  ['img-src', 'img, input, image, feimage, use, link[rel$=icon]', 'src', 'href', 'xlink:href'],
  ['img-src', '[srcset], [poster]', 'srcset', 'poster'],
  ['media-src', 'audio, video, source, track', 'src'],
  ['font-src', 'link[as=font]', 'href'],
  ['script-src', 'script', 'src'],
  ['style-src', 'link[rel=stylesheet]', 'href'],
  ['manifest-src', 'link[rel=manifest]', 'href'],
  ['object-src', 'object, embed', 'data', 'src'],
  ['frame-src', 'iframe', 'src'],
] as const;

/** What the page's policy blocks, and URLs that lead nowhere. */
function wrongUrls({ file, html, path }: Page, folder: string): string[] {
  const page = parse(html);
  const policy =
    page
      .querySelector('[http-equiv=content-security-policy]')
      ?.getAttribute('content') ?? '';
  const directives = policy.split(';').map((text) => text.trim().split(' '));
  const find = (directive: string) =>
    directives.find(([name]) => name === directive);
  // Astro adds the hashes only of those scripts and styles that it bundles: a `<script>` without attributes.
  const mistakes = page
    .querySelectorAll('script:not([src], [type$=json]), style')
    .filter((element) => !policy.includes(hashOf(element)))
    .map((element) => blocked(element, file, element.innerHTML));
  for (const [directive, selector, ...attributes] of urlAttributes) {
    const [, ...sources] = find(directive) ?? find('default-src') ?? [];
    for (const element of page.querySelectorAll(selector))
      for (const name of attributes)
        for (const url of urlsIn(element, name))
          if (directive && !sources.some((source) => allows(source, url)))
            mistakes.push(blocked(element, file, url));
          else if (!directive || allows("'self'", url)) {
            const reason = linkError(url, path, folder);
            if (reason)
              mistakes.push(`${fileOf(element, file)}: "${url}" ${reason}`);
          }
  }
  return mistakes;
}

const blocked = (element: HTMLElement, file: string, what: string) =>
  `${fileOf(element, file)}: The page's policy blocks <${element.localName}> ${excerpt(what)}. Put a picture into src/images, a video or a sound into public (src="/film.mp4"), and a script, as <script> without attributes, into a component. Write a link to anything else, such as another site's form. CONTRIBUTING.md says how to allow another host.`;

/** The URLs in an attribute: several in a `srcset`, as in `a.webp 640w, b.webp 750w`. */
function urlsIn(element: HTMLElement, name: string): string[] {
  // A link without a URL leads nowhere, and a form without one is sent to its own page.
  const isNeeded = ['a', 'form'].includes(element.localName);
  const value = element.getAttribute(name) ?? (isNeeded ? '' : undefined);
  if (value === undefined) return [];
  if (name !== 'srcset') return [value];
  return Array.from(
    value.matchAll(/(?:^|,)\s*(\S*[^\s,])/g),
    ([, url = '']) => url,
  );
}

/** Whether a source of a policy, such as `'self'`, `data:` or `https://*.example.com`, allows a URL. */
function allows(source: string, value: string): boolean {
  const { origin } = new URL(site.url);
  const url = URL.parse(value, origin);
  if (source.startsWith("'"))
    return source === "'self'" && url?.origin === origin;
  if (source.endsWith(':')) return url?.protocol === source;
  const pattern = source.includes('://') ? source : `https://${source}`;
  // `https://example.com/files/` allows every file in the folder.
  return new URLPattern(pattern.replace(/\/$/, '/*')).test(url?.href);
}

if (import.meta.main) {
  const mistakes = await findMistakes('dist');
  for (const mistake of mistakes) console.error(mistake);
  if (mistakes.length > 0) process.exitCode = 1;
  else console.log('No errors.');
}

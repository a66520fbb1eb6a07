import { globSync, readFileSync, statSync } from 'node:fs';
import { unescape } from 'node:querystring';
import { parse } from 'node-html-parser';
import { site } from '../../src/site.ts';

// A URL of a host with a dot in its name, but not of this machine: `https://example.com`, `//example.com`.
const website = /^((https?|webcal):)?\/\/(?!127\.)[^/\s]+\.\S+$/i;
// The URL of a preview: `https://deploy-preview-7--briefloom.netlify.app`.
const preview = /^https?:\/\/[^/]+--[^/]+\.netlify\.app\b/i;
// `mailto:name@example.com`, `mailto:?subject=Linen`
const mailbox = /^mailto:(\S+@\S+\.\S+|\?\S+)$/i;
// `tel:+49-30-1234`, `sms:(030)1234`
const phone = /^(tel|sms):[\d+(]\S+$/i;

/**
 * Says what is wrong with a link, or with the URL of a file that a page loads; undefined if nothing is.
 *
 * @param page the path of the page that has the URL, as `/404.html`
 * @param folder the folder of the built site
 */
export function linkError(
  href: string,
  page: string,
  folder: string,
): string | undefined {
  const url = URL.parse(href, new URL(page, site.url));
  const isOurs = url?.origin === new URL(site.url).origin && href !== '';
  const leadsSomewhere = isOurs
    ? hasTarget(url, folder) && !href.endsWith('#')
    : [website, mailbox, phone].some((pattern) => pattern.test(href)) &&
      !preview.test(href);
  if (leadsSomewhere) return undefined;
  const files = globSync('**/*.*', { cwd: 'public' }).map((name) => `/${name}`);
  return `leads nowhere, or to a preview. Write a file that is in public (${files.join(', ')}), or in a link also a page (/pricing/), an id (#teams; from another page /#teams), or a whole URL (https://…, mailto:name@example.com, tel:+49-30-1234).`;
}

/** Whether a URL on this site leads to a built file, and its id is in that file. */
function hasTarget({ pathname, hash }: URL, folder: string): boolean {
  const file = builtFile(pathname, folder);
  if (!file?.endsWith('.html') || hash === '' || hash === '#top')
    return file !== undefined;
  const page = parse(readFileSync(file, 'utf8'));
  return page.getElementById(unescape(hash.slice(1))) !== null;
}

/** The built file that a path on this site leads to. */
function builtFile(path: string, folder: string): string | undefined {
  const name = folder + unescape(path);
  return [name, `${name}.html`, `${name}/index.html`].find((file) =>
    statSync(file, { throwIfNoEntry: false })?.isFile(),
  );
}

import { readFileSync, statSync } from 'node:fs';
import { unescape } from 'node:querystring';
import { parse, type HTMLElement } from 'node-html-parser';
import sharp from 'sharp';
import { site } from '../../src/site.ts';

// A URL of a host with a dot in its name, but not of this machine.
const website = /^https?:\/\/(?!127\.)[^/\s]+\.[^/\s]+\S*$/i;
// The URL of a preview: `https://deploy-preview-7--briefloom.netlify.app`.
const preview = /^https?:\/\/[^/]+--[^/]+\.netlify\.app\b/i;
// `mailto:name@example.com`, `mailto:?subject=Linen`
const mailbox = /^mailto:(?=.)([^\s@:/()]+@[^\s@:/?]+\.[^\s@:/?]+)?(\?\S*)?$/i;
// `+49-30-1234`, `(030)1234`
const phone = /^tel:[\d+().-]*\d$/i;

/**
 * Says what is wrong with a link; undefined if nothing is.
 *
 * @param page the path of the page that the link is on, as `/404.html`
 * @param folder the folder of the built site
 */
export function linkError(
  href: string,
  page: string,
  folder: string,
): string | undefined {
  const url = URL.parse(href, new URL(page, site.url));
  const isOurs =
    url?.origin === new URL(site.url).origin && /^([/?#]|https?:)/.test(href);
  const leadsSomewhere = isOurs
    ? hasTarget(url, folder) && !href.endsWith('#')
    : [website, mailbox, phone].some((pattern) => pattern.test(href)) &&
      !preview.test(href);
  return leadsSomewhere
    ? undefined
    : 'is a broken link, or a link to a preview. Write a whole URL (https://…, mailto:name@example.com, tel:+49-30-1234), a page (/pricing/), a file that is in public (/name.pdf), or an id (#teams; from another page /#teams).';
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

/** Says what is wrong with an image; undefined if nothing is. */
export async function imageError(
  image: HTMLElement,
  folder: string,
): Promise<string | undefined> {
  const { src = '', srcset, width, height, loading } = image.attributes;
  const file = /^\/./.test(src) && builtFile(src.replace(/[?#].*/, ''), folder);
  if (!file) return 'is no file in public: write src="/name.png".';
  if (srcset) return 'has a srcset, whose files nothing checks: leave it out.';
  if (statSync(file).size > 200_000)
    return 'has more than 200 kB: make it smaller.';
  const metadata = await sharp(file)
    .metadata()
    .catch(() => undefined);
  if (!metadata) return 'is no image that can be read: save it as PNG or JPEG.';
  // The size after a browser has turned the photo upright.
  const real = metadata.autoOrient;
  // Other proportions distort the image. Without a size the page jumps when the image loads.
  const stretch = Number(width) / real.width / (Number(height) / real.height);
  // Below the first section an image without loading="lazy" loads before a visitor can see it.
  const isInFirst =
    image.closest('main > section')?.previousElementSibling === null;
  const lacksLazy = !isInFirst && loading !== 'lazy';
  if (stretch > 0.98 && stretch < 1.02 && !lacksLazy) return undefined;
  return `needs ${lacksLazy ? 'loading="lazy" ' : ''}width="${real.width}" height="${real.height}", or both divided by the same number.`;
}

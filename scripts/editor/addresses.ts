import { existsSync, statSync } from 'node:fs';
import { unescape } from 'node:querystring';
import type { HTMLElement } from 'node-html-parser';
import sharp from 'sharp';

/** Addresses that are not looked up: on other sites, of people, and of the page itself. */
const alwaysThere =
  /^(https?:\/\/(?!127\.)[^/\s]+\.[^/\s]+\S*|mailto:[^\s@:()]+@[^\s@:]+\.[^\s@:]+|tel:\S+|\/|\/?#top)$/i;

/** What is wrong with a link's address, if anything is. */
export function linkError(
  href: string,
  page: HTMLElement,
  folder: string,
): string | undefined {
  // A query changes nothing, and without a path before it the page is meant.
  const address = href.replace(/^\?/, '/?').replace(/\?[^#]*/, '');
  const [path = '', id = ''] = address.split('#');
  const isOnPage = path.length < 2 && id && page.getElementById(id);
  if (isOnPage || alwaysThere.test(address) || fileOf(path, folder))
    return undefined;
  return 'leads nowhere: write a whole address (https://…, mailto:name@example.com), a file that is in public (/name.pdf), or an id that is on the page (#teams).';
}

/** What is wrong with an image, if anything is. */
export async function imageError(
  { attributes: { src = '', width, height, loading } }: HTMLElement,
  folder: string,
): Promise<string | undefined> {
  const file = fileOf(src.replace(/[?#].*/, ''), folder);
  if (!file) return 'is no file in public: write src="/name.png".';
  if (statSync(file).size > 200_000)
    return 'has more than 200 kB: make it smaller.';
  const metadata = await sharp(file)
    .metadata()
    .catch(() => undefined);
  if (!metadata) return 'is no image that can be read: save it as PNG or JPEG.';
  // The size as browsers show it, a photo upright.
  const real = metadata.autoOrient;
  // Other proportions distort it. Without a size the page jumps when it loads, and without
  // loading="lazy" it loads before a visitor sees it.
  const stretch = Number(width) / real.width / (Number(height) / real.height);
  if (stretch > 0.98 && stretch < 1.02 && loading === 'lazy') return undefined;
  return `needs loading="lazy" width="${real.width}" height="${real.height}", or both sizes smaller by one factor.`;
}

/** The built file that a path on this site leads to. */
function fileOf(path: string, folder: string): string | undefined {
  const file = folder + unescape(path);
  return /^\/./.test(path) && existsSync(file) ? file : undefined;
}

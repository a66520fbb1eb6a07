import { existsSync, statSync } from 'node:fs';
import { unescape } from 'node:querystring';
import type { HTMLElement } from 'node-html-parser';
import sharp from 'sharp';
import { site } from '../../src/site.ts';

/** An address of another site: a name with a dot, and not this machine’s. */
const elsewhere = /^https?:\/\/(?!127\.)[^/\s]+\.[^/\s]+\S*$/i;
/** `name@example.com` */
const email = /^mailto:[^\s@:/()]+@[^\s@:/]+\.[^\s@:/]+$/i;
/** `+49-30-1234`, `(030)1234` */
const phone = /^tel:[\d+().-]*\d$/i;

/** What is wrong with a link's address, if anything is. */
export function linkError(
  href: string,
  page: HTMLElement,
  folder: string,
): string | undefined {
  const url = URL.parse(href);
  const isOurs = url && url.origin === URL.parse(site.url)?.origin;
  // A query changes nothing, and without a path before it the page is meant.
  const address = (isOurs ? url.pathname + url.hash : href)
    .replace(/^\?/, '/?')
    .replace(/\?[^#]*/, '');
  if (/^mailto:/i.test(address))
    return email.test(address)
      ? undefined
      : 'names nobody: write mailto:name@example.com.';
  if (/^tel:/i.test(address))
    return phone.test(address)
      ? undefined
      : 'is no number: write it without spaces, as tel:+49-30-1234.';
  const [path = '', id = ''] = address.split('#');
  const isOnPage = path.length < 2 && id && page.getElementById(id);
  const isTop = /^(\/|\/?#top)$/.test(address);
  if (isOnPage || isTop || elsewhere.test(address) || builtFile(path, folder))
    return undefined;
  return 'leads nowhere: write a whole address (https://…, mailto:name@example.com), a file that is in public (/name.pdf), or an id that is on the page (#teams).';
}

/** What is wrong with an image, if anything is. */
export async function imageError(
  { attributes: { src = '', srcset, width, height, loading } }: HTMLElement,
  folder: string,
): Promise<string | undefined> {
  const file = builtFile(src.replace(/[?#].*/, ''), folder);
  if (!file) return 'is no file in public: write src="/name.png".';
  if (srcset) return 'has a srcset, whose files nothing checks: leave it out.';
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
function builtFile(path: string, folder: string): string | undefined {
  const file = folder + unescape(path);
  return /^\/./.test(path) && existsSync(file) ? file : undefined;
}

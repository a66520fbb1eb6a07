import type { APIRoute } from 'astro';
import { description, site } from '../site.ts';

/** The files of the pages, such as `./guides/linen.astro`, but not of the page for unknown URLs. */
const files = Object.keys(import.meta.glob(['./**/*.astro', '!./404.astro']));

/**
 * Describes the site to AI assistants: the name, the description, how to join, and a link to each page.
 *
 * @see https://llmstxt.org
 */
export const GET: APIRoute = ({ site: origin }) => {
  const links = files.map((file) => {
    // `./guides/` for `./guides/index.astro`
    const path = file.replace(/(\/index)?\.astro$/, '/');
    const { href, host, pathname } = new URL(path, origin);
    return `- [${host}${pathname}](${href})\n`;
  });
  return new Response(`# ${site.name}

> ${description}

To join the waitlist, use the form on the front page, or write to ${site.contact}.

## Pages

${links.join('')}`);
};

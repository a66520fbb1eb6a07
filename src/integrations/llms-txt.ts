import { readFileSync, writeFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import { parse, type HTMLElement } from 'node-html-parser';
import TurndownService from 'turndown';
import { site } from '../site.ts';

/**
 * Writes `llms.txt` in the format of https://llmstxt.org: the site's name, a summary, the words of
 * the front page, with each heading as a bold line, and a list of links to the pages.
 */
export function llmsTxt(): AstroIntegration {
  let origin: string | undefined;
  return {
    name: 'llms-txt',
    hooks: {
      'astro:config:done': ({ config }) => {
        origin = config.site;
      },
      'astro:build:done': ({ dir, pages }) => {
        const read = (path: string) => ({
          url: new URL(path, origin).href,
          html: readFileSync(new URL(`${path}index.html`, dir), 'utf8'),
        });
        const others = pages
          .map(({ pathname }) => pathname)
          .filter((path) => !['', '404/'].includes(path))
          .sort();
        const text = llmsText(read(''), others.map(read));
        writeFileSync(new URL('llms.txt', dir), text);
      },
    },
  };
}

interface BuiltPage {
  url: string;
  html: string;
}

/** The content of `llms.txt`, from the front page and the other pages. */
export function llmsText(front: BuiltPage, others: BuiltPage[]): string {
  const page = parse(front.html);
  const links = others.map(({ url, html }) => {
    const { title, description } = metadataOf(parse(html));
    return `- [${title}](${url}): ${description}\n`;
  });
  return `# ${site.name}

> ${metadataOf(page).description}

${wordsOf(page, front.url)}

## Links

- [Join the waitlist](${front.url}): by the form on the page, or by a mail to ${site.contact}
${links.join('')}`;
}

/** The words of a page in Markdown. Each heading is a bold line: the format has headings only above lists of links. */
function wordsOf(page: HTMLElement, url: string): string {
  // Replaces a form, and the lines for a visitor without scripts beside the form, by the form's slots:
  // these hold the section's words under the form.
  for (const island of page.querySelectorAll('main astro-island'))
    island.parentNode?.replaceWith(...island.querySelectorAll('astro-slot'));
  for (const element of page.querySelectorAll('[aria-hidden=true], script'))
    element.remove();
  // Programs read this file without the page, so `#kept` and `/image.png` would lead nowhere.
  for (const name of ['href', 'src'])
    for (const element of page.querySelectorAll(`main [${name}]`)) {
      const link = URL.parse(element.getAttribute(name) ?? '', url);
      // A link such as `https://` stays as it is: `npm run check` refuses it, and names its file.
      if (link) element.setAttribute(name, link.href);
    }
  const markdown = new TurndownService()
    .addRule('heading', {
      filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
      replacement: (words) => `\n\n**${words}**\n\n`,
    })
    // Browsers draw the quotation marks, so the HTML has none.
    .addRule('quotation', {
      filter: 'q',
      replacement: (words) => `“${words}”`,
    });
  return markdown.turndown(page.querySelector('main')?.innerHTML ?? '');
}

/** The headline and the description of a page, each on one line. */
function metadataOf(page: HTMLElement) {
  const oneLine = (text = '') => text.replace(/\s+/g, ' ').trim();
  return {
    title: oneLine(page.querySelector('h1')?.textContent),
    description: oneLine(
      page.querySelector('meta[name=description]')?.getAttribute('content'),
    ),
  };
}

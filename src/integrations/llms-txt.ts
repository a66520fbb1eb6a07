import { globSync, readFileSync, writeFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import { parse, type HTMLElement } from 'node-html-parser';
import TurndownService from 'turndown';
import { site } from '../site.ts';

/** Writes `llms.txt` (https://llmstxt.org): the text of the front page, and links to the others. */
export function llmsTxt(): AstroIntegration {
  return {
    name: 'llms-txt',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const read = (name: string) => readFileSync(new URL(name, dir), 'utf8');
        // Every other page is in a folder of its own. 404.html is not, and is not listed.
        const others = globSync('*/**/*.html', { cwd: dir }).sort();
        const text = textOf(read('index.html'), others.map(read));
        writeFileSync(new URL('llms.txt', dir), text);
      },
    },
  };
}

/** The text of a page, and links to it and to others, in Markdown. */
export function textOf(html: string, others: string[] = []): string {
  const page = parse(html);
  const { description, url } = metadataOf(page);

  // Replaces each form by its slots, which hold the words of the section under the form.
  for (const island of page.querySelectorAll('main astro-island'))
    island.replaceWith(...island.querySelectorAll('astro-slot'));
  for (const element of page.querySelectorAll('[aria-hidden=true]'))
    element.remove();
  // Programs read this file without the page. There `#kept` and `/image.png` lead nowhere.
  for (const name of ['href', 'src'])
    for (const element of page.querySelectorAll(`main [${name}]`)) {
      const link = URL.parse(element.getAttribute(name) ?? '', url);
      // A link such as `https://` stays as it is: `npm run check` refuses it, and names its file.
      if (link) element.setAttribute(name, link.href);
    }
  // The name is the file's only first-level heading.
  for (const headline of page.querySelectorAll('h1')) headline.tagName = 'H2';
  // A card becomes a section. A list item with a heading in a text, as in a list of questions,
  // stays a list item.
  const cards = page.querySelectorAll('li:has(h3):not(.prose li)');
  for (const card of cards) card.tagName = 'DIV';
  const markdown = new TurndownService({ headingStyle: 'atx' });
  const content = page.querySelector('main')?.innerHTML ?? '';
  const links = others.map((other) => {
    const { title, url, description } = metadataOf(parse(other));
    return `- [${title}](${url}): ${description}\n`;
  });
  return `# ${site.name}\n\n> ${description}\n\n${markdown.turndown(content)}\n\n## Links\n\n- [Join the waitlist](${url})\n${links.join('')}`;
}

function metadataOf(page: HTMLElement) {
  const attributeOf = (selector: string, name: string) =>
    page.querySelector(selector)?.getAttribute(name) ?? '';
  return {
    title: page.querySelector('h1')?.textContent ?? '',
    description: attributeOf('meta[name=description]', 'content'),
    url: attributeOf('link[rel=canonical]', 'href'),
  };
}

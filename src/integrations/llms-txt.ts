import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { parse } from 'node-html-parser';
import TurndownService from 'turndown';
import { site } from '../site.ts';

/** Writes `llms.txt` (https://llmstxt.org) from the text of the built page. */
export function llmsTxt(): AstroIntegration {
  return {
    name: 'llms-txt',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const html = await readFile(new URL('index.html', dir), 'utf8');
        await writeFile(new URL('llms.txt', dir), textOf(html));
      },
    },
  };
}

/** The text of a page, in Markdown. */
export function textOf(html: string): string {
  const page = parse(html);
  const attributeOf = (selector: string, name: string) =>
    page.querySelector(selector)?.getAttribute(name) ?? '';
  const description = attributeOf('meta[name=description]', 'content');
  const address = attributeOf('link[rel=canonical]', 'href');

  // Of a form only what its section has written under it, in one slot or more.
  for (const island of page.querySelectorAll('main astro-island'))
    island.replaceWith(...island.querySelectorAll('astro-slot'));
  for (const element of page.querySelectorAll('[aria-hidden=true]'))
    element.remove();
  // The file is read apart from the page, where `#kept` or `/image.png` lead nowhere.
  for (const name of ['href', 'src'])
    for (const element of page.querySelectorAll(`main [${name}]`)) {
      const { href } = new URL(element.getAttribute(name) ?? '', address);
      element.setAttribute(name, href);
    }
  // The name is the file's only first-level heading. A card is a section, not a list item.
  for (const headline of page.querySelectorAll('h1')) headline.tagName = 'H2';
  for (const card of page.querySelectorAll('li:has(h3)')) card.tagName = 'DIV';
  const markdown = new TurndownService({ headingStyle: 'atx' });
  const content = page.querySelector('main')?.innerHTML ?? '';
  return `# ${site.name}\n\n> ${description}\n\n${markdown.turndown(content)}\n\n## Links\n\n- [Join the waitlist](${address})\n`;
}

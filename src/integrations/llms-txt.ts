import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { parse } from 'node-html-parser';
import TurndownService from 'turndown';
import { site } from '../site';

/** Writes `llms.txt` (https://llmstxt.org) from the text of the built page, so that it says what the page says. */
export function llmsTxt(): AstroIntegration {
  let origin: string | undefined;
  return {
    name: 'llms-txt',
    hooks: {
      'astro:config:done': ({ config }) => {
        origin = config.site;
      },
      'astro:build:done': async ({ dir }) => {
        const page = parse(await readFile(new URL('index.html', dir), 'utf8'));
        const description = page
          .querySelector('meta[name=description]')
          ?.getAttribute('content');
        const content = page.querySelector('main');
        if (!content || !description)
          throw new Error(
            'The page has no <main> or no description to write llms.txt from.',
          );

        for (const element of content.querySelectorAll(
          'astro-island, [aria-hidden=true]',
        ))
          element.remove();
        const markdown = new TurndownService({
          headingStyle: 'atx',
          bulletListMarker: '-',
        });
        // The file's one first-level heading is the name, and cards are not list items.
        markdown.addRule('headline', {
          filter: 'h1',
          replacement: (headline) => `## ${headline}\n\n`,
        });
        markdown.addRule('card', {
          filter: (node) =>
            node.nodeName === 'LI' && node.querySelector('h3') !== null,
          replacement: (card) => `\n\n${card}\n\n`,
        });
        await writeFile(
          new URL('llms.txt', dir),
          `# ${site.name}\n\n> ${description}\n\n${markdown.turndown(content.innerHTML)}\n\n## Links\n\n- [Join the waitlist](${new URL('/', origin).href})\n`,
        );
      },
    },
  };
}

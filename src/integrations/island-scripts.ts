import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { parse } from 'node-html-parser';

/**
 * Adds the `client:interaction` directive, and moves the inline scripts of islands behind
 * the first form. Astro writes them before the first island, and so before the headline and
 * the form, which a browser on a slow link then paints 15 % later.
 */
export function islandScripts(): AstroIntegration {
  return {
    name: 'island-scripts',
    hooks: {
      'astro:config:setup'({ addClientDirective }) {
        addClientDirective({
          name: 'interaction',
          entrypoint: './src/islands/loading/directive.ts',
        });
      },
      async 'astro:build:done'({ dir }) {
        const file = new URL('index.html', dir);
        const page = parse(await readFile(file, 'utf8'), { comment: true });
        const form = page.querySelector('section astro-island');
        const scripts = page.querySelectorAll('body > script:not([type])');
        form?.after(...scripts);
        // With an id Chromium has an island in its accessibility tree from the start. Else it
        // appears there with the first event, and Orca goes on reading above the form.
        for (const island of page.querySelectorAll('astro-island'))
          island.setAttribute('id', island.getAttribute('uid') ?? '');
        // HTML allows a style element only in the head.
        page
          .querySelector('head')
          ?.append(...page.querySelectorAll('body > style'));
        await writeFile(file, page.toString());
      },
    },
  };
}

import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

/**
 * Adds `client:interaction`. What the islands share is one file: fewer, better
 * compressed bytes. Only their own files import it, so the page names it too, for
 * the directive to ask for all in the same moment.
 */
export function interaction(): AstroIntegration {
  const shared = 'islands';
  return {
    name: 'interaction',
    hooks: {
      'astro:config:setup'({ addClientDirective, updateConfig }) {
        addClientDirective({
          name: 'interaction',
          entrypoint: './src/integrations/interaction/directive.ts',
        });
        const test = /[\\/](node_modules|stores|site\.ts)/;
        const output = { codeSplitting: { groups: [{ name: shared, test }] } };
        updateConfig({
          vite: {
            environments: {
              client: { build: { rolldownOptions: { output } } },
            },
          },
        });
      },
      async 'astro:build:done'({ dir }) {
        const scripts = await readdir(new URL('_astro/', dir));
        const script = scripts.find((name) => name.startsWith(`${shared}.`));
        if (!script) throw new Error('The islands share no file.');
        const page = new URL('index.html', dir);
        const html = await readFile(page, 'utf8');
        await writeFile(
          page,
          html.replace('<body', `$& data-islands="/_astro/${script}"`),
        );
      },
    },
  };
}

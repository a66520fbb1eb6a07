import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
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
      'astro:config:setup'({ config, addClientDirective, updateConfig }) {
        addClientDirective({
          name: 'interaction',
          entrypoint: './src/integrations/interaction/directive.ts',
        });
        const forward = (path: string) => path.replaceAll('\\', '/');
        const root = forward(fileURLToPath(config.root));
        // The project's own paths, wherever its checkout may be.
        const ours = ['node_modules/', 'src/stores/', 'src/site.ts'];
        const test = (id: string) => {
          const path = forward(id).replace('\0', '');
          return ours.some((start) => path.startsWith(root + start));
        };
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

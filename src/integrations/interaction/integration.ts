import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * Adds the `client:interaction` directive, and builds the code that the islands share
 * as one chunk, which compresses better than many. Its URL is written on `<body>`, so
 * that the directive requests it together with the islands, which import it.
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
        // Relative to the project, wherever its checkout is.
        const sharedPaths = ['node_modules/', 'src/stores/', 'src/site.ts'];
        const test = (id: string) => {
          const path = forward(id).replace('\0', '');
          return sharedPaths.some((start) => path.startsWith(root + start));
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
        if (!script) throw new Error(`The build has no chunk "${shared}".`);
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

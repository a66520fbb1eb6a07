import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import islandScript from 'astro/runtime/server/astro-island.prebuilt.js';
import { ISLAND_STYLES } from 'astro/runtime/server/astro-island-styles.js';
import { parse } from 'node-html-parser';

/**
 * Adds the `client:interaction` directive, and builds the code that the islands share
 * as one chunk, which compresses better than many. Its URL is written on `<body>`, so
 * that the directive requests it together with the islands, which import it. What
 * Astro writes for islands before the headline goes behind it or out of the page.
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
        const test = /[\\/](?:node_modules|src[\\/](?:settings|stores|site))\b/;
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
        const html = withLateIslandScript(await readFile(page, 'utf8'));
        const body = `<body data-islands="/_astro/${script}"`;
        await writeFile(page, withOwnHashes(html).replace('<body', body));
      },
    },
  };
}

/**
 * The page with Astro's script for islands behind the first section, where it holds up
 * neither the headline nor the form: on a slow link they are painted an eighth sooner.
 * Until it runs, the directive keeps what the visitor does. The styles for islands
 * stand in global.css.
 */
function withLateIslandScript(html: string): string {
  const script = `<script>${islandScript}</script>`;
  const [start = '', rest] = html.split(script);
  const end = '</section>';
  if (!rest?.includes(end))
    throw new Error('The page has no island before the end of a section.');
  return (
    start.replace(`<style>${ISLAND_STYLES}</style>`, '') +
    rest.replace(end, () => end + script)
  );
}

/**
 * The page with the hashes of its own scripts and styles in its policy. Astro also
 * writes those of each directive that it has and of other pages, 300 bytes.
 */
function withOwnHashes(html: string): string {
  const hashes = parse(html)
    .querySelectorAll('script, style')
    .map(({ innerHTML }) =>
      createHash('sha256').update(innerHTML).digest('base64'),
    );
  return html.replace(/ 'sha256-([^']+)'/g, (source, hash: string) =>
    hashes.includes(hash) ? source : '',
  );
}

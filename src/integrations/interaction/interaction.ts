import { createHash } from 'node:crypto';
import { glob, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import islandScript from 'astro/runtime/server/astro-island.prebuilt.js';
import { ISLAND_STYLES } from 'astro/runtime/server/astro-island-styles.js';
import { build } from 'esbuild';
import { parse } from 'node-html-parser';

/**
 * Adds the `client:interaction` directive, and builds the code that the islands share
 * as one chunk, which compresses better than many. Its URL is written on `<body>`, so
 * that the directive requests it together with the islands, which import it. The script
 * that keeps presses stands in the head of pages with islands; what Astro writes for
 * islands before the headline goes behind it or out of the page.
 */
export function interaction(): AstroIntegration {
  const shared = 'islands';
  let pressesScript: string;
  return {
    name: 'interaction',
    hooks: {
      async 'astro:config:setup'({
        addClientDirective,
        injectScript,
        updateConfig,
      }) {
        addClientDirective({
          name: 'interaction',
          entrypoint: './src/integrations/interaction/directive.ts',
        });
        pressesScript = await inlineScript('presses.ts');
        injectScript('head-inline', pressesScript);
        const test =
          /[\\/](?:node_modules|src[\\/](?:settings|stores|site|islands[\\/]Redrawn))\b/;
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
        const index = new URL('index.html', dir);
        const html = withLateIslandScripts(await readFile(index, 'utf8'));
        const body = `<body data-islands="/_astro/${script}"`;
        await writeFile(index, html.replace('<body', body));
        for await (const path of glob('**/*.html', { cwd: dir })) {
          const page = new URL(path, dir);
          let content = await readFile(page, 'utf8');
          if (!content.includes('<astro-island'))
            content = content.replace(`<script>${pressesScript}</script>`, '');
          await writeFile(page, withOwnHashes(content));
        }
      },
    },
  };
}

/** A file of this folder and what it imports as one script, as Astro builds a directive. */
async function inlineScript(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    bundle: true,
    format: 'iife',
    minify: true,
    write: false,
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/**
 * The page with the scripts for islands, the directive's and Astro's, behind the first
 * section, where they hold up neither the headline nor the form: on a slow link they
 * are painted an eighth sooner. Until they run, the page's first script keeps what the
 * visitor presses. The styles for islands stand in global.css.
 */
function withLateIslandScripts(html: string): string {
  const styles = `<style>${ISLAND_STYLES}</style>`;
  const [beforeIsland = '', fromScripts = ''] = html.split(styles);
  const scriptsEnd = `${islandScript}</script>`;
  const [scripts, rest] = fromScripts.split(scriptsEnd);
  const sectionEnd = '</section>';
  if (!rest?.includes(sectionEnd))
    throw new Error('The page has no island before the end of a section.');
  return (
    beforeIsland +
    rest.replace(sectionEnd, () => sectionEnd + scripts + scriptsEnd)
  );
}

/**
 * A page with the hashes of its own scripts and styles in its policy. Astro also
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

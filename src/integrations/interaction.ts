import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import browserslistToEsbuild from 'browserslist-to-esbuild';
import { build } from 'esbuild';
import { parse, type HTMLElement } from 'node-html-parser';

/**
 * Adds the `client:interaction` directive and the page's first script (src/islands/loading)
 * to pages with islands, and leaves less to load before the headline and the form, which a
 * slow link paints an eighth sooner for it.
 */
export function interaction(): AstroIntegration {
  return {
    name: 'interaction',
    hooks: {
      async 'astro:config:setup'({ addClientDirective, injectScript }) {
        addClientDirective({
          name: 'interaction',
          entrypoint: './src/islands/loading/directive.ts',
        });
        injectScript('head-inline', await firstScript());
      },
      async 'astro:build:done'({ dir }) {
        for await (const path of glob('**/*.html', { cwd: dir })) {
          const file = new URL(path, dir);
          const page = parse(await readFile(file, 'utf8'), { comment: true });
          if (page.querySelector('astro-island')) moveIslandScripts(page);
          else page.querySelector('head > script')?.remove();
          removeForeignHashes(page);
          await writeFile(file, page.toString());
        }
      },
    },
  };
}

/** The first script and what it imports as one, as Astro builds a directive. */
async function firstScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['./src/islands/loading/first-script.ts'],
    bundle: true,
    format: 'iife',
    minify: true,
    target: browserslistToEsbuild(),
    write: false,
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/**
 * Moves the scripts that Astro writes before the first island, the directive's and its
 * own, behind the first section. The style that it writes there is in global.css.
 */
function moveIslandScripts(page: HTMLElement): void {
  const section = page.querySelector('section');
  const scripts = page.querySelectorAll('body > script:not([type])');
  if (!section || scripts.length === 0)
    throw new Error('The page has no section, or no scripts for islands.');
  page.querySelector('body > style')?.remove();
  section.after(...scripts);
}

/** Removes hashes from the page's policy, of which Astro also writes those of other directives and of files: a twentieth of what comes before the form. */
function removeForeignHashes(page: HTMLElement): void {
  const own = page
    .querySelectorAll('script, style')
    .map(({ innerHTML }) => createHash('sha256').update(innerHTML))
    .map((hash) => `'sha256-${hash.digest('base64')}'`);
  const policy = page.querySelector('meta[http-equiv]');
  const sources = policy?.getAttribute('content') ?? '';
  policy?.setAttribute(
    'content',
    sources.replace(/ ('sha256-[^']+')/g, (text, hash: string) =>
      own.includes(hash) ? text : '',
    ),
  );
}

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
          // The first script, which Astro adds to every page.
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
 * Moves what Astro writes before the first island: the scripts, the directive's and Astro's
 * own, go behind the first section. The style goes; global.css has its rule.
 */
function moveIslandScripts(page: HTMLElement): void {
  const section = page.querySelector('section');
  const scripts = page.querySelectorAll('body > script:not([type])');
  if (!section || scripts.length === 0)
    throw new Error('The page has no section, or no scripts for islands.');
  page.querySelector('body > style')?.remove();
  section.after(...scripts);
}

/**
 * Removes from the page's policy the hashes of what is not inline on the page. Astro also
 * writes those of directives that the page does not use, and of files. They would be a
 * twentieth of what comes before the form.
 */
function removeForeignHashes(page: HTMLElement): void {
  const own = page.querySelectorAll('script, style').map(({ innerHTML }) => {
    const hash = createHash('sha256').update(innerHTML).digest('base64');
    return `'sha256-${hash}'`;
  });
  const policy = page.querySelector('meta[http-equiv]');
  const sources = policy?.getAttribute('content') ?? '';
  policy?.setAttribute(
    'content',
    sources.replace(/ ('sha256-[^']+')/g, (text, hash: string) =>
      own.includes(hash) ? text : '',
    ),
  );
}

import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import { parse, type HTMLElement } from 'node-html-parser';

/**
 * Adds the `client:interaction` directive, and moves the inline scripts of islands behind the
 * first form of each page, or on a page without a form behind its words. Astro writes them
 * before the first island, and so before the headline and the form, which a browser on a slow
 * link then paints 15 % later. For the same reason it shortens the page's policy.
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
      'astro:build:done'({ dir }) {
        for (const name of globSync('**/*.html', { cwd: dir })) {
          const file = new URL(name, dir);
          const html = readFileSync(file, 'utf8');
          writeFileSync(file, withIslandScriptsBehindForm(html));
        }
      },
    },
  };
}

function withIslandScriptsBehindForm(html: string): string {
  const page = parse(html, { comment: true });
  const form = page.querySelector('section astro-island');
  const scripts = page.querySelectorAll('body > script:not([type])');
  (form ?? page.querySelector('main'))?.after(...scripts);
  // HTML allows a style element only in the head.
  page.querySelector('head')?.append(...page.querySelectorAll('body style'));
  removeUnusedHashes(page);
  return page.toString();
}

/** Astro's policy allows each page what other pages have inline, and scripts of directives that none has. */
function removeUnusedHashes(page: HTMLElement): void {
  const used = page
    .querySelectorAll('script, style')
    .map(({ innerHTML }) => createHash('sha256').update(innerHTML))
    .map((hash) => `'sha256-${hash.digest('base64')}'`);
  const policy = page.querySelector('[http-equiv=content-security-policy]');
  const sources = policy?.getAttribute('content') ?? '';
  policy?.setAttribute(
    'content',
    sources.replaceAll(/ ('sha256-[^']+')/g, (source, hash: string) =>
      used.includes(hash) ? source : '',
    ),
  );
}

import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import { parse, type HTMLElement } from 'node-html-parser';

/**
 * Adds the `client:form` directive. On each built page it puts Astro's inline scripts of
 * islands behind the first form, and shortens the page's policy. Otherwise a browser on a
 * slow link paints the headline and the form 15 % later.
 */
export function islandScripts(): AstroIntegration {
  return {
    name: 'island-scripts',
    hooks: {
      'astro:config:setup'({ addClientDirective }) {
        addClientDirective({
          name: 'form',
          entrypoint: './src/islands/loading/directive.ts',
        });
      },
      'astro:build:done'({ dir }) {
        for (const name of globSync('**/*.html', { cwd: dir })) {
          const file = new URL(name, dir);
          const page = parse(readFileSync(file, 'utf8'), { comment: true });
          moveStylesIntoHead(page);
          moveIslandScriptsBehindForm(page);
          removeUnusedHashes(page);
          writeFileSync(file, page.toString());
        }
      },
    },
  };
}

/** Astro writes the style of its islands before the first island, but HTML allows a style element only in the head. */
function moveStylesIntoHead(page: HTMLElement): void {
  page.querySelector('head')?.append(...page.querySelectorAll('body style'));
}

/**
 * Astro writes the scripts of its islands before the first island. That is the header, so the headline
 * and the form would wait for the scripts.
 */
function moveIslandScriptsBehindForm(page: HTMLElement): void {
  const scripts: HTMLElement[] = [];
  let element = page.querySelector('astro-island')?.previousElementSibling;
  while (element?.localName === 'script') {
    scripts.unshift(element);
    element = element.previousElementSibling;
  }
  page.querySelector('astro-island:has(form)')?.after(...scripts);
}

/**
 * Astro writes one policy for all pages. The policy also has the hashes of other pages' inline scripts
 * and styles, and of client directives that no page uses. This function keeps only the hashes of the
 * page's own scripts and styles.
 */
function removeUnusedHashes(page: HTMLElement): void {
  const ownHashes = page
    .querySelectorAll('script, style')
    .map(({ innerHTML }) => createHash('sha256').update(innerHTML))
    .map((hash) => `'sha256-${hash.digest('base64')}'`);
  const isUsed = (source: string) =>
    !source.startsWith("'sha256-") || ownHashes.includes(source);

  const meta = page.querySelector('[http-equiv=content-security-policy]');
  const policy = meta?.getAttribute('content') ?? '';
  const shortened = policy
    .split(';')
    .map((directive) => directive.split(' ').filter(isUsed).join(' '))
    .join(';');
  meta?.setAttribute('content', shortened);
}

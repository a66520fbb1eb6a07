import { readFileSync, writeFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import { parse, type HTMLElement } from 'node-html-parser';
import { asWritten, builtPages, hashOf } from './built-pages.ts';

/**
 * Adds the `client:form` directive. On each built page it joins the two styles, moves Astro's inline
 * scripts of islands behind the first form, and removes unused hashes from the policy. Before the form,
 * the scripts would delay the first paint on a slow link.
 */
export function islandScripts(): AstroIntegration {
  return {
    name: 'island-scripts',
    hooks: {
      'astro:config:setup'({ addClientDirective }) {
        addClientDirective({
          name: 'form',
          entrypoint: './src/browser/loading/directive.ts',
        });
      },
      'astro:build:done'({ dir }) {
        for (const name of builtPages(dir)) {
          const file = new URL(name, dir);
          const page = parse(readFileSync(file, 'utf8'), asWritten);
          joinStyles(page);
          moveIslandScriptsBehindForm(page);
          removeUnusedHashes(page);
          writeFileSync(file, page.toString());
        }
      },
    },
  };
}

/**
 * Astro writes the style of its islands into a second element, before the first island. HTML allows a
 * style element only in the head, and each element has its own hash in the policy. So this function
 * joins both styles in the head.
 */
function joinStyles(page: HTMLElement): void {
  const [style, ...others] = page.querySelectorAll('style');
  if (!style) return;
  const hash = hashOf(style);
  for (const other of others) {
    style.set_content(style.innerHTML + other.innerHTML);
    other.remove();
  }
  changePolicy(page, (policy) => policy.replace(hash, hashOf(style)));
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
  const ownHashes = page.querySelectorAll('script, style').map(hashOf);
  const isUsed = (source: string) =>
    !source.startsWith("'sha256-") || ownHashes.includes(source);
  changePolicy(page, (policy) =>
    policy
      .split(';')
      .map((directive) => directive.split(' ').filter(isUsed).join(' '))
      .join(';'),
  );
}

function changePolicy(
  page: HTMLElement,
  change: (policy: string) => string,
): void {
  const meta = page.querySelector('[http-equiv=content-security-policy]');
  meta?.setAttribute('content', change(meta.getAttribute('content') ?? ''));
}

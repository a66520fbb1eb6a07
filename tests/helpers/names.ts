import { globSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

declare global {
  /** In the page: an element's tag, its text, and the file in which it is written. */
  var nameOf: (element: Element) => string;
}

/** Gives the page `nameOf`, so that a failed test can say to an editor what it is about. */
export function installNames(page: Page): Promise<unknown> {
  const files = globSync('src/sections/*.astro').flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const selectors = [...source.matchAll(/<\w+[^>]*? id="([\w-]+)"/g)].map(
      ([, id]) => `#${id}`,
    );
    if (source.includes('<footer')) selectors.push('footer');
    return selectors.map((selector) => [selector, file] as const);
  });
  return page.addInitScript(defineNameOf, files);
}

function defineNameOf(files: (readonly [selector: string, file: string])[]) {
  globalThis.nameOf = (element) => {
    const { ariaLabel, textContent, tagName } = element;
    const attributes = ['alt', 'placeholder', 'href', 'src', 'class'].map(
      (name) => element.getAttribute(name),
    );
    const [text = ''] = [ariaLabel, textContent, ...attributes]
      .map((it) => it?.trim().replace(/\s+/g, ' ') ?? '')
      .filter((it) => it !== '');
    return `<${tagName.toLowerCase()}> "${text.slice(0, 60)}" in ${fileOf(element)}`;
  };

  function fileOf(element: Element): string {
    // What a section gives an island is in a slot of the island.
    const island = element.closest('astro-island, astro-slot');
    const { name } = JSON.parse(island?.getAttribute('opts') ?? '{}');
    if (name) return `src/islands/${name}.tsx`;
    // What is between two sections is written with the first of them.
    for (let part = element.closest('main > *, footer'); part;) {
      for (const [selector, file] of files)
        if (part.matches(selector)) return file;
      part = part.previousElementSibling;
    }
    return 'src/pages/index.astro';
  }
}

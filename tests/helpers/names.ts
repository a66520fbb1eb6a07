import { globSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

declare global {
  /** In the page: an element's tag, its words, and the file in which it is written. */
  var nameOf: (element: Element) => string;
}

/** Gives the page `nameOf`, so that what a test finds can be told to an editor. */
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
    const words = [ariaLabel, textContent, ...attributes]
      .map((text) => text?.trim().replace(/\s+/g, ' ') ?? '')
      .find((text) => text !== '');
    return `<${tagName.toLowerCase()}> "${words?.slice(0, 60)}" in ${fileOf(element)}`;
  };

  function fileOf(element: Element): string {
    // What a section gives an island stands in a slot of the island.
    const island = element.closest('astro-island, astro-slot');
    const { name } = JSON.parse(island?.getAttribute('opts') ?? '{}');
    if (name) return `src/islands/${name}.tsx`;
    // What stands between sections is written with the one before.
    for (let part = element.closest('main > *, footer'); part;) {
      for (const [selector, file] of files)
        if (part.matches(selector)) return file;
      part = part.previousElementSibling;
    }
    return 'src/pages/index.astro';
  }
}

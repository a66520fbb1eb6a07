import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';

declare global {
  /** In the page: an element's tag, its text, and the file in which it is written. */
  var nameOf: (element: Element) => string;
}

/** Gives the page `nameOf`, so that a failed test tells an editor which element it is about. */
export const installNames = (page: Page) =>
  page.addInitScript(defineNameOf, readdirSync('src/sections'));

function defineNameOf(sectionFiles: string[]) {
  globalThis.nameOf = (element) => {
    const { ariaLabel, textContent, tagName } = element;
    const attributes = ['alt', 'placeholder', 'href', 'src', 'class'].map(
      (name) => element.getAttribute(name),
    );
    const [text = ''] = [ariaLabel, textContent, ...attributes]
      .map((value) => value?.trim().replace(/\s+/g, ' ') ?? '')
      .filter((value) => value !== '');
    return `<${tagName.toLowerCase()}> "${text.slice(0, 60)}" in ${fileOf(element)}`;
  };

  function fileOf(element: Element): string {
    // What a section gives an island is in a slot of the island.
    const island = element.closest('astro-island, astro-slot');
    const { name } = JSON.parse(island?.getAttribute('opts') ?? '{}');
    if (name) return `src/islands/${name}.tsx`;
    // What is between two sections is written with the first of them.
    for (let part = element.closest('main > *, footer'); part;) {
      // The id of ComingSoon.astro is coming-soon; the footer has none.
      const id = (part.id || part.localName).replaceAll('-', '');
      const file = sectionFiles.find(
        (name) => name.toLowerCase() === `${id}.astro`,
      );
      if (file) return `src/sections/${file}`;
      part = part.previousElementSibling;
    }
    return 'src/pages/index.astro';
  }
}

import type { Page } from '@playwright/test';
import { filesOf } from '../../scripts/editor/built-pages.ts';

declare global {
  /** In the page: an element's tag, its text, and the file in which it is written. */
  var nameOf: (element: Element) => string;
}

/** Gives the page `nameOf`, so that a failed test tells an editor which element it is about. */
export const installNames = (page: Page) =>
  page.addInitScript(defineNameOf, filesOf('src/{sections,pages}/**/*.astro'));

function defineNameOf(files: string[]) {
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

  /** The file of a section's id, or of a page's path. */
  const fileNamed = (name: string) =>
    files.find((file) =>
      file.toLowerCase().endsWith(`/${name.replaceAll('-', '')}.astro`),
    );

  function fileOf(element: Element) {
    // What a section gives an island is in a slot of the island.
    const island = element.closest('astro-island, astro-slot');
    const { name } = JSON.parse(island?.getAttribute('opts') ?? '{}');
    if (name) return `src/islands/${name}.tsx`;
    // What is between two sections is written with the first of them.
    for (let part = element.closest('main > *, footer'); part;) {
      const file = fileNamed(part.id || part.localName);
      if (file) return file;
      part = part.previousElementSibling;
    }
    const path = location.pathname.replace(/^\/|(\.html|\/)$/g, '');
    return fileNamed(path || 'index') ?? `the page ${path}`;
  }
}

import type { Page } from '@playwright/test';
import { fileOf, readPages } from '../../scripts/editor/built-pages.ts';

declare global {
  /** In the page: an element's tag, its text, and the file in which it is written. */
  var nameOf: (element: Element) => string;
}

/** Gives the page `nameOf`, so that a failed test tells an editor which element it is about. */
export const installNames = (page: Page) =>
  page.addInitScript(defineNameOf, sourceFiles());

/** By the path of each built page: its file, under '', and its sections' files, by their ids; the footer has none. */
function sourceFiles() {
  const files: Record<string, Record<string, string>> = {};
  for (const page of readPages('dist')) {
    const ofPage: Record<string, string> = { '': page.file };
    for (const part of page.root.querySelectorAll('main > section, footer'))
      ofPage[part.id || part.rawTagName] = fileOf(part, page);
    files[page.path] = ofPage;
  }
  return files;
}

function defineNameOf(pages: ReturnType<typeof sourceFiles>) {
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

  function fileOf(element: Element) {
    const files = pages[location.pathname] ?? {};
    // What a section gives an island is in a slot of the island.
    const island = element.closest('astro-island, astro-slot');
    const { name } = JSON.parse(island?.getAttribute('opts') ?? '{}');
    if (name) return `src/islands/${name}.tsx`;
    // What is between two sections is written with the first of them.
    for (let part = element.closest('main > *, footer'); part;) {
      const file = files[part.id || part.localName];
      if (file) return file;
      part = part.previousElementSibling;
    }
    return files[''];
  }
}

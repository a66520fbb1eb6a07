import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parse } from 'node-html-parser';
import { sectionFile } from '../../src/components/source-file.ts';

declare global {
  /** In the page: an element's tag, its text, and the file in which it is written. */
  var nameOf: (element: Element) => string;
}

/** Gives the page `nameOf`, so that a failed test tells an editor which element it is about. */
export const installNames = (page: Page) =>
  page.addInitScript(defineNameOf, sectionFiles());

/** The file of each section of the built page, by its id; the footer has none. */
function sectionFiles(): Record<string, string | undefined> {
  const page = parse(readFileSync('dist/index.html', 'utf8'));
  const ids = page.querySelectorAll('main > section').map(({ id }) => id);
  return Object.fromEntries(
    [...ids, 'footer'].map((id) => [id, sectionFile(id)]),
  );
}

function defineNameOf(files: ReturnType<typeof sectionFiles>) {
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
      const file = files[part.id || part.localName];
      if (file) return file;
      part = part.previousElementSibling;
    }
    return 'src/pages/index.astro';
  }
}

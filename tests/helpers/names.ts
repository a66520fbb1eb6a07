import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { sourceFiles } from '../../src/components/source-file.ts';

declare global {
  /** In the page: an element's tag, its text, and the file in which it is written. */
  var nameOf: (element: Element) => string;
}

/** Gives the page `nameOf`, so that a failed test tells an editor which element it is about. */
export function installNames(page: Page): Promise<unknown> {
  // By the section's id without hyphens: `comingsoon` for `src/sections/ComingSoon.astro`.
  const files = sourceFiles().map((file) => [
    basename(file, '.astro').toLowerCase(),
    file,
  ]);
  return page.addInitScript(defineNameOf, Object.fromEntries(files));
}

/** This function runs in the page, so it uses nothing but its argument. */
function defineNameOf(files: Record<string, string>): void {
  globalThis.nameOf = (element) => {
    const { ariaLabel, textContent, localName } = element;
    const attributes = ['alt', 'placeholder', 'href', 'src', 'class'].map(
      (name) => element.getAttribute(name),
    );
    const [text = ''] = [ariaLabel, textContent, ...attributes]
      .map((value) => value?.trim().replace(/\s+/g, ' ') ?? '')
      .filter((value) => value !== '');
    return `<${localName}> "${text.slice(0, 60)}" in ${placeOf(element)}`;
  };

  function placeOf(element: Element): string {
    // An island encloses its slots, and a slot is written in the section.
    const island = element.closest('astro-island, astro-slot');
    const { name } = JSON.parse(island?.getAttribute('opts') ?? '{}');
    if (name) return `src/islands/${name}.tsx`;
    const section = element.closest('main > section, footer');
    const id = section?.id || section?.localName || '';
    return files[id.replaceAll('-', '')] ?? `the page ${location.pathname}`;
  }
}

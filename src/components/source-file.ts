import { globSync } from 'node:fs';
import type { HTMLElement } from 'node-html-parser';

/** The source files of all sections and pages, with slashes on Windows, too. */
export const sourceFiles = (): string[] =>
  globSync('src/{sections,pages}/**/*.astro').map((file) =>
    file.replaceAll('\\', '/'),
  );

/**
 * Finds the file of a section by the section's id: `src/sections/ComingSoon.astro` for `coming-soon`.
 * The file may be in a folder of `src/sections`. Returns undefined if there is no such file.
 */
export function sectionFile(
  id: string,
  files = sourceFiles(),
): string | undefined {
  const name = `/${id.replaceAll('-', '')}.astro`;
  return files.find(
    (file) =>
      file.startsWith('src/sections/') && file.toLowerCase().endsWith(name),
  );
}

/**
 * Finds the file of a page by the page's path: `src/pages/pricing.astro` or
 * `src/pages/pricing/index.astro` for `/pricing/`. Returns undefined if there is neither file.
 */
export function pageFile(path: string): string | undefined {
  const name = `src/pages${path.replace(/(\.html|\/)$/, '')}`;
  return sourceFiles().find((file) =>
    [`${name}.astro`, `${name}/index.astro`].includes(file),
  );
}

/**
 * Finds the file in which an element of a page is written: the island's, the section's or the header's
 * file; for any other element, `file`, the page's own.
 */
export function fileOf(element: HTMLElement, file: string): string {
  const section = element.closest('main > section, footer');
  // The links to other pages are in the `headerLinks` of site.ts.
  if (!section && element.closest('header nav')) return 'src/site.ts';
  // An island encloses its slots, and a slot is written in the section.
  const island = element.closest('astro-island, astro-slot');
  const { name } = JSON.parse(island?.getAttribute('opts') ?? '{}');
  if (name) return `src/islands/${name}.tsx`;
  if (!section && element.closest('header')) return 'src/react/PageHeader.tsx';
  return sectionFile(section?.id || section?.localName || '') ?? file;
}

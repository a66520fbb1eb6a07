import { globSync } from 'node:fs';

/** The source files of all sections and pages, with slashes on Windows, too. */
export const sourceFiles = (): string[] =>
  globSync('src/{sections,pages}/**/*.astro').map((file) =>
    file.replaceAll('\\', '/'),
  );

// `tests/helpers/names.ts` writes the following functions into a page of the browser tests, as
// they are. So they use only each other and their arguments.

/**
 * Finds the file of a section by the section's id: `src/sections/ComingSoon.astro` for `coming-soon`.
 * Returns undefined if there is no such file.
 *
 * @param path the path of the section's page: on `/de/`, the file in `src/sections/de` is
 *   preferred
 */
export function sectionFile(
  id: string,
  path = '/',
  files: string[] = sourceFiles(),
): string | undefined {
  const name = `${id.replaceAll('-', '')}.astro`;
  return [`src/sections${path}${name}`, `src/sections/${name}`]
    .map((lowered) => files.find((file) => file.toLowerCase() === lowered))
    .find((file) => file !== undefined);
}

/**
 * Finds the file of a page by the page's path: `src/pages/de.astro` or `src/pages/de/index.astro` for
 * `/de/`. Returns undefined if there is neither file.
 */
export function pageFile(
  path: string,
  files: string[] = sourceFiles(),
): string | undefined {
  const name = `src/pages${path.replace(/(\.html|\/)$/, '')}`;
  return [`${name}.astro`, `${name}/index.astro`].find((file) =>
    files.includes(file),
  );
}

/** What this module uses of an element, in a browser and in node-html-parser. */
interface AnyElement {
  id: string;
  localName: string;
  closest(selector: string): AnyElement | null;
  getAttribute(name: string): string | null | undefined;
}

/**
 * Finds the file in which an element is written. Returns the island's, the section's or the header's
 * file; for any other element, the page's file.
 */
export function fileOf(
  element: AnyElement,
  page: { path: string; file: string },
  files: string[] = sourceFiles(),
): string {
  const section = element.closest('main > section, footer');
  // The links to other pages are in the `headerLinks` of site.ts.
  if (!section && element.closest('header nav')) return 'src/site.ts';
  // An island encloses its slots, and a slot is written in the section.
  const island = element.closest('astro-island, astro-slot');
  const { name } = JSON.parse(island?.getAttribute('opts') ?? '{}');
  if (name) return `src/islands/${name}.tsx`;
  if (!section && element.closest('header'))
    return 'src/islands/PageHeader.tsx';
  const id = section && (section.id || section.localName);
  return (id && sectionFile(id, page.path, files)) ?? page.file;
}

import { globSync } from 'node:fs';

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

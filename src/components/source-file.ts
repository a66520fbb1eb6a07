import { existsSync, readdirSync } from 'node:fs';

/**
 * Finds the file of a section by the section's id: `src/sections/ComingSoon.astro` for `coming-soon`.
 * Returns undefined if there is no such file.
 */
export function sectionFile(id: string): string | undefined {
  const name = `${id.replaceAll('-', '')}.astro`;
  const file = readdirSync('src/sections').find(
    (file) => file.toLowerCase() === name,
  );
  return file && `src/sections/${file}`;
}

/**
 * Finds the file of a page by the page's path: `src/pages/de.astro` or `src/pages/de/index.astro` for
 * `/de/`. Returns undefined if there is neither file.
 */
export function pageFile(path: string): string | undefined {
  const name = `src/pages${path.replace(/(\.html|\/)$/, '')}`;
  return [`${name}.astro`, `${name}/index.astro`].find((file) =>
    existsSync(file),
  );
}

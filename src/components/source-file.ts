import { existsSync, readdirSync } from 'node:fs';

/**
 * The file of a section, by its id: `src/sections/ComingSoon.astro` for `coming-soon`.
 * Undefined if there is none of that name.
 */
export function sectionFile(id: string): string | undefined {
  const name = `${id.replaceAll('-', '')}.astro`;
  const file = readdirSync('src/sections').find(
    (file) => file.toLowerCase() === name,
  );
  return file && `src/sections/${file}`;
}

/**
 * The file of a page, by its path: `src/pages/de.astro` or `src/pages/de/index.astro` for
 * `/de/`. Undefined if there is neither.
 */
export function pageFile(path: string): string | undefined {
  const name = `src/pages${path.replace(/(\.html|\/)$/, '')}`;
  return [`${name}.astro`, `${name}/index.astro`].find((file) =>
    existsSync(file),
  );
}

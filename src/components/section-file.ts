import { readdirSync } from 'node:fs';

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

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from 'node-html-parser';

/** The attributes of a `<path>`. */
type Path = Record<string, string>;

/**
 * The paths of an outline on https://tabler.io/icons: one for all its lines, then those that
 * are filled, which few outlines have.
 *
 * @throws an Error if there is none of that name.
 */
export function outlinePaths(name: string): Path[] {
  // The first is a square that is not drawn.
  const [, ...paths] = parse(readOutline(name))
    .querySelectorAll('path')
    .map(({ attributes }): Path => attributes);
  const isLine = (path: Path) => Object.keys(path).join() === 'd';
  const lines = paths.filter(isLine).map((path) => path['d']);
  return [{ d: lines.join('') }, ...paths.filter((path) => !isLine(path))];
}

/** Read, not imported: Astro publishes a file for every SVG that is imported. */
function readOutline(name: string): string {
  try {
    const { resolve } = createRequire(join(process.cwd(), 'package.json'));
    return readFileSync(resolve(`@tabler/icons/outline/${name}.svg`), 'utf8');
  } catch {
    throw new Error(
      `There is no icon "${name}": take a name from https://tabler.io/icons`,
    );
  }
}

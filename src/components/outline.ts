import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { sourceFiles } from './source-file.ts';

/**
 * Returns the attributes of each path of an outline icon on https://tabler.io/icons.
 *
 * @throws an Error of one line that names the file with the wrong name, if there is no icon of that name.
 */
export function outlinePaths(name: string): Record<string, string>[] {
  try {
    const { resolve } = createRequire(join(process.cwd(), 'package.json'));
    // The file is read, not imported, because Astro publishes a copy of every SVG that is imported.
    const file = resolve(`@tabler/icons/outline/${name}.svg`);
    const paths = parse(readFileSync(file, 'utf8')).querySelectorAll('path');
    // The first path is an invisible square, which every icon has.
    return paths.slice(1).map(({ attributes }) => attributes);
  } catch {
    const sources = ['src/site.ts', ...sourceFiles()].filter((file) =>
      [`'${name}'`, `"${name}"`].some((quoted) =>
        readFileSync(file, 'utf8').includes(quoted),
      ),
    );
    throw new Error(
      `${sources.join(', ') || 'icon'}: There is no icon "${name}". Take the name of an outline from https://tabler.io/icons.`,
    );
  }
}

import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import type { HTMLElement } from 'node-html-parser';

/** The names of the pages that are built in a folder, as `pricing/index.html`. An HTML file of `public` is not one: it is published unchanged. */
export const builtPages = (folder: string | URL): string[] =>
  globSync('**/*.html', { cwd: folder })
    .filter((name) => !existsSync(`public/${name}`))
    .map((name) => name.replaceAll('\\', '/'));

/**
 * The options of node-html-parser with which a step of the build changes a page and leaves the rest as
 * it is. By default the parser removes comments, and repairs invalid nesting, such as a paragraph in a
 * paragraph. The check of the built pages would then miss that mistake.
 */
export const asWritten = { comment: true, preserveTagNesting: true };

/** The hash of an inline script or style, as the page's policy writes it. */
export function hashOf({ innerHTML }: HTMLElement): string {
  const hash = createHash('sha256').update(innerHTML).digest('base64');
  return `'sha256-${hash}'`;
}

import { existsSync, globSync, readFileSync } from 'node:fs';
import { parse, type HTMLElement } from 'node-html-parser';
import { pageFile, sectionFile } from '../../src/components/source-file.ts';

/** A page as it is built. */
export interface Page {
  /** Its path on the site, as `/404.html` or `/de/`. */
  path: string;
  /** Where it is written, as `src/pages/404.astro`. */
  file: string;
  html: string;
  root: HTMLElement;
}

/** The files that match a pattern, with slashes on Windows, too. */
export const filesOf = (pattern: string, cwd = '.') =>
  globSync(pattern, { cwd }).map((file) => file.replaceAll('\\', '/'));

/** The pages that are built in a folder. A file of `public` is not one of them. */
export function readPages(folder: string): Page[] {
  return filesOf('**/*.html', folder)
    .filter((name) => !existsSync(`public/${name}`))
    .map((name) => {
      const html = readFileSync(`${folder}/${name}`, 'utf8');
      const root = parse(html);
      // Their content is no text of the page.
      for (const it of root.querySelectorAll('script, style')) it.remove();
      const path = `/${name.replace(/(^|\/)index\.html$/, '$1')}`;
      return { path, file: pageFile(path) ?? `${folder}/${name}`, html, root };
    });
}

/**
 * The file in which an element is written: its island's, its section's, or else its page's. The
 * header's links are in site.ts.
 */
export function fileOf(
  element: HTMLElement | null | undefined,
  { file }: Page,
): string {
  if (element?.closest('header')) return 'src/site.ts';
  // What a section gives an island is in a slot of the island.
  const island = element?.closest('astro-island, astro-slot');
  const { name } = JSON.parse(island?.getAttribute('opts') ?? '{}');
  if (name) return `src/islands/${name}.tsx`;
  const section = element?.closest('main > section, footer');
  return (section && sectionFile(section.id || section.rawTagName)) ?? file;
}

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
export const excerpt = (text: string) => `"${oneLine(text).slice(0, 60)}"`;

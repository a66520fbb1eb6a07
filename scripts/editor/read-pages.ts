import { readFileSync } from 'node:fs';
import { parse, type HTMLElement } from 'node-html-parser';
import { pageFile, sectionFile } from '../../src/components/source-file.ts';
import { builtPages } from '../../src/integrations/built-pages.ts';

/** A page as it is built. */
export interface Page {
  /** The page's path on the site, as `/404.html` or `/pricing/`. */
  path: string;
  /** The source file, as `src/pages/404.astro`; for a page without one, the built file. */
  file: string;
  html: string;
  /** The page without its scripts and styles, whose content is no text of the page. */
  root: HTMLElement;
}

/** The pages that are built in a folder. */
export const readPages = (folder: string): Page[] =>
  builtPages(folder).map((name) => readPage(folder, name));

/** The page that is built as `folder/name`, or would be built there with the given HTML. */
export function readPage(
  folder: string,
  name: string,
  html = readFileSync(`${folder}/${name}`, 'utf8'),
): Page {
  const root = parse(html);
  for (const element of root.querySelectorAll('script, style'))
    element.remove();
  const path = `/${name.replace(/(^|\/)index\.html$/, '$1')}`;
  return { path, file: pageFile(path) ?? `${folder}/${name}`, html, root };
}

/**
 * Finds the file in which an element of a page is written: the file of its island, its section, the header or
 * the layout. Any other element, such as the title, is written in `file`, the page's own.
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
  if (!element.closest('head, main, footer')) return 'src/layouts/Page.astro';
  return sectionFile(section?.id || section?.localName || '') ?? file;
}

/** A text on one line: a single space in the place of spaces and line breaks. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
/** The beginning of a text, in quotes, by which an editor finds the text. */
export const excerpt = (text: string) => `"${oneLine(text).slice(0, 60)}"`;

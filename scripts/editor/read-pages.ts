import { readFileSync } from 'node:fs';
import { parse, type HTMLElement } from 'node-html-parser';
import { pageFile } from '../../src/components/source-file.ts';
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

/** A text on one line: a single space in the place of spaces and line breaks. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
/** The beginning of a text, in quotes, by which an editor finds the text. */
export const excerpt = (text: string) => `"${oneLine(text).slice(0, 60)}"`;

import { readFileSync } from 'node:fs';
import type { HTMLElement } from 'node-html-parser';
import { sectionFile } from '../../src/settings/section-file.ts';

/** A mistake that an editor has to fix. */
export interface Finding {
  /** `file:line`, or only the file. */
  location: string;
  /** What is wrong and what to do, in whole sentences. */
  message: string;
}

/** The file that lists the sections, with the title and the description. */
export const pageFile = 'src/pages/index.astro';

/** Where an element of a built page is written: the file of its section, else that of the page, with the line if it is found. */
export function locationOf(element: HTMLElement, page = pageFile): string {
  const section = element.closest('main > section, footer');
  const file = (section && sectionFile(section.id || 'footer')) ?? page;
  return locationInFile(element, file) ?? file;
}

/** The line of an element's address or of its words, or else of the words around it. */
export function locationInFile(
  element: HTMLElement,
  file: string,
): string | undefined {
  const { href, src = href } = element.attributes;
  return (
    (src && locationOfQuoted(src, [file, 'src/site.ts'])) ||
    locationOfWords(element.textContent, file) ||
    locationOfWords(element.parentNode?.textContent ?? '', file)
  );
}

/** The first line of some files with a text between quotes: an address, or the name of an icon. */
export function locationOfQuoted(
  text: string,
  files: string[],
): string | undefined {
  const pattern = new RegExp(`(["'])${escapeForPattern(text)}\\1`);
  return files.map((file) => locationOfPattern(pattern, file)).find(Boolean);
}

const escapeForPattern = (text: string) =>
  text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The line with the first four words in a row that a file has: others may come from `src/site.ts`. */
function locationOfWords(text: string, file: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}]+/gu)?.slice(0, 20) ?? [];
  // Between two words may be tags, the likes of &nbsp;, spaces and punctuation.
  const between = '(?:<[^>]*>|&\\w+;|[^\\p{L}\\p{N}])+';
  const rows = words
    .map((_, index) => words.slice(index, index + 4))
    .filter((row, index) => index === 0 || row.length === 4)
    .map((row) => `(?<!\\p{L})${row.join(between)}(?!\\p{L})`);
  return rows.length > 0
    ? locationOfPattern(new RegExp(rows.join('|'), 'u'), file)
    : undefined;
}

/** The first line of a file in which a pattern is found. */
export function locationOfPattern(
  pattern: RegExp,
  file: string,
): string | undefined {
  const source = readFileSync(file, 'utf8');
  const index = source.search(pattern);
  const line = source.slice(0, index).split('\n').length;
  return index < 0 ? undefined : `${file.replaceAll('\\', '/')}:${line}`;
}

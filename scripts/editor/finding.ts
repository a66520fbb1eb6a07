import { readFileSync } from 'node:fs';
import type { HTMLElement } from 'node-html-parser';
import { sectionFile } from '../../src/components/section-file.ts';

/** A mistake that an editor has to fix. */
export interface Finding {
  /** `file:line`, or only the file. */
  location: string;
  /** What is wrong and what to do, in whole sentences. */
  message: string;
}

/** The file that lists the sections, with the title and the description. */
export const pageFile = 'src/pages/index.astro';

/** The file in which an element of a built page is written: that of its section, else that of its page. */
export function sourceOf(element: HTMLElement, page: string): string {
  const section = element.closest('main > section, footer');
  return (section && sectionFile(section.id || 'footer')) ?? page;
}

/** The first line of some files with a text between quotes: an address, or the name of an icon. */
export function locationOfQuoted(
  text: string,
  files: string[],
): string | undefined {
  for (const file of files) {
    const lines = readFileSync(file, 'utf8').split('\n');
    const index = lines.findIndex((line) =>
      [`"${text}"`, `'${text}'`].some((quoted) => line.includes(quoted)),
    );
    if (index >= 0) return `${file.replaceAll('\\', '/')}:${index + 1}`;
  }
  return undefined;
}

import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { sourceFiles } from '../../src/components/source-file.ts';

declare global {
  /** In the page: an element's tag, its text, and the file of its section, or its place on the page. */
  var nameOf: (element: Element) => string;
}

/** Gives the page `nameOf`, so that a failed test tells an editor which element it is about. */
export function installNames(page: Page): Promise<unknown> {
  const sections = sourceFiles()
    .filter((file) => file.startsWith('src/sections/'))
    .map((file) => [basename(file, '.astro').toLowerCase(), file]);
  return page.addInitScript((files: Record<string, string>) => {
    globalThis.nameOf = (element) => {
      const { ariaLabel, textContent, localName } = element;
      const attributes = ['alt', 'placeholder', 'href', 'src', 'class'].map(
        (name) => element.getAttribute(name),
      );
      const [text = ''] = [ariaLabel, textContent, ...attributes]
        .map((value) => value?.trim().replace(/\s+/g, ' ') ?? '')
        .filter((value) => value !== '');
      const part = element.closest('main > section, footer, header, body');
      const place = part?.id || part?.localName || '';
      const file = files[place.replaceAll('-', '')];
      return `<${localName}> "${text.slice(0, 60)}" in ${file ?? `the ${place} of ${location.pathname}`}`;
    };
  }, Object.fromEntries(sections));
}

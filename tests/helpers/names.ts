import type { Page } from '@playwright/test';
import {
  fileOf,
  pageFile,
  sectionFile,
  sourceFiles,
} from '../../src/components/source-file.ts';

declare global {
  /** In the page: an element's tag, its text, and the file in which it is written. */
  var nameOf: (element: Element) => string;
}

/** Gives the page `nameOf`, so that a failed test tells an editor which element it is about. */
export function installNames(page: Page): Promise<unknown> {
  const functions = [sectionFile, pageFile, fileOf].join('\n');
  const files = JSON.stringify(sourceFiles());
  return page.addInitScript({
    content: `${functions}\n(${defineNameOf})(${files});`,
  });
}

/** This function runs in the page, so it uses only `files`, `fileOf` and `pageFile`. */
function defineNameOf(files: string[]): void {
  globalThis.nameOf = (element) => {
    const { ariaLabel, textContent, localName } = element;
    const attributes = ['alt', 'placeholder', 'href', 'src', 'class'].map(
      (name) => element.getAttribute(name),
    );
    const [text = ''] = [ariaLabel, textContent, ...attributes]
      .map((value) => value?.trim().replace(/\s+/g, ' ') ?? '')
      .filter((value) => value !== '');
    const { pathname } = location;
    const file = fileOf(element, pageFile(pathname, files) ?? pathname, files);
    return `<${localName}> "${text.slice(0, 60)}" in ${file}`;
  };
}

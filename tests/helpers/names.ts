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
export const installNames = (page: Page) =>
  page.addInitScript({
    content: `
      ${sectionFile}
      ${pageFile}
      ${fileOf}
      (${defineNameOf})(pageFile, fileOf, ${JSON.stringify(sourceFiles())});`,
  });

/**
 * This function runs in the page and cannot use imports. So it takes them as parameters of the same
 * names.
 */
function defineNameOf(
  pageFile: typeof import('../../src/components/source-file.ts').pageFile,
  fileOf: typeof import('../../src/components/source-file.ts').fileOf,
  files: string[],
) {
  globalThis.nameOf = (element) => {
    const { ariaLabel, textContent, tagName } = element;
    const attributes = ['alt', 'placeholder', 'href', 'src', 'class'].map(
      (name) => element.getAttribute(name),
    );
    const [text = ''] = [ariaLabel, textContent, ...attributes]
      .map((value) => value?.trim().replace(/\s+/g, ' ') ?? '')
      .filter((value) => value !== '');
    const path = location.pathname;
    const page = { path, file: pageFile(path, files) ?? `the page ${path}` };
    return `<${tagName.toLowerCase()}> "${text.slice(0, 60)}" in ${fileOf(element, page, files)}`;
  };
}

/** Reads the built pages, and prints what an editor has to fix: the file, then what to do. */
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { TextNode } from 'node-html-parser';
import { imageError, linkError } from './links.ts';
import {
  excerpt,
  fileOf,
  filesOf,
  readPages,
  type Page,
} from './built-pages.ts';
import { unmetRequirements } from './requirements.ts';
import { unseenTexts } from './unseen-texts.ts';

/** The mistakes on the pages that are built in a folder, each with the file to fix. */
export async function findMistakes(folder: string): Promise<string[]> {
  const pages = readPages(folder);
  const mistakes: string[] = [];
  for (const page of pages) {
    mistakes.push(...unmetRequirements(page), ...strayWords(page));
    mistakes.push(...(await invalidHtml(page)));
    mistakes.push(...(await brokenLinks(page, folder)));
  }
  for (const file of filesOf('src/{sections,pages}/**/*.astro'))
    mistakes.push(...unseenTexts(file, pages));
  // The footer is on every page, and so are its mistakes.
  return [...new Set(mistakes)];
}

/** Words that stand in no card or paragraph. */
function strayWords(page: Page): string[] {
  return page.root
    .querySelectorAll('body, main, main :is(section, ul, ol, .prose)')
    .flatMap(({ childNodes }) => childNodes)
    .filter((node) => node instanceof TextNode && !node.isWhitespace)
    .map(
      ({ parentNode, textContent }) =>
        `${fileOf(parentNode, page)}: ${excerpt(textContent)} stands in no card or paragraph: put it into one, or into <p slot="lead"> under a heading.`,
    );
}

/** What html-validate says, by the rules in `.htmlvalidate.mjs`. */
async function invalidHtml(page: Page): Promise<string[]> {
  const validator = new HtmlValidate(new FileSystemConfigLoader());
  const { results } = await validator.validateString(page.html, page.file);
  return (results[0]?.messages ?? []).map(({ message, offset }) => {
    // Of the elements around the offset the innermost begins last.
    const element = page.root
      .querySelectorAll('*')
      .findLast(({ range: [from, to] }) => from <= offset && offset < to);
    const at = element?.textContent && `, at ${excerpt(element.textContent)}`;
    return `${fileOf(element, page)}: ${message}${at || ''}.`;
  });
}

/** The links and images that lead nowhere. */
async function brokenLinks(page: Page, folder: string): Promise<string[]> {
  const mistakes: string[] = [];
  for (const element of page.root.querySelectorAll(
    'a, :is(main, footer) img',
  )) {
    const { href = '', src } = element.attributes;
    const reason =
      src === undefined
        ? linkError(href, page.path, folder)
        : await imageError(element, folder);
    if (reason)
      mistakes.push(`${fileOf(element, page)}: "${src ?? href}" ${reason}`);
  }
  return mistakes;
}

// Not `import.meta.main`: a Node before 24.2 has none, and would check nothing without a word.
if (process.argv[1]?.endsWith('pages.ts')) {
  const mistakes = await findMistakes('dist');
  for (const mistake of mistakes) console.error(mistake);
  if (mistakes.length > 0) process.exitCode = 1;
  else console.log('No errors.');
}

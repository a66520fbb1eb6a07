/** Reads the built pages, and prints what an editor has to fix: the file, then what to do. */
import { readFileSync } from 'node:fs';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { TextNode } from 'node-html-parser';
import { sourceFiles } from '../../src/components/source-file.ts';
import { linkError } from './links.ts';
import { excerpt, fileOf, readPages, type Page } from './read-pages.ts';
import { unmetRequirements, wrongSectionIds } from './requirements.ts';
import { unseenTexts } from './unseen-texts.ts';

const validator = new HtmlValidate(new FileSystemConfigLoader());

/** The mistakes of the site that is built in a folder, each with the file to fix. */
export async function findMistakes(folder: string): Promise<string[]> {
  const wrongIds = sourceFiles().flatMap((file) =>
    wrongSectionIds(file, readFileSync(file, 'utf8')),
  );
  // By its id a mistake on a page finds its file, so it could name another file.
  if (wrongIds.length > 0) return wrongIds;
  const pages = readPages(folder);
  const mistakes: string[] = [];
  for (const page of pages)
    mistakes.push(...(await findMistakesOfPage(page, folder)));
  for (const file of sourceFiles()) mistakes.push(...unseenTexts(file, pages));
  // The footer is on every page, and so are its mistakes.
  return [...new Set(mistakes)];
}

/** The mistakes of one page, each with the file to fix. Links may lead to any file of the folder. */
export async function findMistakesOfPage(
  page: Page,
  folder: string,
): Promise<string[]> {
  return [
    ...unmetRequirements(page),
    ...strayWords(page),
    ...(await invalidHtml(page)),
    ...deadUrls(page, folder),
  ];
}

/** Words that stand outside of a card or paragraph. */
function strayWords(page: Page): string[] {
  return page.root
    .querySelectorAll(
      'body, main, main :is(section, ul, ol, .prose:not(li .prose, details .prose))',
    )
    .flatMap((element) =>
      element.childNodes
        .filter((node) => node instanceof TextNode && !node.isWhitespace)
        .map(
          ({ textContent }) =>
            `${fileOf(element, page.file)}: ${excerpt(textContent)} stands outside of a card or paragraph: move it into one. A new paragraph is <p slot="lead"> under a section's heading, <p slot="notes"> in the footer, and <p> in Hero, under a form and on a page of words.`,
        ),
    );
}

/** What html-validate says, by the rules in `.htmlvalidate.mjs`. */
async function invalidHtml(page: Page): Promise<string[]> {
  const { results } = await validator.validateString(page.html, page.file);
  return (results[0]?.messages ?? []).map(({ message, offset, ruleId }) => {
    // Of the elements around the offset the innermost begins last.
    const element = page.root
      .querySelectorAll('*')
      .findLast(({ range: [from, to] }) => from <= offset && offset < to);
    const at = element?.textContent && `, at ${excerpt(element.textContent)}`;
    const file = element ? fileOf(element, page.file) : page.file;
    return `${file}: ${message}${at || ''}. The rule ${ruleId} comes from .htmlvalidate.mjs.`;
  });
}

/** URLs that lead nowhere, of links and of files that the page loads. */
function deadUrls({ file, path, root }: Page, folder: string): string[] {
  return root
    .querySelectorAll('a, [href], [src], [poster]')
    .flatMap((element) => {
      const { href, src, poster } = element.attributes;
      // A link without a URL leads nowhere.
      const link = element.localName === 'a' ? (href ?? '') : href;
      return [link, src, poster].flatMap((url) => {
        const reason = url !== undefined && linkError(url, path, folder);
        return reason ? `${fileOf(element, file)}: "${url}" ${reason}` : [];
      });
    });
}

if (import.meta.main) {
  const mistakes = await findMistakes('dist');
  for (const mistake of mistakes) console.error(mistake);
  if (mistakes.length > 0) process.exitCode = 1;
  else console.log('No errors.');
}

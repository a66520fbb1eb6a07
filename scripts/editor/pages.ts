/** Reads the built pages, and prints what an editor has to fix: the file, then what to do. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseForESLint, traverseNodes } from 'astro-eslint-parser';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { parse, TextNode, type HTMLElement } from 'node-html-parser';
import typescript from 'typescript-eslint';
import { sectionFile } from '../../src/components/section-file.ts';
import { imageError, linkError } from './addresses.ts';
import { unmetRequirements } from './requirements.ts';

interface Page {
  /** Its path on the site, as `/404.html`. */
  path: string;
  /** Where it is written, as `src/pages/404.astro`. */
  file: string;
  html: string;
  root: HTMLElement;
}

/** The mistakes on the pages that are built in a folder, each with the file to mend. */
export async function findMistakes(folder: string): Promise<string[]> {
  const pages = readPages(folder);
  const mistakes: string[] = [];
  for (const page of pages) {
    if (page.path === '/')
      mistakes.push(...unmetRequirements(page.root, page.html));
    mistakes.push(...wrongWords(page), ...(await invalidHtml(page)));
    mistakes.push(...(await wrongAddresses(page, folder)));
  }
  return [...mistakes, ...unseenTexts(pages)];
}

/** The files that match, with slashes on Windows, too. */
const filesOf = (pattern: string) =>
  globSync(pattern).map((file) => file.replaceAll('\\', '/'));

/** The pages that are built of src/pages. */
function readPages(folder: string): Page[] {
  return filesOf('src/pages/*.astro').map((source) => {
    const name = basename(source, '.astro');
    const path = { index: '/', 404: '/404.html' }[name] ?? `/${name}/`;
    const html = readFileSync(
      folder + path.replace(/\/$/, '$&index.html'),
      'utf8',
    );
    const root = parse(html);
    // Nothing in them is a text of the page.
    for (const it of root.querySelectorAll('script, style')) it.remove();
    return { path, file: `src/pages/${name}.astro`, html, root };
  });
}

/** The file in which an element of a page is written: that of its section, else that of the page. */
function fileOf(element: HTMLElement | null | undefined, { file }: Page) {
  const section = element?.closest('main > section, footer');
  return (section && sectionFile(section.id || section.rawTagName)) ?? file;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const excerpt = (text: string) => `"${oneLine(text).slice(0, 60)}"`;

/** Words and images that are written and not shown, each with its line: in a slot that the layout lacks, or in a section that no page has. */
function unseenTexts(pages: Page[]): string[] {
  const sources = (root: HTMLElement) =>
    root.querySelectorAll('img').map(({ attributes }) => attributes['src']);
  const shown = oneLine(
    pages.flatMap(({ root }) => [root.textContent, ...sources(root)]).join(' '),
  );
  return filesOf('src/{sections,pages}/*.astro').flatMap((file) => {
    const { ast } = parseForESLint(readFileSync(file, 'utf8'), {
      parser: typescript.parser,
    });
    const unseen: string[] = [];
    traverseNodes(ast, {
      enterNode(node, parent) {
        // `a text`, `{'a text'}`, `src="/an-image.png"`
        const isText =
          node.type === 'JSXText' ||
          (node.type === 'Literal' &&
            (parent?.type === 'JSXExpressionContainer' ||
              (parent?.type === 'JSXAttribute' && parent.name.name === 'src')));
        if (!isText) return;
        const text = String(node.value);
        const words = parse(text).textContent;
        const [before = ''] = /^\s*/.exec(text) ?? [];
        const line = node.loc.start.line + before.split('\n').length - 1;
        if (!shown.includes(oneLine(words)))
          unseen.push(
            `${file}:${line}: No page has ${excerpt(words)}: the layout has no such slot, or src/pages/index.astro lacks this section.`,
          );
      },
      leaveNode: () => undefined,
    });
    return unseen;
  });
}

/** Words that no card or paragraph holds, and values that are no words. */
function wrongWords(page: Page): string[] {
  const holders = 'body, main, main :is(ul, ol, .prose)';
  const stray = page.root
    .querySelectorAll(holders)
    .flatMap(({ childNodes }) => childNodes)
    .filter((node) => node instanceof TextNode && !node.isWhitespace)
    .map(
      ({ parentNode, textContent }) =>
        `${fileOf(parentNode, page)}: ${excerpt(textContent)} stands in no card or paragraph: put it into one, or into <p slot="lead"> under a heading.`,
    );
  const noWords = /\[object Object\]|\b(undefined|NaN)\b/;
  const values = page.root
    .querySelectorAll('title, main > *, footer')
    .filter(({ textContent }) => noWords.test(textContent))
    .map(
      (part) =>
        `${fileOf(part, page)}: Visitors would read "${noWords.exec(part.textContent)?.[0]}": something in braces is no text.`,
    );
  return [...stray, ...values];
}

/** What html-validate says, by the rules in `.htmlvalidate.mjs`. */
async function invalidHtml(page: Page): Promise<string[]> {
  const validator = new HtmlValidate(new FileSystemConfigLoader());
  const { results } = await validator.validateString(page.html, page.file);
  return (results[0]?.messages ?? []).map(({ message, offset }) => {
    // The innermost element around the offset: the last of those, since it begins last.
    const element = page.root
      .querySelectorAll('*')
      .findLast(({ range: [from, to] }) => from <= offset && offset < to);
    const at = element?.textContent && `, at ${excerpt(element.textContent)}`;
    return `${fileOf(element, page)}: ${message}${at || ''}.`;
  });
}

/** The links and images that lead nowhere. */
async function wrongAddresses(page: Page, folder: string): Promise<string[]> {
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

if (import.meta.main) {
  const mistakes = await findMistakes('dist');
  for (const mistake of mistakes) console.error(mistake);
  if (mistakes.length > 0) process.exitCode = 1;
  else console.log('No errors.');
}

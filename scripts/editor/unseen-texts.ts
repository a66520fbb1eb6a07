import { readFileSync } from 'node:fs';
import { parseForESLint, traverseNodes } from 'astro-eslint-parser';
import { parse } from 'node-html-parser';
import typescript from 'typescript-eslint';
import { excerpt, oneLine, type Page } from './read-pages.ts';

/**
 * The texts of an Astro file, between tags or as a picture's `alt`, that are on no page. An expression, such as
 * `{sale && <p>…</p>}`, may leave its texts out.
 */
export function unseenTexts(
  file: string,
  pages: Pick<Page, 'root'>[],
): string[] {
  const { ast, visitorKeys } = parseForESLint(readFileSync(file, 'utf8'), {
    parser: typescript.parser,
  });
  const shown = pages.flatMap(({ root }) => [
    oneLine(root.textContent),
    ...root
      .querySelectorAll('img')
      .map((image) => oneLine(image.attributes['alt'] ?? '')),
  ]);
  const written: string[] = [];
  traverseNodes(ast, {
    visitorKeys: { ...visitorKeys, JSXExpressionContainer: [] },
    enterNode(node) {
      // As a browser, this parser also reads `&nbsp` without its semicolon.
      if (node.type === 'JSXText')
        written.push(oneLine(parse(node.raw).textContent));
      else if (
        node.type === 'JSXAttribute' &&
        node.name.name === 'alt' &&
        node.value?.type === 'Literal'
      )
        written.push(oneLine(String(node.value.value)));
    },
    leaveNode: () => undefined,
  });
  return written
    .filter((text) => !shown.some((words) => words.includes(text)))
    .map(
      (text) =>
        `${file}: ${excerpt(text)} is on no built page. Check the name after slot=, and that src/pages/index.astro has this section.`,
    );
}

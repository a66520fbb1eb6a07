import { readFileSync } from 'node:fs';
import { parseForESLint, traverseNodes } from 'astro-eslint-parser';
import typescript from 'typescript-eslint';
import { excerpt, oneLine, type Page } from './built-pages.ts';

/** The texts between tags and the images of an Astro file that no page shows, each with its line. */
export function unseenTexts(
  file: string,
  pages: Pick<Page, 'root'>[],
): string[] {
  const source = readFileSync(file, 'utf8');
  const { ast } = parseForESLint(source, { parser: typescript.parser });
  const texts = pages.map(({ root }) => oneLine(root.textContent));
  const images = pages.flatMap(({ root }) => root.querySelectorAll('img'));
  const unseen: string[] = [];
  const add = (text: string, offset: number) => {
    const line = source.slice(0, offset).split('\n').length;
    unseen.push(
      `${file}:${line}: No page has ${excerpt(text)}: the layout has no such slot, or src/pages/index.astro lacks this section.`,
    );
  };
  traverseNodes(ast, {
    enterNode(node) {
      const [offset] = node.range;
      if (node.type === 'JSXText') {
        const text = oneLine(node.value);
        if (!texts.some((shown) => shown.includes(text)))
          add(text, offset + node.value.search(/\S/));
      } else if (node.type === 'JSXAttribute' && node.name.name === 'src') {
        const src = node.value?.type === 'Literal' && node.value.value;
        if (src && !images.some(({ attributes }) => attributes['src'] === src))
          add(String(src), offset);
      }
    },
    leaveNode: () => undefined,
  });
  return unseen;
}

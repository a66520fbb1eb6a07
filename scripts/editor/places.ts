import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Linter, type Rule } from 'eslint';
import astro from 'eslint-plugin-astro';
import type { HTMLElement } from 'node-html-parser';
import { editorFiles } from './rules.ts';

/** Writes into each tag where it is written: `<p data-at="src/sections/Hero.astro:20">`. */
const place: Rule.RuleModule = {
  meta: { fixable: 'code' },
  create: ({ filename, report }) => ({
    // No tags on the page: a Fragment, and what the build moves elsewhere. ESLint fixes a file repeatedly.
    'JSXOpeningElement:not([name.name=/^(style|script|Fragment)$/], :has(> [name.name="data-at"]))'(
      node: Rule.Node,
    ) {
      const { name, loc } = node as Rule.Node & { name: Rule.Node };
      report({
        node,
        message: 'has no place',
        fix: (fixer) =>
          fixer.insertTextAfter(
            name,
            ` data-at="${filename}:${loc?.start.line}"`,
          ),
      });
    },
  }),
};

const config = [
  ...astro.configs.base,
  { plugins: { editor: { rules: { place } } }, rules: { 'editor/place': 2 } },
] as Linter.Config[];

/** An Astro file in which each tag has its place. */
export function withPlaces(content: string, file: string): string {
  return new Linter().verifyAndFix(content, config, file).output;
}

/** HTML without its places. */
export function withoutPlaces(html: string): string {
  return html.replace(/ data-at="[^"]*"/g, '');
}

/** For Vite: the tags of the editors' files have their places. A component passes its own on to its first tag. */
export const places = {
  name: 'places',
  load: {
    filter: { id: /\/src\/(sections|pages)\/[^/?]+\.astro$/ },
    handler: (id: string) =>
      withPlaces(
        readFileSync(id, 'utf8'),
        relative('.', id).replaceAll('\\', '/'),
      ),
  },
};

/** The file that lists the sections and holds the title and the description. */
export const pageFile = 'src/pages/index.astro';

/** Where an element of the built page, or else the first one around it, is written. */
export function placeOf(element: HTMLElement | null | undefined): string {
  const written = element?.closest('[data-at]');
  return written?.getAttribute('data-at') ?? pageFile;
}

/** The first line of the editors' files in which a text stands between quotes: an address, the name of an icon or of a file. */
export function placeOfQuoted(text: string): string | undefined {
  for (const file of text ? globSync(editorFiles) : []) {
    const lines = readFileSync(file, 'utf8').split('\n');
    const index = lines.findIndex((line) =>
      [`'${text}'`, `"${text}"`].some((quoted) => line.includes(quoted)),
    );
    if (index >= 0) return `${file.replaceAll('\\', '/')}:${index + 1}`;
  }
  return undefined;
}

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import islandScript from 'astro/runtime/server/astro-island.prebuilt.js';
import browserslistToEsbuild from 'browserslist-to-esbuild';
import { transform } from 'esbuild';

/**
 * Makes the built page smaller: one inline script, one inline style, the two hashes of
 * these in the Content-Security-Policy, no notes, and no white space that is not shown. Astro
 * writes an element for each script and style, and also the hashes of some that the
 * page does not contain; a hash is 45 bytes that do not compress.
 */
export function minifyPage(): AstroIntegration {
  return {
    name: 'minify-page',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const file = new URL('index.html', dir);
        const html = await forListedBrowsers(
          withoutWhiteSpace(withoutNotes(await readFile(file, 'utf8'))),
        );
        await writeFile(file, merged('script', merged('style', html)));
      },
    },
  };
}

/** The page without an editor's notes to themselves. Astro and React mark places by comments, which stay. */
export function withoutNotes(html: string): string {
  return html.replace(/<!--(?!astro:|\/?[$&]| -->).*?-->/gs, '');
}

/** Elements around which a browser shows no white space. */
const block =
  'body|dd|div|dl|dt|footer|form|g|h[1-6]|head|header|html|li|link|main|meta|ol|p|path|section|svg|text|title|ul';
/** The rest of a tag; its attributes may contain `>`. */
const rest = String.raw`\b(?:"[^"]*"|[^">])*>`;
const whiteSpace = new RegExp(
  String.raw`(<(pre|script|style)\b.*?</\2>)|\s*(</?(?:${block})${rest})\s*|\s*\n\s*`,
  'gs',
);

/** The page without white space that is not shown, and with empty SVG elements as self-closing tags. */
function withoutWhiteSpace(html: string): string {
  return html
    .replace(
      whiteSpace,
      (_match, kept?: string, _name?: string, tag?: string) =>
        kept ?? tag ?? ' ',
    )
    .replace(/><\/(line|path|rect|use)>/g, '/>');
}

/**
 * The page with Astro's script for islands compiled again: Astro's own build of it is
 * for browsers without class fields, which all browsers listed in package.json have.
 */
async function forListedBrowsers(html: string): Promise<string> {
  if (!html.includes(islandScript))
    throw new Error('The page does not contain Astro’s script for islands.');
  const source = import.meta.resolve('astro/runtime/server/astro-island.js');
  const { code } = await transform(await readFile(new URL(source), 'utf8'), {
    define: { 'process.env.NODE_ENV': '"production"' },
    format: 'iife',
    minify: true,
    target: browserslistToEsbuild(),
  });
  return html.replace(islandScript, () => code);
}

/** The page with its inline elements of one kind merged into the first, and their hash in the policy. */
function merged(kind: 'script' | 'style', html: string): string {
  const contents: string[] = [];
  const without = html.replace(
    new RegExp(`<${kind}>(.*?)</${kind}>`, 'gs'),
    (_element, content: string) =>
      contents.push(content.trim().replace(/;$/, '')) === 1
        ? `<${kind}></${kind}>`
        : '',
  );
  const content = contents.join(kind === 'script' ? ';' : '');
  const hash = createHash('sha256').update(content).digest('base64');
  return without
    .replace(`<${kind}>`, () => `<${kind}>${content}`)
    .replace(
      new RegExp(`(${kind}-src 'self')( 'sha256-[^']+')*`),
      `$1 'sha256-${hash}'`,
    );
}

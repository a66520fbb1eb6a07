import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

/**
 * Makes the built page smaller: one inline script, one inline style, and no line
 * break where a space says the same. Astro writes each of its own scripts and styles
 * into an element of its own, and hashes what the page does not hold; a hash is 45
 * bytes that no compression makes smaller. The policy then allows just these two.
 */
export function inline(): AstroIntegration {
  return {
    name: 'inline',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const file = new URL('index.html', dir);
        const html = withoutLineBreaks(await readFile(file, 'utf8'));
        await writeFile(file, withOne('script', withOne('style', html)));
      },
    },
  };
}

/** The page with each run of white space around a line break as one space, but where white space is shown. */
function withoutLineBreaks(html: string): string {
  return html.replace(
    /(<(pre|script|style)\b.*?<\/\2>)|\s*\n\s*/gs,
    (_match, element?: string) => element ?? ' ',
  );
}

/** The page with all its inline elements of one kind in the first one's place, and their hash in the policy. */
function withOne(kind: 'script' | 'style', html: string): string {
  const contents: string[] = [];
  const without = html.replace(
    new RegExp(`<${kind}>(.*?)</${kind}>`, 'gs'),
    (_element, content: string) =>
      contents.push(content.trim()) === 1 ? `<${kind}></${kind}>` : '',
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

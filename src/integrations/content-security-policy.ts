import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

/**
 * Leaves the built page with one inline script and one inline style, and a policy
 * that allows just these two. Astro writes each of its own into an element of its
 * own, one style even into the body, and hashes what the page does not hold; a hash
 * is 45 bytes that no compression makes smaller.
 */
export function contentSecurityPolicy(): AstroIntegration {
  return {
    name: 'content-security-policy',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const file = new URL('index.html', dir);
        const html = await readFile(file, 'utf8');
        await writeFile(file, withOne('script', withOne('style', html)));
      },
    },
  };
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

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

/**
 * Leaves in the built page's policy only the hashes of what the page holds. Astro
 * also writes those of its own client directives, whether used or not: digests
 * that no compression makes smaller.
 */
export function contentSecurityPolicy(): AstroIntegration {
  return {
    name: 'content-security-policy',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const file = new URL('index.html', dir);
        const html = await readFile(file, 'utf8');
        const held = new Set(
          [...html.matchAll(/<(script|style)\b[^>]*>(.*?)<\/\1>/gs)].map(
            ([, , content = '']) =>
              ` 'sha256-${createHash('sha256').update(content).digest('base64')}'`,
          ),
        );
        await writeFile(
          file,
          html.replace(/ 'sha256-[^']+'/g, (hash) =>
            held.has(hash) ? hash : '',
          ),
        );
      },
    },
  };
}

import { cpSync, existsSync, globSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * Publishes each file of `public` under both spellings of its name: `ü` can be one character, as a
 * keyboard writes it in a link, or two, as a Mac can write it in a file's name. To Netlify these are
 * two names.
 */
export function spellings(): AstroIntegration {
  return {
    name: 'spellings',
    hooks: {
      'astro:build:done'({ dir }) {
        const files = globSync('public/**/*.*').filter((file) =>
          statSync(file).isFile(),
        );
        for (const file of files)
          for (const form of ['NFC', 'NFD']) {
            const name = relative('public', file).normalize(form);
            const spelling = fileURLToPath(dir) + name;
            if (!existsSync(spelling)) cpSync(file, spelling);
          }
      },
    },
  };
}

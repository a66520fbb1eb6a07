import { appendFile, readFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

const fileName = 'licenses.txt';

/** What stands in the page itself, and the typeface; Vite knows the packages in the other scripts. */
const others = {
  astro: '../../node_modules/astro/LICENSE',
  '@tabler/icons': '../../node_modules/@tabler/icons/LICENSE',
  Newsreader: '../typeface/OFL.txt',
};

/** Writes `licenses.txt`, with the licence of everything by others that the site ships. */
export function licenses(): AstroIntegration {
  // Astro passes few settings of an environment on, and this is not one of them.
  const listPackages = {
    name: 'licenses',
    configEnvironment: (environment: string) =>
      environment === 'client' ? { build: { license: { fileName } } } : null,
  };
  return {
    name: 'licenses',
    hooks: {
      'astro:config:setup'({ updateConfig }) {
        updateConfig({ vite: { plugins: [listPackages] } });
      },
      async 'astro:build:done'({ dir }) {
        for (const [name, file] of Object.entries(others)) {
          const license = await readFile(new URL(file, import.meta.url));
          const section = `\n## ${name}\n\n${String(license).trim()}\n`;
          await appendFile(new URL(fileName, dir), section);
        }
      },
    },
  };
}

import { access, appendFile, readFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

const fileName = 'licenses.txt';

/** The packages whose code is in the HTML, and the typeface. Vite lists only the packages in script files. */
const notListedByVite = {
  astro: '../../node_modules/astro/LICENSE',
  '@tabler/icons': '../../node_modules/@tabler/icons/LICENSE',
  typeface: '../typeface/OFL.txt',
};

/** Writes `licenses.txt`, with the licences of all packages and fonts that the site ships. */
export function licenses(): AstroIntegration {
  // Astro does not pass this setting on to Vite, so a Vite plugin sets it.
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
        // Throws if Vite has not written the licences of the scripts: `appendFile` would create the file.
        await access(new URL(fileName, dir));
        for (const [name, file] of Object.entries(notListedByVite)) {
          const license = await readFile(new URL(file, import.meta.url));
          const section = `\n## ${name}\n\n${String(license).trim()}\n`;
          await appendFile(new URL(fileName, dir), section);
        }
      },
    },
  };
}

import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Publishes the files that editors upload: pictures to `src/images`, other files to `public`. */
export function uploads(): AstroIntegration {
  return {
    name: 'uploads',
    hooks: {
      'astro:build:done'({ dir }) {
        removeOriginals(dir);
        publishBothSpellings(fileURLToPath(dir));
      },
    },
  };
}

/**
 * Removes the originals of the pictures in `src/images`: the metadata of a photo can say where it was
 * taken. Astro publishes
 * - an original beside the converted pictures, and even if no page shows the picture:
 *   https://github.com/withastro/astro/issues/15505
 * - an original in the place of a picture that Astro cannot convert. Then the build fails.
 */
function removeOriginals(dir: URL): void {
  const originals = filesIn('src/images').map((file) => ({
    file,
    content: readFileSync(file),
  }));
  const html = globSync('**/*.html', { cwd: dir })
    .map((name) => readFileSync(new URL(name, dir), 'utf8'))
    .join();
  for (const name of readdirSync(new URL('_astro/', dir))) {
    const asset = new URL(`_astro/${encodeURIComponent(name)}`, dir);
    const published = readFileSync(asset);
    const original = originals.find(({ content }) => content.equals(published));
    if (!original) continue;
    if (!html.includes(encodeURI(name))) rmSync(asset);
    // Astro publishes an SVG unchanged.
    else if (!name.endsWith('.svg'))
      throw new Error(
        `${original.file} cannot be converted: save the picture as JPEG or PNG.`,
      );
  }
}

/**
 * Publishes each file of `public` under both spellings of its name: `ü` can be one character, as a
 * keyboard writes it in a link, or two, as a Mac can write it in a file's name. To Netlify these are
 * two names.
 */
function publishBothSpellings(folder: string): void {
  for (const file of filesIn('public'))
    for (const form of ['NFC', 'NFD']) {
      const spelling = folder + relative('public', file).normalize(form);
      if (!existsSync(spelling)) cpSync(file, spelling);
    }
}

/** The files in a folder and its subfolders. */
function filesIn(folder: string): string[] {
  return globSync(`${folder}/**/*.*`).filter((file) => statSync(file).isFile());
}

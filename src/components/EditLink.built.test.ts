import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { previewBuild } from '../../tests/helpers/build.ts';

it('leads from each section of a preview to its file', () => {
  const html = readFileSync(join(previewBuild.directory, 'index.html'), 'utf8');
  const editor = 'https://github.com/briefloom/briefloom/edit/new-words/';
  for (const section of parse(html).querySelectorAll('main section, footer')) {
    const links = section.querySelectorAll(`a[href^="${editor}"]`);
    expect(links, section.id).toHaveLength(1);
    const file = links[0]?.getAttribute('href')?.replace(editor, '') ?? '';
    expect(existsSync(file), file).toBe(true);
    const name = section.id || 'footer';
    expect(file.toLowerCase()).toBe(
      `src/sections/${name.replaceAll('-', '')}.astro`,
    );
  }
});

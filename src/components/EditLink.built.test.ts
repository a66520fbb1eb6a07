import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { localBuild, previewBuild } from '../../tests/helpers/build.ts';

const pageOf = ({ directory }: { directory: string }) =>
  parse(readFileSync(join(directory, 'index.html'), 'utf8'));

it('leads from each section of a preview to its file', () => {
  const editor = 'https://github.com/briefloom/briefloom/edit/new-words/';
  for (const section of pageOf(previewBuild).querySelectorAll(
    'main section, footer',
  )) {
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

// A local build has no editor's address, like production's (deploy-context.test.ts).
it('leaves no such link in production', () => {
  expect(pageOf(localBuild).querySelectorAll('a[href*="/edit/"]')).toEqual([]);
  expect(pageOf(localBuild).textContent).not.toContain('✎');
});

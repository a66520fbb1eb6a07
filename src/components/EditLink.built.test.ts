import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { localBuild, previewBuild } from '../../tests/helpers/build.ts';
import { cleanEnvironment } from '../../tests/helpers/environment.ts';

const pageOf = (folder: string) =>
  readFileSync(join(folder, 'index.html'), 'utf8');

it('leads from each section of a preview to its file', () => {
  const page = parse(pageOf(previewBuild.directory));
  const editor = 'https://github.com/briefloom/briefloom/edit/new-words/';
  for (const section of page.querySelectorAll('main section, footer')) {
    const links = section.querySelectorAll(`a[href^="${editor}"]`);
    expect(links, section.id).toHaveLength(1);
    const file = links[0]?.getAttribute('href')?.replace(editor, '') ?? '';
    expect(existsSync(file), file).toBe(true);
    const name = section.id || 'footer';
    expect(file.toLowerCase()).toBe(
      `src/sections/${name.replace('-', '')}.astro`,
    );
  }
});

it('leaves the published page as it is without the links', () => {
  const copy = 'test-results/without-edit-links';
  rmSync(copy, { recursive: true, force: true });
  for (const path of globSync(['{src,public}', '{*.config.*,*.json}']))
    cpSync(path, join(copy, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
  rmSync(join(copy, 'src/components/EditLink.astro'));
  for (const file of globSync(join(copy, 'src/**/*.astro'))) {
    const content = readFileSync(file, 'utf8')
      .replace(/import EditLink.*/, '')
      // In Section.astro it is in one expression with the slot.
      .replace(/\{\[(.*), <EditLink.*\/>\]\}/, '$1')
      .replace(/\s*<EditLink.*?\/>/, '');
    expect(content, file).not.toContain('EditLink');
    writeFileSync(file, content);
  }
  execFileSync(
    process.execPath,
    [resolve('node_modules/astro/bin/astro.mjs'), 'build', '--silent'],
    { cwd: copy, env: cleanEnvironment(localBuild.environment) },
  );
  // Astro makes an island's uid of the folder, too.
  const withoutIds = (html: string) => html.replace(/ uid="\w+"/g, '');
  const page = withoutIds(pageOf(localBuild.directory));
  expect(page).toBe(withoutIds(pageOf(join(copy, 'dist'))));
});

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { islandScripts } from './island-scripts.ts';

it('leaves an invalid nesting as it is, so that the check finds the mistake', async () => {
  const folder = resolve('test-results/island-scripts');
  const file = `${folder}/index.html`;
  const page = '<p>Words <p>in a paragraph</p></p><!-- a note -->';
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, page);
  const dir = pathToFileURL(`${folder}/`);
  await islandScripts().hooks['astro:build:done']?.({ dir } as never);
  expect(readFileSync(file, 'utf8')).toBe(page);
});

import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { editorConfig } from './rules.ts';

it.each([
  '<p style="color: red">a</p>',
  '<p class="text-soft">a</p>',
  '<p class:list={["text-soft"]}>a</p>',
  '<p onClick="a()">a</p>',
  '<script>a</script>',
  '<p>{name}</p>',
  '<!-- a note -->',
])('refuses %j', (line) => {
  const file = 'src/sections/Example.astro';
  expect(new Linter().verify(line, editorConfig, file)).toEqual([
    expect.objectContaining({ severity: 2 }),
  ]);
});

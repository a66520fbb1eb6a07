import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('names every package and font that the site ships, with its licence', () => {
  const [, ...licenses] = readFileSync('dist/licenses.txt', 'utf8').split(
    '\n## ',
  );
  const names = licenses.map((license) => license.split(/\s/)[0]);
  expect(names.sort()).toEqual([
    '@astrojs/react',
    '@nanostores/react',
    '@tabler/icons',
    'astro',
    'nanostores',
    'punycode',
    'react',
    'react-dom',
    'scheduler',
    'typeface',
  ]);
  for (const license of licenses)
    expect(license).toMatch(/Permission is hereby granted|OPEN FONT LICENSE/);
});

import { readFileSync } from 'node:fs';
import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { site } from '../site.ts';

/** A text without the emphasis that Markdown writes for an editor's <em>. */
const plain = (text: string) =>
  text
    .replace(/[_*\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

it('has every heading of the page', () => {
  const text = readFileSync('dist/llms.txt', 'utf8');
  const page = parse(readFileSync('dist/index.html', 'utf8'));
  expect(text.startsWith(`# ${site.name}\n\n> `)).toBe(true);
  for (const { textContent } of page.querySelectorAll('main :is(h1, h2, h3)'))
    expect(plain(text)).toContain(plain(textContent));
});

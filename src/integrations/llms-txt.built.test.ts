import { readFileSync } from 'node:fs';
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { site } from '../site.ts';
import { textOf } from './llms-txt.ts';

/** A text without the signs and URLs that Markdown writes for an editor's <em> and links. */
const plain = (text: string) =>
  text
    .replace(/\]\([^)]*\)|[_*\\[]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

it('has every heading of the page, and the words under the forms', () => {
  const text = readFileSync('dist/llms.txt', 'utf8');
  const page = parse(readFileSync('dist/index.html', 'utf8'));
  expect(text.startsWith(`# ${site.name}\n\n> `)).toBe(true);
  const written = 'main :is(h1, h2, h3, astro-slot p)';
  for (const { textContent } of page.querySelectorAll(written))
    expect(plain(text)).toContain(plain(textContent));
});

it('has no word that only a drawing has', ({ skip }) => {
  const llms = readFileSync('dist/llms.txt', 'utf8');
  const page = parse(readFileSync('dist/index.html', 'utf8'));
  // The two marks of a drawing: for screen readers, and for search engines.
  const drawings = page.querySelectorAll(
    'main :is([aria-hidden=true], [data-nosnippet])',
  );
  const drawn = drawings.flatMap(({ structuredText }) =>
    structuredText.split('\n'),
  );
  for (const drawing of drawings) drawing.remove();
  const written = page.textContent;
  const onlyDrawn = drawn.filter((text) => !written.includes(text));
  if (onlyDrawn.length === 0) skip('The front page has no drawing with words.');
  expect(onlyDrawn.filter((text) => llms.includes(text))).toEqual([]);
});

describe('writes', () => {
  // prettier-ignore
  it.each([
    ['a card as a section', '<ul role="list"><li><div><h3>Card</h3><p>A</p></div></li></ul>', '\n\n### Card\n\nA\n\n'],
    ['a question in a text as a list item', '<div class="prose"><ul><li><h3>Question</h3><p>B</p></li></ul></div>', '*   ### Question'],
    ['a link as a whole URL', '<a href="#b">B</a>', '[B](https://a.example/#b)'],
    ['an image with its whole URL', '<img src="/c.png" alt="C">', '![C](https://a.example/c.png)'],
    ['a URL that is none as it is', '<a href="https://">D</a>', '[D](https://)'],
    ['the slots of a form without the form', '<astro-island><astro-slot name="proof"><p>One</p></astro-slot><form>Email</form><astro-slot><p>Two</p></astro-slot></astro-island>', '\n\nOne\n\nTwo\n\n## Links'],
  ])('%s', (_what, main, markdown) => {
    const canonical = '<link rel="canonical" href="https://a.example/">';
    expect(textOf(`${canonical}<main>${main}</main>`)).toContain(markdown);
  });

  it('a link to each other page', () => {
    const other =
      '<meta name="description" content="What it costs."><link rel="canonical" href="https://a.example/pricing/"><h1>Pricing</h1>';
    expect(textOf('<main></main>', [other])).toMatch(
      /\n- \[Pricing\]\(https:\/\/a\.example\/pricing\/\): What it costs\.\n$/,
    );
  });
});

import { readFileSync } from 'node:fs';
import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
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

it('makes a section of a card, and a list item of a question in a text', () => {
  const card = '<li><div><h3>Card</h3><p>A</p></div></li>';
  const question = '<li><h3>Question</h3><p>B</p></li>';
  const text = textOf(
    `<main><ul role="list">${card}</ul><div class="prose"><ul>${question}</ul></div></main>`,
  );
  expect(text).toMatch(/^### Card\n\nA$/m);
  expect(text).toMatch(/^\* +### Question$/m);
});

it('has all slots of a form in their order, and no words of the form itself', () => {
  const form =
    '<form>Email</form><astro-slot name="proof"><p>One</p></astro-slot><p>Error</p><astro-slot><p>Two</p><p>Three</p></astro-slot>';
  const text = textOf(`<main><astro-island>${form}</astro-island></main>`);
  expect(text).toContain('\n\nOne\n\nTwo\n\nThree\n\n## Links');
  expect(text).not.toMatch(/Email|Error/);
});

it('has whole URLs, which lead to the page from anywhere', () => {
  const text = textOf(
    '<link rel="canonical" href="https://a.example/"><main><a href="#b">B</a> <img src="/c.png" alt="C"></main>',
  );
  expect(text).toContain('[B](https://a.example/#b)');
  expect(text).toContain('![C](https://a.example/c.png)');
});

it('leads to the other pages', () => {
  const other =
    '<meta name="description" content="What it costs."><link rel="canonical" href="https://a.example/pricing/"><h1>Pricing</h1>';
  expect(textOf('<main></main>', [other])).toMatch(
    /\n- \[Pricing\]\(https:\/\/a\.example\/pricing\/\): What it costs\.\n$/,
  );
});

it('leaves a URL that is none as it is', () => {
  const text = textOf('<main><a href="https://">A</a></main>');
  expect(text).toContain('[A](https://)');
});

import { readFileSync } from 'node:fs';
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { site } from '../site.ts';
import { llmsText } from './llms-txt.ts';

const llms = readFileSync('dist/llms.txt', 'utf8');
const page = parse(readFileSync('dist/index.html', 'utf8'));

/** A text without the signs and URLs that Markdown writes for an editor's <em> and links. */
const plain = (text: string) =>
  text
    .replace(/\]\([^)]*\)|[_*\\[]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

// As the format's own parser reads a file:
// https://github.com/AnswerDotAI/llms-txt/blob/main/llms_txt/miniparse.py
it('has a title, a summary, words without Markdown headings, and lists of links', () => {
  const [words = '', ...lists] = llms.split(/^(?=##)/m);
  expect(words).toMatch(/^# .+\n\n> .+\n\n[^]+/);
  expect(words.match(/^#.*/gm)).toEqual([`# ${site.name}`]);
  expect(lists).not.toEqual([]);
  for (const list of lists)
    expect(list).toMatch(/^## .+\n\n(- \[[^\]]+\]\([^)]+\)(: .+)?\n)+$/);
});

it('has every heading of the page, and the words under the forms', () => {
  const written = 'main :is(h1, h2, h3, astro-slot p)';
  for (const { textContent } of page.querySelectorAll(written))
    expect(plain(llms)).toContain(plain(textContent));
});

it('has no word of a drawing, nor of a line for a visitor without scripts', () => {
  const hidden = page
    .querySelectorAll('main :is([aria-hidden=true], [data-nosnippet])')
    .map((element) => element.remove())
    .flatMap(({ structuredText }) => structuredText.split('\n'))
    .filter((text) => !page.textContent.includes(text));
  expect(hidden).not.toEqual([]);
  expect(hidden.filter((text) => plain(llms).includes(text))).toEqual([]);
});

describe('writes', () => {
  const url = 'https://a.example/';

  // prettier-ignore
  it.each([
    ['a heading as a bold line', '<h3>Card</h3><p>A</p>', '\n\n**Card**\n\nA\n\n'],
    ['a quotation with its marks', '<p><q>A</q></p>', '“A”'],
    ['a link as a whole URL', '<a href="#b">B</a>', '[B](https://a.example/#b)'],
    ['an image with its whole URL', '<img src="/c.png" alt="C">', '![C](https://a.example/c.png)'],
    ['an invalid URL unchanged', '<a href="https://">D</a>', '[D](https://)'],
    ['no script', '<p>A</p><script>a()</script><script type="application/ld+json">{}</script><p>B</p>', '> \n\nA\n\nB\n\n## Links'],
    ['of a form only the slots', '<div><p>Script</p><astro-island><astro-slot name="proof"><p>One</p></astro-slot><form>Email</form><astro-slot><p>Two</p></astro-slot></astro-island></div>', '> \n\nOne\n\nTwo\n\n## Links'],
  ])('%s', (_what, main, markdown) => {
    const front = { url, html: `<main>${main}</main>` };
    expect(llmsText(front, [])).toContain(markdown);
  });

  it('a link to each other page', () => {
    const html =
      '<meta name="description" content="What it costs."><h1>Pricing</h1>';
    const pricing = { url: `${url}pricing/`, html };
    expect(llmsText({ url, html: '<main></main>' }, [pricing])).toMatch(
      /\n- \[Pricing\]\(https:\/\/a\.example\/pricing\/\): What it costs\.\n$/,
    );
  });
});

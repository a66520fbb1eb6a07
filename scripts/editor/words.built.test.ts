import { readFileSync } from 'node:fs';
import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { compareWords } from './words';

const html = readFileSync('dist/index.html', 'utf8');

/** The page with other words in the elements of a selector. */
function rewritten(selector: string, text: string): string {
  const page = parse(html);
  for (const element of page.querySelectorAll(selector))
    element.set_content(text);
  return page.toString();
}

it('says so where no words change', () => {
  expect(compareWords(html, html)).toBe('No words of the page change.\n');
});

it('shows a text before and after, where a reader meets it', () => {
  const rows = compareWords(
    html,
    rewritten('h1', 'A *new* | <b>&lt;headline&gt;</b>'),
  );
  const after = 'A \\*new\\* \\| &lt;headline>';
  expect(rows).toMatch(/^\| Share image \| .+ \| A /m);
  expect(rows).toContain(`${after} |\n| hero |`);
  expect(rows.trim().split('\n')).toHaveLength(6);
});

it('shows only an added card, not the cards around it', () => {
  const page = parse(html);
  page
    .querySelector('#teams li')
    ?.insertAdjacentHTML('afterend', '<li><h3>New</h3><p>Card</p></li>');
  expect(compareWords(html, page.toString())).toMatch(
    /--- \|\n\| teams \| {2}\| New \|\n\| teams \| {2}\| Card \|\n$/,
  );
});

it('is no more than a page long', () => {
  const all = rewritten('main :is(h1, h2, h3, p)', 'word '.repeat(300));
  const rows = compareWords(html, all).split('\n');
  expect(rows.length).toBeLessThanOrEqual(46);
  expect(Math.max(...rows.map((row) => row.length))).toBeLessThan(700);
});

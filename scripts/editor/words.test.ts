import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { editorConfig } from './rules.ts';

/** What ESLint says of an editor's file, each with its line and column. */
const lint = (text: string, file = 'src/sections/Example.astro') =>
  new Linter()
    .verify(text, editorConfig, file)
    .map(({ line, column, message }) => `${line}:${column} ${message}`);

it.each([
  '<p>by ${`a`}</p>',
  '<!-- a note -->',
  '<p>d\uFFFDbut</p>',
  '<p>\uE001</p>',
  '<p>\0</p>',
  '<p>[a](https://a.example)</p>',
  ...['*a*', '**a**', '**{"a"}** a', '_a b_', '`a`'].map(
    (it) => `<p>${it}</p>`,
  ),
  ...['## a', '\n  - a', '• a', 'TODO', 'by site.name', 'a // a note'].map(
    (it) => `<p>${it}</p>`,
  ),
  '<Fragment title="**a** b" />',
  '<Fragment title="a &amp; b" />',
  '<Fragment title={`a<br>b`} />',
  '<Fragment title="By {site.name}" />',
  "<p>{'a &amp; b'}</p>",
  '<p style="color: red">a</p>',
  '<script>a</script>',
  '<p>{name}</p>',
])('refuses %j', (line) => {
  expect(lint(line)).toHaveLength(1);
});

it.each([
  '<p>&lt;title&gt;, &lt;b&gt;a&lt;/b&gt; &amp;amp; {/* a note */}</p>',
  '<Fragment title="A <title>, an <h1>, R&D; and more for $5" />',
  '<p>Disallow: /*.pdf, //cdn.example, https://a.example</p>',
  '<p>a** and b**. ** Without c. [1] (see d)? Really??</p>',
  '<p>a* snake_case_b, 5 * 3 * 2, #1, a - b *see c</p>',
  '<p title="a &amp; b">for 9 $, a todo list</p>',
])('takes %s', (line) => {
  expect(lint(line)).toEqual([]);
});

describe('tells', () => {
  it('every mistake, at its own place', () => {
    expect(lint('<p>\n  a\n  **b** and `c`\n  *d*\n</p>')).toEqual([
      expect.stringMatching(/^3:3 .*Markdown/),
      expect.stringMatching(/^3:13 .*Markdown/),
      expect.stringMatching(/^4:3 .*Markdown/),
    ]);
  });

  it('an unknown name once, though it is in two tags', () => {
    expect(lint('<Card>a</Card>')).toEqual(["1:2 'Card' is not defined."]);
  });

  it.each([
    [
      'a missing quote',
      '2:1',
      '<p>\n<b title="a>c</b>\n<b title="d">e</b></p>',
    ],
    ['a quote without its pair', '2:1', '<p>\n<b title=a">c</b></p>'],
    ['a quote within a text', '2:1', '<p>\n<b title="a "b" c">c</b></p>'],
    ['a missing line ---', '1:1', '---\nimport a from "a";\n<p>a</p>'],
  ])('the line of %s', (_what, place, text) => {
    expect(lint(text)).toEqual([
      expect.stringMatching(RegExp(`^${place} .* is missing`)),
    ]);
  });
});

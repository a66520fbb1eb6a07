import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { editorConfig } from './rules.ts';

/** What ESLint says of an editor's file: each finding with its line, column and severity. */
const lint = (text: string, file = 'src/sections/Example.astro') =>
  new Linter()
    .verify(text, editorConfig, file)
    .map(
      ({ line, column, severity, message }) =>
        `${line}:${column} ${['', 'warning', 'error'][severity]}: ${message}`,
    );

// prettier-ignore
it.each([
  ...['*a*', '**a**', '_a b_', '`a`', '[a](https://a.example)', '## a', '\n  - a', '• a', 'TODO', 'by site.name'].map((it) => `<p>${it}</p>`),
  '<Fragment title="**a** b" />',
  '<Fragment title="a &amp; b" />',
  '<Fragment title={`a<br>b`} />',
  '<Fragment title="By {site.name}" />',
  "<p>{'a &amp; b'}</p>",
])('warns of %j', (line) => {
  expect(lint(line)).toEqual([expect.stringContaining(' warning: ')]);
});

it.each([
  '<p style="color: red">a</p>',
  '<p class="text-soft">a</p>',
  '<script>a</script>',
  '<p>{name}</p>',
  '<!-- a note -->',
])('refuses %j', (line) => {
  expect(lint(line)).toEqual([expect.stringContaining(' error: ')]);
});

it.each([
  '<p>&lt;title&gt;, &lt;b&gt;a&lt;/b&gt; &amp;amp; {/* a note */}</p>',
  '<Fragment title="A <title>, an <h1>, R&D; and more for $5" />',
  '<p>a** and b**. ** Without c. [1] (see d)? Really??</p>',
  '<p>a* snake_case_b, 5 * 3 * 2, #1, a - b *see c</p>',
  '<p title="a &amp; b">for 9 $, a todo list</p>',
])('takes %s', (line) => {
  expect(lint(line)).toEqual([]);
});

it('tells every mistake, at its own place', () => {
  expect(lint('<p>\n  a\n  **b** and `c`\n  *d*\n</p>')).toEqual([
    expect.stringMatching(/^3:3 .*Markdown/),
    expect.stringMatching(/^3:13 .*Markdown/),
    expect.stringMatching(/^4:3 .*Markdown/),
  ]);
});

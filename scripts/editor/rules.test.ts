import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { editorConfig } from './rules.ts';

// Not a file that has a content model.
const file = 'src/pages/Example.astro';

/** What the rules say of a line of an Astro file. */
const lint = (line: string) =>
  new Linter()
    .verify(line, editorConfig, file)
    .filter(({ ruleId }) => ruleId !== 'no-undef')
    .map(({ message }) => message);

it.each([
  '<p>by ${site.name}</p>',
  '<p>a // a note</p>',
  '<p>d\uFFFDbut</p>',
  '<p>[a](https://a.example)</p>',
  ...[
    '*a*',
    '**a**',
    '**{site.name}** a',
    '_a b_',
    '`a`',
    '## a',
    '\n  - a',
  ].map((it) => `<p>${it}</p>`),
  '<Card title="**a** b" />',
  '<Card title="a &amp; b" />',
  '<Card title={`a<br>b`} />',
  '<Card title="by ${site.name}" />',
  '<Card title="By {site.name}" />',
  '<Page title="" />',
  "{() => { const site = { url: 'example.com' } as const; }}",
  '<!-- a note -->',
  '<p style="color: red">a</p>',
])('finds %s', (line) => {
  expect(lint(line)).toHaveLength(1);
});

it.each([
  '<p>&lt;title&gt;, &lt;b&gt;a&lt;/b&gt; &amp;amp; {/* a note */}</p>',
  '<Card title="A <title>, an <h1>, R&D; and more for $5" />',
  '<p>Disallow: /*.pdf, //cdn.example, https://a.example</p>',
  '<p>a** and b**. ** Without c. [1] (see d)</p>',
  '<p>a* snake_case_b, 5 * 3 * 2, #1, a - b *see c</p>',
  '<p title="a &amp; b">by {site.name}, for 9 $</p>',
  '<Card title={`by ${site.name}`}>a</Card>',
])('has nothing against %s', (line) => {
  expect(lint(line)).toEqual([]);
});

import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { editorConfig, silentMistakes } from './rules.ts';

const file = 'src/sections/Example.astro';

/** What the rules say of a line of an Astro file. */
const said = (line: string) =>
  new Linter().verify(line, editorConfig, file).map(({ message }) => message);

it.each(silentMistakes)('finds $example', ({ example, message }) => {
  expect(said(example)).toEqual([message]);
});

it.each([
  '<p>**{site.name}** a</p>',
  '<p>[a](https://a.example)</p>',
  "{[{ text: '**a** b' }]}",
  '<Card title="a &amp; b" />',
  '<Card title={`a<br>b`} />',
  "{[{ text: 'by ${site.name}' }]}",
])('finds %s', (line) => {
  expect(said(line)).toHaveLength(1);
});

it.each([
  '<p>&lt;title&gt;, &lt;b&gt;a&lt;/b&gt; &amp;amp; {/* a note */}</p>',
  "{[{ text: 'A <title>, an <h1>, R&D; and more for $5' }]}",
  '<p>Disallow: /*.pdf, //cdn.example, https://a.example</p>',
  '<p>a** and b**. ** Without c. [1] (see d)</p>',
  '<p title="a &amp; b">by {site.name}, for 9 $</p>',
  '<Card title={`by ${site.name}`}>a</Card>',
])('has nothing against %s', (line) => {
  expect(said(line)).toEqual([]);
});

import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint();

/** What ESLint says of a file, with the whole configuration of this project: the rule, and its message. */
async function lint(source: string, filePath: string) {
  const results = await eslint.lintText(source, { filePath });
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message }) => [ruleId, message]),
  );
}

const section = 'src/sections/Example.astro';

const forDevelopers = [
  'no-restricted-syntax',
  'Styles, classes and scripts are for developers: leave it out.',
];

describe('refuses', () => {
  it.each([
    ['<iframe src="https://a.example"></iframe>', forDevelopers],
    ['<link rel="stylesheet" href="/a.css" />', forDevelopers],
    ['<script>alert()</script>', forDevelopers],
    ['<style>p { color: red }</style>', forDevelopers],
    ['<p style="color: red">a</p>', forDevelopers],
    ['<p class="text-soft">a</p>', forDevelopers],
    ['<p class:list={["text-soft"]}>a</p>', forDevelopers],
    ['<p onClick="a()">a</p>', forDevelopers],
    [
      '<img src="/team.jpg" alt="" />',
      [
        'no-restricted-syntax',
        'Put the picture into src/images, and write <Photo file="name.jpg" alt="What it shows" />.',
      ],
    ],
    [
      '<!-- a note -->',
      [
        'no-restricted-syntax',
        'Everybody can read this note: write {/* the note */}.',
      ],
    ],
    // TypeScript would take `name` for a variable of browsers.
    ['<p>{name}</p>', ['no-undef', "'name' is not defined."]],
    ['<News />', ['no-undef', "'News' is not defined."]],
  ])('%j', async (line, mistake) => {
    expect(await lint(line, section)).toEqual([mistake]);
  });

  it('a file that cannot be read', async () => {
    expect(await lint('<p>{</p>', section)).toEqual([
      [null, expect.stringMatching(/^Parsing error: /)],
    ]);
  });

  it.each([
    section,
    'src/pages/pricing.astro',
    'src/pages/guides/pricing.astro',
  ])('a class in %s', async (file) => {
    expect(await lint('<p class="text-soft">a</p>', file)).toEqual([
      forDevelopers,
    ]);
  });

  it('an unknown name in src/site.ts', async () => {
    expect(await lint('export const site = { name };', 'src/site.ts')).toEqual([
      ['no-undef', "'name' is not defined."],
    ]);
  });
});

it.each([
  '<p id="kept" title="A">a <a href="https://a.example">link</a></p>',
  '<p>The onset of a classic style: {/* a note */} &lt;script&gt;</p>',
  '---\nimport { site } from "../site.ts";\n---\n\n<p>{site.name}</p>',
  '---\nimport Card from "../components/Card.astro";\n---\n\n<Card title="A">b</Card>',
])('allows %j', async (source) => {
  expect(await lint(source, section)).toEqual([]);
});

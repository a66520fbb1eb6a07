import { ESLint } from 'eslint';
import { expect, it } from 'vitest';
import { lintFindings } from './lint';
import { rules } from './rules';

const file = 'src/sections/Example.astro';
const eslint = new ESLint();

/** What the names in the examples stand for. */
const modules = {
  Card: '../components/Card.astro',
  Cut: '../components/artwork/Cut.astro',
  Page: '../layouts/Page.astro',
  Section: '../components/Section.astro',
  Waitlist: '../components/Waitlist.astro',
  '{ site }': '../site',
};

/** A section of one line, with the imports that the line needs; or the example itself, if it has its own. */
function sectionOf(example: string): string {
  if (example.startsWith('---')) return example;
  const imports = Object.entries(modules)
    .filter(([name]) => example.includes(name.replace(/\W/g, '')))
    .map(([name, path]) => `import ${name} from '${path}';\n`);
  return `---\n${imports.join('')}---\n${example}\n`;
}

/** What ESLint says of a section, by all rules that we have for it. */
async function findingsIn(content: string) {
  const results = await eslint.lintText(content, { filePath: file });
  return lintFindings(results);
}

it.each(Object.entries(rules))(
  '%s finds the wrong line, and takes the right one',
  async (_name, { advice, isNotice, wrong, right }) => {
    const section = sectionOf(wrong);
    const start = section.indexOf(wrong.replace(/^---\n/, ''));
    const [before = '', after = ''] = advice.split('%s');
    const found = await findingsIn(section);
    expect(found).toEqual([
      {
        kind: isNotice ? 'notice' : 'error',
        place: `${file}:${section.slice(0, start).split('\n').length}`,
        advice: expect.stringContaining(before),
      },
    ]);
    expect(found[0]?.advice).toContain(after);
    expect(await findingsIn(sectionOf(right))).toEqual([]);
  },
);

it('places a mistake at its own line of a long text', async () => {
  const text = '<p>\n  a\n  b // c\n</p>';
  expect(await findingsIn(text)).toMatchObject([{ place: `${file}:3` }]);
});

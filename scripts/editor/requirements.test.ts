import { describe, expect, it } from 'vitest';
import { sectionFile } from '../../src/components/source-file.ts';
import { fixedTexts, site } from '../../src/site.ts';
import { readPage, type Page } from './built-pages.ts';
import { unmetRequirements } from './requirements.ts';

const builtPage = () => readPage('dist', 'index.html');

type Change = (root: Page['root']) => unknown;

/** The requirements that the front page does not meet after a change. */
function unmetAfter(change: Change): string[] {
  const page = builtPage();
  change(page.root);
  return unmetRequirements(page);
}

const remove =
  (selector: string): Change =>
  (root) =>
    root.querySelectorAll(selector).forEach((element) => element.remove());

const removePerks: Change = (root) => {
  const section = root.getElementById('coming-soon');
  section?.set_content(section.innerHTML.replaceAll(fixedTexts.perks, ''));
};

/** Each kind of requirement once. */
const rows: [id: string, must: string, change: Change][] = [
  ['hero', 'a headline, heading="…"', remove('h1')],
  ['platform', 'four cards', remove('#platform li:nth-child(n + 4)')],
  ['coming-soon', '<p id="kept"> in its form', remove('#kept')],
  ['coming-soon', '{fixedTexts.perks}', removePerks],
];

// The owner may remove a section, together with what it must have.
it.each(rows.filter(([id]) => builtPage().root.getElementById(id)))(
  '#%s must have %s',
  (id, must, change) => {
    expect(unmetAfter(change)).toEqual([
      `${sectionFile(id)}: There must be ${must}.`,
    ]);
  },
);

const moveHeroBehindOthers: Change = (root) =>
  root.querySelector('#coming-soon')?.after(root.querySelector('#hero') ?? '');

const addSection =
  (place: 'beforebegin' | 'afterend', id: string): Change =>
  (root) =>
    root
      .getElementById(id)
      ?.insertAdjacentHTML(place, '<section id="news"></section>');

describe('the sections', () => {
  it.each<[what: string, change: Change]>([
    ['one is missing', remove('#coming-soon')],
    ['one is in another place', moveHeroBehindOthers],
    ['another is before the first', addSection('beforebegin', 'hero')],
    ['another is after the last', addSection('afterend', 'coming-soon')],
  ])('are refused if %s', (_what, change) => {
    expect(unmetAfter(change)).toContainEqual(
      expect.stringMatching(
        /^src\/pages\/index\.astro: There must be the sections hero, .*coming-soon, with these ids and in this order;/,
      ),
    );
  });

  it('may have others between the first and the last', () => {
    expect(unmetAfter(addSection('afterend', 'hero'))).toEqual([]);
  });
});

it.each([`${site.url}/`, 'example.com'])('site.url may not be "%s"', (url) => {
  expect(unmetRequirements(builtPage(), url)).toEqual([
    'src/site.ts: url must end after the name, as in https://example.com.',
  ]);
});

it('any page must have a title and a description', () => {
  const page = readPage(
    'dist',
    '404.html',
    '<meta name="description" content="">',
  );
  expect(unmetRequirements(page)).toEqual([
    'src/pages/404.astro: There must be words in title="…".',
    'src/pages/404.astro: There must be words in description="…".',
  ]);
});

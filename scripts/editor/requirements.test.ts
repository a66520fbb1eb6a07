import { describe, expect, it } from 'vitest';
import { sectionFile } from '../../src/components/source-file.ts';
import { fixedTexts, site } from '../../src/site.ts';
import { readPage, type Page } from './built-pages.ts';
import { required, unmetRequirements } from './requirements.ts';

const builtPage = () => readPage('dist', 'index.html');

type Change = (root: Page['root']) => unknown;

/** The requirements that the front page does not meet after a change. */
function unmetAfter(change: Change): string[] {
  const page = builtPage();
  change(page.root);
  return unmetRequirements(page);
}

/** Removes the elements that a selector matches, the last one first: `:contains` also matches each element around a text. */
const removeAll =
  (selector: string, section = ''): Change =>
  (root) => {
    const part = section ? root.getElementById(section) : root;
    const last = () => part?.querySelectorAll(selector).at(-1);
    while (last()) last()?.remove();
  };

describe('a page must have', () => {
  it.each(required)('in #%s %s: %s', (section, selector, missing) => {
    const file = sectionFile(section) ?? 'src/pages/index.astro';
    const unmet = unmetAfter(removeAll(selector, section));
    expect(unmet.filter((message) => message.includes(missing))).toEqual([
      expect.stringContaining(`${file}: `),
    ]);
  });

  // The rows above are those of the table. The rows below show that the table has a row for each
  // promise. The owner may remove a section together with its rows.
  const promises = [
    '#hero h1',
    '#hero form',
    '#hero [href="#kept"]',
    '#problem li',
    '#platform li',
    '#future li',
    '#teams li',
    '#coming-soon form',
    '#kept',
  ].filter((selector) => builtPage().root.querySelector(selector));
  it.each(promises)('%s', (selector) => {
    expect(unmetAfter(removeAll(selector))).not.toEqual([]);
  });

  const { socialProof, betaLaunch, perks } = fixedTexts;
  const claims = [socialProof, betaLaunch, perks].filter((text) =>
    builtPage().root.textContent.includes(text),
  );
  it.each(claims)('the text "%s"', (text) => {
    const removeText: Change = (root) => {
      const main = root.querySelector('main');
      main?.set_content(main.innerHTML.replaceAll(text, ''));
    };
    expect(unmetAfter(removeText)).not.toEqual([]);
  });
});

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
    ['one is missing', removeAll('#coming-soon')],
    ['one is in another place', moveHeroBehindOthers],
    ['another is before the first', addSection('beforebegin', 'hero')],
    ['another is after the last', addSection('afterend', 'coming-soon')],
  ])('are refused if %s', (_what, change) => {
    expect(unmetAfter(change)).toContainEqual(
      expect.stringMatching(
        /^src\/pages\/index\.astro: .*\bhero, .*\bcoming-soon\b/,
      ),
    );
  });

  it('may have others between the first and the last, each with a file of its name', () => {
    expect(unmetAfter(addSection('afterend', 'hero'))).toEqual([
      expect.stringMatching(/^src\/pages\/index\.astro: .*"news"/),
    ]);
  });
});

it.each([`${site.url}/`, 'example.com'])('site.url may not be "%s"', (url) => {
  expect(unmetRequirements(builtPage(), url)).toEqual([
    expect.stringMatching(/^src\/site\.ts: .*\burl\b/),
  ]);
});

it('any page must have a title and a description', () => {
  const page = readPage(
    'dist',
    '404.html',
    '<meta name="description" content="">',
  );
  expect(unmetRequirements(page)).toEqual([
    expect.stringMatching(/^src\/pages\/404\.astro: .*\btitle=/),
    expect.stringMatching(/^src\/pages\/404\.astro: .*\bdescription=/),
  ]);
});

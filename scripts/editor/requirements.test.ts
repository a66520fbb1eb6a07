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

/** Removes the elements that a selector matches, the last one first: `:contains` also matches each element around a text. */
const removeAll =
  (selector: string, section = ''): Change =>
  (root) => {
    const part = section ? root.getElementById(section) : root;
    const last = () => part?.querySelectorAll(selector).at(-1);
    while (last()) last()?.remove();
  };

/** Removes a text from a section. */
const removeText =
  (text: string): ((section: string) => Change) =>
  (section) =>
  (root) => {
    const part = root.getElementById(section);
    part?.set_content(part.innerHTML.replaceAll(text, ''));
  };

/** Leaves only the first cards of a section. */
const leaveCards =
  (section: string, count: number): Change =>
  (root) => {
    const cards = root.querySelectorAll(`#${section} li:has(h3)`);
    for (const card of cards.slice(count)) card.remove();
  };

// The owner may remove a section, and then need not change this test.
const isOnPage = ([section]: [string, ...unknown[]]) =>
  builtPage().root.getElementById(section) !== null;

describe('the front page must have in #', () => {
  const { socialProof, betaLaunch, perks } = fixedTexts;
  const remove = (selector: string) => (section: string) =>
    removeAll(selector, section);

  // prettier-ignore
  const rows: [section: string, what: string, change: (section: string) => Change][] = [
    ['hero', 'a headline', remove('h1')],
    ['hero', 'a form', remove('form')],
    ['hero', 'its claim', removeText(socialProof)],
    ['hero', 'a link to what is kept', remove('a[href="#kept"]')],
    ['coming-soon', 'a form', remove('form')],
    ['coming-soon', 'what is kept', remove('#kept')],
    ['coming-soon', 'the launch date', removeText(betaLaunch)],
    ['coming-soon', 'the perks', removeText(perks)],
  ];
  it.each(rows.filter(isOnPage))('%s %s', (section, _what, change) => {
    expect(unmetAfter(change(section))).toEqual([
      expect.stringMatching(`^${sectionFile(section)}: `),
    ]);
  });

  const minimums: [section: string, minimum: number][] = [
    ['problem', 3],
    ['platform', 4],
    ['future', 3],
    ['teams', 4],
  ];
  it.each(minimums.filter(isOnPage))('%s %i cards', (section, minimum) => {
    expect(unmetAfter(leaveCards(section, minimum))).toEqual([]);
    expect(unmetAfter(leaveCards(section, minimum - 1))).toEqual([
      expect.stringMatching(`^${sectionFile(section)}: `),
    ]);
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

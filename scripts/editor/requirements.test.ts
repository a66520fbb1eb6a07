import { describe, expect, it } from 'vitest';
import { sectionFile } from '../../src/components/source-file.ts';
import { fixedTexts, site } from '../../src/site.ts';
import { readPage, type Page } from './read-pages.ts';
import { unmetRequirements } from './requirements.ts';

const builtPage = () => readPage('dist', 'index.html');

/** A change of the page, or of a section. */
type Change = (part: Page['root']) => unknown;

/** The requirements that the front page does not meet after a change. */
function unmetAfter(change: Change): string[] {
  const page = builtPage();
  change(page.root);
  return unmetRequirements(page);
}

const inSection =
  (section: string, change: Change): Change =>
  (root) => {
    const part = root.getElementById(section);
    if (part) change(part);
  };

const remove =
  (selector: string): Change =>
  (part) => {
    for (const element of part.querySelectorAll(selector)) element.remove();
  };

const removeText =
  (text: string): Change =>
  (part) =>
    part.set_content(part.innerHTML.replaceAll(text, ''));

/** Leaves only the first cards. */
const leaveCards =
  (count: number): Change =>
  (part) => {
    const cards = part.querySelectorAll('li:has(h3)');
    for (const card of cards.slice(count)) card.remove();
  };

// The owner may remove a section, and then need not change this test.
const isOnPage = ([section]: [string, ...unknown[]]) =>
  builtPage().root.getElementById(section) !== null;

describe('the front page must have in #', () => {
  const { socialProof, betaLaunch, perks } = fixedTexts;

  // prettier-ignore
  const rows: [section: string, what: string, change: Change][] = [
    ['hero', 'a headline', remove('h1')],
    ['hero', 'a form', remove('form')],
    ['hero', 'its claim', removeText(socialProof)],
    ['coming-soon', 'a form', remove('form')],
    ['coming-soon', 'the launch date', removeText(betaLaunch)],
    ['coming-soon', 'the perks', removeText(perks)],
  ];
  it.each(rows.filter(isOnPage))('%s %s', (section, _what, change) => {
    expect(unmetAfter(inSection(section, change))).toEqual([
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
    const unmetWith = (count: number) =>
      unmetAfter(inSection(section, leaveCards(count)));
    expect(unmetWith(minimum)).toEqual([]);
    expect(unmetWith(minimum - 1)).toEqual([
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
    ['one is missing', remove('#coming-soon')],
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

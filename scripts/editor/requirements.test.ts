import { describe, expect, it } from 'vitest';
import { sectionFile } from '../../src/components/source-file.ts';
import { fixedTexts } from '../../src/fixed-texts.ts';
import { site } from '../../src/site.ts';
import { readPage, type Page } from './read-pages.ts';
import { unmetRequirements, wrongSectionIds } from './requirements.ts';

const builtPage = () => readPage('dist', 'index.html');

type Change = (page: Page['root']) => unknown;

/** The requirements that the front page does not meet after a change. */
function unmetAfter(change: Change): string[] {
  const page = builtPage();
  change(page.root);
  return unmetRequirements(page);
}

const removeLast: Change = (root) =>
  root.querySelector('#coming-soon')?.remove();

const moveHeroBehindOthers: Change = (root) =>
  root.querySelector('#coming-soon')?.after(root.querySelector('#hero') ?? '');

const addSection =
  (place: 'beforebegin' | 'afterend', id: string): Change =>
  (root) =>
    root
      .getElementById(id)
      ?.insertAdjacentHTML(place, '<section id="no-file"></section>');

describe('the sections', () => {
  it.each<[what: string, change: Change]>([
    ['one is missing', removeLast],
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

  it('may have others between the first and the last', () => {
    expect(unmetAfter(addSection('afterend', 'hero'))).toEqual([]);
  });

  it.each([
    ['another section’s', 'src/sections/News.astro', 'teams', 1],
    ['no file’s', 'src/sections/News.astro', 'new', 1],
    ['its file’s', 'src/sections/2027/SpringNews.astro', 'spring-news', 0],
    ['any, on a page', 'src/pages/index.astro', 'teams', 0],
  ])('with %s id are refused, or not', (_whose, file, id, count) => {
    const source = `<Words id="${id}" heading="A"><p id="kept">B</p></Words>`;
    expect(wrongSectionIds(file, source)).toEqual(
      Array(count).fill(expect.stringMatching(`^${file}: .*"${id}"`)),
    );
  });
});

// prettier-ignore
it.each<[section: string, selector: string, missing: string]>([
  ['hero', 'h1', 'heading='],
  ['hero', 'form', 'id="join"'],
  ['hero', `:contains("${fixedTexts.socialProof}")`, 'fixedTexts.socialProof'],
  ['hero', 'a', '#kept'],
  ['problem', 'li', 'three'],
  ['platform', 'li', 'four'],
  ['future', 'li', 'three'],
  ['teams', 'li', 'four'],
  ['coming-soon', 'form', 'id="join-beta"'],
  ['coming-soon', '#kept', 'id="kept"'],
  ['coming-soon', `:contains("${fixedTexts.betaLaunch}")`, 'fixedTexts.betaLaunch'],
  ['coming-soon', `:contains("${fixedTexts.perks}")`, 'fixedTexts.perks'],
])('#%s must have its %s', (section, selector, missing) => {
  const removeAll: Change = (root) =>
    root.querySelectorAll(`#${section} ${selector}`).map((part) => part.remove());
  expect(unmetAfter(removeAll)).toContainEqual(
    expect.stringMatching(`^${sectionFile(section)}: .*${missing}`),
  );
});

it.each([`${site.url}/`, 'example.com'])('site.url may not be "%s"', (url) => {
  expect(unmetRequirements(builtPage(), url)).toEqual([
    expect.stringMatching(/^src\/site\.ts: .*\burl\b/),
  ]);
});

it('no fixed text may be empty', () => {
  const texts = { ...fixedTexts, betaLaunch: ' ' };
  expect(unmetRequirements(builtPage(), site.url, texts)).toEqual([
    expect.stringMatching(/^src\/fixed-texts\.ts: betaLaunch\b/),
  ]);
});

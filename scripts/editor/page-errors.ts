import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import type { HTMLElement } from 'node-html-parser';
import { missingLetters } from '../../src/integrations/share-image.ts';
import * as budgets from '../../src/settings/budgets.ts';
import { imageError, linkError } from './address-errors.ts';
import { error, notice, type Finding } from './finding.ts';
import type { Locator, Words } from './locator.ts';
import { requiredSections, requiredTexts } from './required-content.ts';
import { countWords, responseBytes, roomInWords } from './room-for-words.ts';
import { pageFile } from './sources.ts';

/** The page as it was built into a folder, and where its words are written. */
export interface BuiltPage {
  html: string;
  /** The same, parsed. */
  page: HTMLElement;
  /** The folder of the build. */
  folder: string;
  /** Finds where a text of the page is written. */
  places: Locator;
  /** What `src/site.ts` exports. */
  words: Words;
}

/** What is to mend on the built page. */
export async function pageErrors(built: BuiltPage): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const check of [
    wrongSections,
    sectionsOutsideMain,
    missingContent,
    missingNetworks,
    headlineErrors,
    longWords,
    addressErrors,
    repeatedSentences,
    repeatedDrawings,
    largeFirstView,
    largePage,
  ])
    for await (const finding of check(built)) found.push(finding);
  return found;
}

/** Where a value stands between quotes, or else the page's file. */
function placeOfValue(value: string, { placesOfValue }: Locator): string {
  return placesOfValue(value)[0] ?? pageFile;
}

function* wrongSections({ page, places }: BuiltPage): Generator<Finding> {
  const required = requiredSections.map(({ id }) => id);
  const ids = page.querySelectorAll('section').map(({ id }) => id);
  const shown = ids.filter((id) => required.includes(id));
  // Then a section may only seem to be missing; html-validate names the id.
  const hasIdWithSpace = ids.some((id) => /\s/.test(id));
  if (shown.join() !== required.join() && !hasIdWithSpace)
    yield error(
      // `<main id="main">`, which holds the list of sections.
      placeOfValue('main', places),
      `must show the sections ${required.join(', ')}, in this order; it shows ${shown.join(', ')}. Others may stand between them`,
    );
}

function* sectionsOutsideMain({ page, places }: BuiltPage): Generator<Finding> {
  for (const section of page.querySelectorAll('section:not(main section)'))
    yield error(
      places.placeNear(section),
      `stands outside the page’s main part: in ${pageFile} its tag belongs before </main>`,
    );
}

/** The cards, the form and the fixed texts that each section must have. */
function* missingContent({
  page,
  places,
  words: { fixedTexts },
}: BuiltPage): Generator<Finding> {
  for (const { id, cards, form, texts } of requiredSections) {
    const section = page.getElementById(id);
    if (!section) continue;
    const place = placeOfValue(id, places);

    const { length } = section.querySelectorAll('h3');
    if (length < cards)
      yield error(
        place,
        `shows ${length} cards, and ${cards} are the least: bring one back`,
      );

    // Without its form a section also lacks texts that stand in the form: that is not told.
    if (form && !section.querySelector(`#${form}`)) {
      yield error(place, `must hold the form, <Waitlist id="${form}">`);
      continue;
    }
    for (const name of texts)
      if (!section.textContent.includes(fixedTexts[name]))
        yield error(
          place,
          `must say "${requiredTexts[name]}": put {fixedTexts.${name}} back`,
        );
  }
}

function* missingNetworks({
  page,
  words: { site },
}: BuiltPage): Generator<Finding> {
  const inNewTab = '[target="_blank"][rel="noopener noreferrer"]';
  for (const { url } of site.social)
    if (!page.querySelector(`footer a[href="${url}"]${inNewTab}`))
      yield error(
        'src/sections/Footer.astro',
        'must link to each network of src/site.ts with target="_blank" rel="noopener noreferrer"',
      );
}

async function* headlineErrors({
  page,
  places,
}: BuiltPage): AsyncGenerator<Finding> {
  for (const headline of page.querySelectorAll('h1')) {
    const place = places.placeNear(headline);
    const count = countWords(headline.textContent);
    if (count > budgets.mostHeadlineWords)
      yield error(
        place,
        `has a headline of ${count} words: ${budgets.mostHeadlineWords} are the most`,
      );
    const missing = await missingLetters(headline.textContent.trim());
    if (missing)
      yield notice(
        place,
        `has letters that the share image cannot set, ${missing}: it shows the name instead`,
      );
  }
}

/** The most letters of a word that a window of 320 px shows on one line, by the size of its text. */
const mostLetters = { h1: 13, h2: 17, h3: 19 };

/** Words of titles that a narrow window breaks anywhere. */
function* longWords({ page, places }: BuiltPage): Generator<Finding> {
  for (const [level, most] of Object.entries(mostLetters))
    for (const title of page.querySelectorAll(`main ${level}`))
      // A window breaks a word behind its hyphens, and where a soft hyphen is.
      for (const word of title.textContent.split(/[\s\u00ad-]+/))
        if (word.length > most)
          yield notice(
            places.placeNear(title),
            `has "${word}", which a narrow phone breaks anywhere: choose a shorter word, or mark where it may break with &shy; between tags, \\u00AD in {'…'}`,
          );
}

async function* addressErrors({
  page,
  folder,
  places,
}: BuiltPage): AsyncGenerator<Finding> {
  for (const element of page.querySelectorAll('main a, footer a, main img')) {
    const { href = '', src } = element.attributes;
    const reason =
      src === undefined
        ? linkError(href, page, folder)
        : await imageError(element, folder);
    if (!reason) continue;
    const address = src ?? href;
    const found = places.placesOfValue(address);
    if (found.length === 0) found.push(places.placeNear(element));
    for (const place of found) yield error(place, `"${address}" ${reason}`);
  }
}

/** Sentences that were pasted twice. */
function* repeatedSentences({ page, places }: BuiltPage): Generator<Finding> {
  const said = new Set<string>();
  for (const element of page.querySelectorAll('main :is(h2, h3, h4, p)')) {
    // Of several places the last: the sentence was pasted there.
    const place = places.placesOf(element).at(-1) ?? places.placeNear(element);
    // A fixed text may be shown more than once.
    const isFixed = place.startsWith('src/site.ts');
    for (const sentence of element.textContent.trim().split(/(?<=[.!?])\s+/)) {
      if (said.has(sentence) && !isFixed)
        yield notice(
          place,
          `says again "${sentence}": leave it out there or where it stood before`,
        );
      if (sentence.length > 30) said.add(sentence);
    }
  }
}

/** Drawings whose ids stand on the page a second time: only the first element with an id is found by it. */
function* repeatedDrawings({ page, places }: BuiltPage): Generator<Finding> {
  for (const element of page.querySelectorAll('svg [id]'))
    if (element !== page.getElementById(element.id))
      yield error(
        // The card that holds it.
        places.placeNear(element.closest('li') ?? element),
        `shows a drawing for the second time, and its id "${element.id}" with it: leave out the line <… slot="artwork" />`,
      );
}

/** The page's beginning, up to the button of the first form, if it is too large. */
function* largeFirstView({
  html,
  page,
  places,
}: BuiltPage): Generator<Finding> {
  const [, end = 0] = page.querySelector('#hero button')?.range ?? [];
  const room = budgets.mostFirstViewBytes - responseBytes(html.slice(0, end));
  if (room < 0)
    yield error(
      placeOfValue('hero', places),
      `has a headline, and words under it, that keep the form from arriving with the first bytes: ${roomInWords(html, room)}`,
    );
}

function* largePage({ html }: BuiltPage): Generator<Finding> {
  const bytes = responseBytes(html);
  if (bytes <= budgets.noticedPageBytes) return;
  const kind = bytes > budgets.mostPageBytes ? error : notice;
  yield kind(
    pageFile,
    `makes a large page, with ${roomInWords(html)}; simpler drawings leave more`,
  );
}

/** What html-validate says of the page, by the rules in `.htmlvalidate.json`. */
export async function invalidHtml({
  html,
  page,
  places,
}: BuiltPage): Promise<Finding[]> {
  const found: Finding[] = [];
  const validator = new HtmlValidate(new FileSystemConfigLoader());
  const { results } = await validator.validateString(html, 'dist/index.html');
  const toldPlaces = new Set<string>();
  for (const { message, offset, severity } of results[0]?.messages ?? []) {
    const element = innermostAt(offset, page);
    const place = places.placeNear(element);
    // Further messages at a place follow from the first.
    if (toldPlaces.has(place)) continue;
    toldPlaces.add(place);
    const text = element.textContent.trim().replace(/\s+/g, ' ').slice(0, 60);
    const kind = severity > 1 ? error : notice;
    const at = text && `at "${text}": `;
    found.push(kind(place, at + message));
  }
  return found;
}

/** The innermost element around an offset in the HTML: the last of those around it, since it begins last. */
function innermostAt(offset: number, page: HTMLElement): HTMLElement {
  const around = ({ range: [from, to] }: HTMLElement) =>
    from <= offset && offset < to;
  return page.querySelectorAll('*').findLast(around) ?? page;
}

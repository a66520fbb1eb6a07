import { brotliCompressSync, constants } from 'node:zlib';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { parse, type HTMLElement } from 'node-html-parser';
import { maxFirstViewBytes, maxPageBytes } from '../../src/settings/budgets.ts';
import { imageError, linkError } from './addresses.ts';
import type { Finding } from './finding.ts';
import { pageFile, placeOf, placeOfQuoted, withoutPlaces } from './places.ts';
import { requiredSections, requiredTexts } from './required-content.ts';

/** What `src/site.ts` exports. */
type Site = typeof import('../../src/site.ts');

/** The page as the check has built it. */
export interface BuiltPage extends Pick<Site, 'fixedTexts'> {
  /** With the places of its tags. */
  html: string;
  /** The folder of the build. */
  folder: string;
  site: { name: string; social: readonly { url: string }[] };
}

interface ParsedPage extends BuiltPage {
  page: HTMLElement;
}

/** What is wrong on the built page. */
export async function pageErrors(built: BuiltPage): Promise<Finding[]> {
  const parsed = { ...built, page: parse(built.html) };
  const found: Finding[] = [];
  for (const check of [
    wrongSections,
    missingContent,
    furtherForms,
    missingNetworks,
    repeatedDrawings,
    nameInTitle,
    addressErrors,
    tooLarge,
    invalidHtml,
  ])
    for await (const finding of check(parsed)) found.push(finding);
  return found;
}

function* wrongSections({ page }: ParsedPage): Generator<Finding> {
  const required = requiredSections.map(({ id }) => id);
  const shown = page
    .querySelectorAll('main section')
    .map(({ id }) => id)
    .filter((id) => required.includes(id));
  if (shown.join() !== required.join())
    yield {
      place: placeOf(page.querySelector('main')),
      advice: `<main> must hold the sections ${required.join(', ')}, in this order; it holds ${shown.join(', ')}. Others may be between them.`,
    };
}

/** The cards, the form and the fixed texts that each section must have. */
function* missingContent({ page, fixedTexts }: ParsedPage): Generator<Finding> {
  for (const { id, cards, form, texts } of requiredSections) {
    const section = page.getElementById(id);
    if (!section) continue;
    const place = placeOf(section);
    const { length } = section.querySelectorAll('h3');
    if (length < cards)
      yield {
        place,
        advice: `This section shows ${length} cards, and ${cards} are the least: bring one back.`,
      };
    if (form && !section.querySelector(`#${form} form`)) {
      yield {
        place,
        advice: `This section must hold the form, <Waitlist id="${form}">.`,
      };
      // What is missing with the form may have been in it.
      continue;
    }
    for (const name of texts)
      if (!section.textContent.includes(fixedTexts[name]))
        yield {
          place,
          advice: `This section must say "${requiredTexts[name]}": put {fixedTexts.${name}} back.`,
        };
  }
}

/** The header's button, the probe and the tests know two forms. */
function* furtherForms({ page }: ParsedPage): Generator<Finding> {
  const sections = requiredSections.filter(({ form }) => form);
  const known = sections.map(({ id, form }) => `#${id} #${form} form`).join();
  const forms = page.querySelectorAll('form');
  // Else one has lost its id, which is said already.
  if (forms.length <= sections.length) return;
  for (const form of forms)
    if (!page.querySelectorAll(known).includes(form))
      yield {
        place: placeOf(form),
        advice: `This form is one too many: the page has two, in the sections ${sections.map(({ id }) => id).join(' and ')}. Leave it out, or link to one of them.`,
      };
}

function* missingNetworks({ page, site }: ParsedPage): Generator<Finding> {
  const inNewTab = '[target="_blank"][rel="noopener noreferrer"]';
  for (const { url } of site.social)
    if (!page.querySelector(`footer a[href="${url}"]${inNewTab}`))
      yield {
        place: placeOf(page.querySelector('footer')),
        advice: `The footer must link to ${url}, with target="_blank" rel="noopener noreferrer".`,
      };
}

/** html-validate does not look into drawings. Only the first element with an id is found by it. */
function* repeatedDrawings({ page }: ParsedPage): Generator<Finding> {
  for (const element of page.querySelectorAll('svg [id]'))
    if (element !== page.getElementById(element.id))
      yield {
        place: placeOf(element),
        advice:
          'This drawing is on the page for the second time: leave out the line that ends in slot="artwork" />.',
      };
}

function* nameInTitle({ page, site }: ParsedPage): Generator<Finding> {
  const title = page.querySelector('title')?.textContent ?? '';
  if (title.split(site.name).length > 2)
    yield {
      place: pageFile,
      advice: `The title has the name twice, "${title}": leave it out of title="…", since the page adds it by itself.`,
    };
}

async function* addressErrors({
  page,
  folder,
}: ParsedPage): AsyncGenerator<Finding> {
  for (const element of page.querySelectorAll('main a, footer a, main img')) {
    const { href = '', src } = element.attributes;
    const reason =
      src === undefined
        ? linkError(href, page, folder)
        : await imageError(element, folder);
    if (!reason) continue;
    const address = src ?? href;
    // Of an address in a list the page only shows where the list is used.
    const place = placeOfQuoted(address) ?? placeOf(element);
    yield { place, advice: `"${address}" ${reason}` };
  }
}

/** The page, and its beginning up to the button of the first form, if they are too large. */
function* tooLarge({ page, html }: ParsedPage): Generator<Finding> {
  const [, end = 0] = page.querySelector('#hero button')?.range ?? [];
  const first = responseBytes(html.slice(0, end));
  if (first > maxFirstViewBytes)
    yield {
      place: placeOf(page.getElementById('hero')),
      advice: `The page up to its first form has ${first} bytes when compressed, and ${maxFirstViewBytes} arrive at once: shorten the words above the form.`,
    };
  const bytes = responseBytes(html);
  if (bytes > maxPageBytes)
    yield {
      place: pageFile,
      advice: `The page has ${bytes} bytes when compressed, and ${maxPageBytes} are the most: shorten its texts or its drawings.`,
    };
}

/**
 * The bytes of the page's response, or of its beginning: its headers are some 480. Compressed
 * at quality 5, as a server does that compresses each response anew. Netlify does not document its own.
 */
function responseBytes(html: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return 500 + brotliCompressSync(withoutPlaces(html), { params }).length;
}

/** What html-validate says of the page, by the rules in `.htmlvalidate.json`. */
async function* invalidHtml({
  page,
  html,
}: ParsedPage): AsyncGenerator<Finding> {
  const validator = new HtmlValidate(new FileSystemConfigLoader());
  const { results } = await validator.validateString(html, 'dist/index.html');
  const seen = new Set<string>();
  for (const { message, offset } of results[0]?.messages ?? []) {
    // The innermost element around the offset: the last of those, since it begins last.
    const element = page
      .querySelectorAll('*')
      .findLast(({ range: [from, to] }) => from <= offset && offset < to);
    const place = placeOf(element);
    // Further messages at a place follow from the first.
    if (seen.has(place)) continue;
    seen.add(place);
    const text = element?.textContent.trim().replace(/\s+/g, ' ').slice(0, 60);
    yield { place, advice: `${message}${text ? `, at "${text}"` : ''}.` };
  }
}

import { existsSync, statSync } from 'node:fs';
import { unescape } from 'node:querystring';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { parse, type HTMLElement } from 'node-html-parser';
import sharp from 'sharp';
import type { Locator, Words } from '../../editing/locator.ts';
import { countWords, responseBytes, roomInWords } from '../../editing/room.ts';
import { pageFile } from '../../editing/sources.ts';
import { missingLetters } from '../../src/integrations/share-image.ts';
import * as limits from '../../src/settings/limits.ts';
import { promisedSections, promisedTexts } from './fixed-texts.ts';

/** What is to mend on the page that was built into a folder. */
export async function* pageErrors(
  html: string,
  folder: string,
  { placeNear, placesOf, placesOfValue }: Locator,
  { site, fixedTexts }: Words,
): AsyncGenerator<string> {
  const page = parse(html);
  const placeOfValue = (value: string) => placesOfValue(value)[0] ?? pageFile;

  for (const [name, text] of Object.entries(promisedTexts)) {
    const given = fixedTexts[name as keyof typeof promisedTexts];
    if (given !== text)
      yield `error: ${placesOfValue(given)[0] ?? 'src/site.ts'} must say "${text}" again; or, if the owner has changed this promise, scripts/editor/fixed-texts.ts must have the line  ${name}: ${JSON.stringify(given)},`;
  }

  const known: string[] = promisedSections.map(({ id }) => id);
  const order = page.querySelectorAll('section').map(({ id }) => id);
  const standing = order.filter((id) => known.includes(id));
  // An id with a space is told by html-validate.
  if (standing.join() !== known.join() && !/\s/.test(order.join('')))
    yield `error: ${placeOfValue('main')} must show the sections ${known.join(', ')}, in this order; it shows ${standing.join(', ')}. Others may stand between them.`;
  for (const section of page.querySelectorAll('section:not(main section)'))
    yield `error: ${placeNear(section)} stands outside the page’s main part: in ${pageFile} its tag belongs before </main>.`;
  for (const { id, cards, form, texts } of promisedSections) {
    const section = page.getElementById(id);
    if (!section) continue;
    const count = section.querySelectorAll('h3').length;
    if (count < cards)
      yield `error: ${placeOfValue(id)} shows ${count} cards, and ${cards} are the least: bring one back.`;
    if (form && !section.querySelector(`#${form}`))
      yield `error: ${placeOfValue(id)} must hold the form, <WaitlistForm client:interaction id="${form}">.`;
    else
      for (const name of texts)
        if (!section.textContent.includes(fixedTexts[name]))
          yield `error: ${placeOfValue(id)} must say "${promisedTexts[name]}": put {fixedTexts.${name}} back.`;
  }
  const newTab = '[target=_blank][rel="noopener noreferrer"]';
  for (const { url } of site.social)
    if (!page.querySelector(`footer a[href="${url}"]${newTab}`))
      yield `error: src/sections/Footer.astro must link to each network of src/site.ts with target="_blank" rel="noopener noreferrer".`;
  for (const headline of page.querySelectorAll('h1')) {
    const count = countWords(headline.textContent);
    if (count > limits.mostHeadlineWords)
      yield `error: ${placeNear(headline)} has a headline of ${count} words: ${limits.mostHeadlineWords} are the most.`;
    const missing = await missingLetters(headline.textContent.trim());
    if (missing)
      yield `notice: ${placeNear(headline)} has letters that the share image cannot set, ${missing}: it shows the name instead.`;
  }
  for (const element of page.querySelectorAll('main a, footer a, main img')) {
    const { href = '', src = href } = element.attributes;
    const reason = await reasonAgainst(element, page, folder);
    const places = placesOfValue(src);
    if (reason)
      for (const place of places.length > 0 ? places : [placeNear(element)])
        yield `error: ${place} "${src}" ${reason}.`;
  }
  const said = new Set<string>();
  for (const element of page.querySelectorAll('main :is(h2, h3, h4, p)'))
    for (const sentence of element.textContent.trim().split(/(?<=[.!?])\s+/)) {
      const place = placesOf(element).at(-1) ?? placeNear(element);
      // A fixed text may be shown more than once.
      if (said.has(sentence) && !place.startsWith('src/site.ts'))
        yield `notice: ${place} says again "${sentence}": leave it out there or where it stood before.`;
      if (sentence.length > 30) said.add(sentence);
    }
  for (const element of page.querySelectorAll('svg [id]'))
    if (element !== page.getElementById(element.id))
      yield `error: ${placeNear(element.closest('li') ?? element)} shows a drawing for the second time, and its id "${element.id}" with it: leave out the line <… slot="artwork" />.`;

  const [, end = 0] = page.querySelector('#hero button')?.range ?? [];
  const rest = limits.mostFirstViewBytes - responseBytes(html.slice(0, end));
  if (rest < 0)
    yield `error: ${placeOfValue('hero')} has a headline, and words under it, that keep the form from arriving with the first bytes: ${roomInWords(html, rest)}.`;
  const bytes = responseBytes(html);
  if (bytes > limits.noticedPageBytes)
    yield `${bytes > limits.mostPageBytes ? 'error' : 'notice'}: ${pageFile} makes a large page, with ${roomInWords(html)}; simpler drawings leave more.`;
}

/** Addresses that are not looked up: on other sites, of people, and of the page itself. */
const alwaysThere =
  /^(https?:\/\/(?!127\.)[^/]+\.[^/]+|mailto:.|tel:.|\/$|\/?#top$)/i;

/** What is wrong with a link's address, or with an image. */
async function reasonAgainst(
  { attributes: { href = '', src, width, height, loading } }: HTMLElement,
  page: HTMLElement,
  folder: string,
): Promise<string | undefined> {
  const address = (src ?? href).replace(/^\?/, '/?').replace(/\?[^#]*/, '');
  const [path = '', id = ''] = address.split('#');
  const file = folder + unescape(path);
  const isFile = path.length > 1 && path.startsWith('/') && existsSync(file);
  if (src === undefined) {
    if (/^mailto:(?![^\s@:()]+@[^\s@:]+\.[^\s@:]+$)/i.test(address))
      return 'is no address: write mailto:name@example.com, and in src/site.ts only name@example.com';
    if (/\s/.test(href))
      return 'has a space: write %20 within an address, and nothing around one';
    const isOnPage = path.length < 2 && id && page.getElementById(id);
    return isFile || isOnPage || alwaysThere.test(address)
      ? undefined
      : 'leads nowhere: write a whole address (https://…), a file that is in public (/name.pdf), or an id that is on the page (#teams)';
  }
  if (!isFile) return 'is no file in public: write src="/name.png"';
  const { size } = statSync(file);
  if (size > 200_000)
    return `has ${Math.round(size / 1000)} kB: make it smaller than 200`;
  const image = sharp(file);
  const real = await image.metadata().catch(() => undefined);
  if (!real) return 'is no image that can be read: save it as PNG or JPEG';
  const stretch = Number(width) / real.width / (Number(height) / real.height);
  return stretch > 0.98 && stretch < 1.02 && loading === 'lazy'
    ? undefined
    : `needs loading="lazy" width="${real.width}" height="${real.height}", or both sizes smaller by one factor`;
}

/** What html-validate says of the page, by the rules in `.htmlvalidate.json`. */
export async function* invalidHtml(html: string, { placeNear }: Locator) {
  const page = parse(html);
  const validator = new HtmlValidate(new FileSystemConfigLoader());
  const { results } = await validator.validateString(html, 'dist/index.html');
  const told = new Set<string>();
  for (const { message, offset, severity } of results[0]?.messages ?? []) {
    const holds = ({ range: [from, to] }: HTMLElement) =>
      from <= offset && offset < to;
    const element = page.querySelectorAll('*').findLast(holds) ?? page;
    const place = placeNear(element);
    const text = element.textContent.trim().replace(/\s+/g, ' ').slice(0, 60);
    // The first tells what the others follow from.
    if (!told.has(place))
      yield `${severity > 1 ? 'error' : 'notice'}: ${place} ${text && `at "${text}": `}${message}.`;
    told.add(place);
  }
}

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { HtmlValidate } from 'html-validate';
import { parse, type HTMLElement } from 'node-html-parser';
import sharp from 'sharp';
import {
  passagesOf,
  placeOf,
  placesOf,
  type Source,
  type Words,
} from '../../src/integrations/edit-links/sources.ts';
import {
  countWords,
  mostHeadlineWords,
  mostResponseBytes,
  responseBytes,
} from '../../src/integrations/edit-links/room.ts';
import { contract, limits, sections } from './contract.ts';

const index = 'src/pages/index.astro';

/** What is to mend on the page that was built of `sources` into a folder. */
export async function* pageErrors(
  html: string,
  folder: string,
  sources: Source[],
  words: Words,
): AsyncGenerator<string> {
  const { site, fixedTexts } = words;
  const page = parse(html);
  const passages = passagesOf(sources, words);
  const written = (value: string, otherwise = index) =>
    placesOf(value, sources)[0] ?? otherwise;
  /** Where an element is written, or else what stands in it, or its section. */
  function at(element: HTMLElement): string {
    const inner = element.querySelectorAll('h1, h2, h3, h4, p, a');
    const section =
      element.closest('section, footer')?.querySelectorAll('h1, h2, p') ?? [];
    return (
      [element, ...inner, ...section]
        .map((it) => placeOf(it, sources, passages))
        .find((place) => place) ?? index
    );
  }

  for (const [name, text] of Object.entries(contract)) {
    const given = fixedTexts[name as keyof typeof contract];
    if (given !== text)
      yield `error: ${written(given, 'src/site.ts')} must say ${name}: "${text}" again; or, if the owner has changed the contract, scripts/editor/contract.ts must say ${name}: ${JSON.stringify(given)}.`;
  }

  const order = page.querySelectorAll('section').map(({ id }) => id);
  const known: string[] = sections.map(({ id }) => id);
  const standing = order.filter((id) => known.includes(id));
  // An id that is none at all is told below.
  if (standing.join() !== known.join() && !/\s/.test(order.join('')))
    yield `error: ${written('main')} must show the sections ${known.join(', ')}, in this order; it shows ${standing.join(', ')}. Others may stand between them.`;
  for (const section of page.querySelectorAll('section')) {
    if (!section.closest('main'))
      yield `error: ${at(section)} stands outside the page’s main part: in ${index} its tag belongs before </main>.`;
    if (!section.id)
      yield `error: ${at(section)} is a section without a name: give it id="…".`;
  }
  for (const { id, cards, form, shows } of sections) {
    const section = page.getElementById(id);
    if (!section) continue;
    const count = section.querySelectorAll('h3').length;
    if (count < cards)
      yield `error: ${written(id)} shows ${count} cards, and ${cards} are the least: bring one back.`;
    if (form && !section.querySelector(form))
      yield `error: ${written(id)} must hold the form, <WaitlistForm client:interaction id="${form.slice(1)}">.`;
    else
      for (const name of shows)
        if (!textOf(section).includes(fixedTexts[name]))
          yield `error: ${written(id)} must say "${contract[name]}": put {fixedTexts.${name}} back.`;
  }

  const title = textOf(page.querySelector('title') ?? page);
  const titlePlace = written(title.slice(title.indexOf('·') + 1).trim());
  const description = page.querySelector('meta[name=description]');
  if (title.endsWith('·') || !description?.getAttribute('content'))
    yield `error: ${index} needs words between the quotes of title="…" and description="…".`;
  if (title.split(site.name).length > 2)
    yield `error: ${titlePlace} has a title with the name twice, "${title}": it is set before the title by itself.`;
  if (title.length > limits.titleLetters)
    yield `notice: ${titlePlace} has a title of ${title.length} letters with the name: search engines show some 60.`;

  for (const headline of page.querySelectorAll('h1')) {
    const count = countWords(textOf(headline));
    if (count > mostHeadlineWords)
      yield `error: ${at(headline)} has a headline of ${count} words: ${mostHeadlineWords} are the most.`;
  }

  const links = page.querySelectorAll('main a, footer a');
  for (const [address, link] of new Map(
    links.map((it) => [it.getAttribute('href') ?? '', it]),
  )) {
    const reason = reasonAgainst(address, page, folder);
    const places = placesOf(address, sources);
    if (reason)
      for (const place of places.length > 0 ? places : [at(link)])
        yield `error: ${place} has a link to "${address}", ${reason}.`;
  }
  for (const { name, url } of site.social)
    if (
      !page.querySelector(
        `footer a[href="${url}"][target=_blank][rel="noopener noreferrer"]`,
      )
    )
      yield `error: src/sections/Footer.astro must link to ${name} with target="_blank" rel="noopener noreferrer".`;

  for (const image of page.querySelectorAll('img')) {
    const { src = '', width, height } = image.attributes;
    const place = written(src, at(image));
    const file = folder + decodeURI(src);
    if (!src.startsWith('/') || !existsSync(file)) {
      yield `error: ${place} shows "${src}", and there is no such file in public: write src="/name.png".`;
      continue;
    }
    const bytes = await readFile(file);
    const real = await sharp(bytes).metadata();
    const distortion =
      (Number(width) * real.height) / (Number(height) * real.width);
    if (!(Math.abs(distortion - 1) < 0.02))
      yield `error: ${place} "${src}" needs width="${real.width}" height="${real.height}", or both smaller by one factor.`;
    if (bytes.length > limits.imageBytes)
      yield `error: ${place} "${src}" has ${Math.round(bytes.length / 1000)} kB: make it smaller than ${limits.imageBytes / 1000}.`;
  }

  const excess = responseBytes(html) - mostResponseBytes;
  if (excess > 0)
    yield `error: ${index} is ${excess} bytes too large to arrive in one go: the page needs fewer words or simpler drawings.`;

  const validator = new HtmlValidate({
    extends: ['html-validate:standard'],
    rules: {
      'heading-level': 'error',
      'empty-heading': 'error',
      'wcag/h30': 'error',
      'wcag/h37': 'error',
    },
  });
  const told = new Set<string>();
  for (const { messages } of validator.validateStringSync(html).results)
    for (const { message, offset } of messages) {
      const element =
        page
          .querySelectorAll('*')
          .findLast(({ range: [from, to] }) => from <= offset && offset < to) ??
        page;
      const place = at(element);
      // The first tells what the others follow from.
      if (!told.has(place))
        yield `error: ${place} makes invalid HTML${textOf(element) && ` at "${short(element)}"`}: ${message}.`;
      told.add(place);
    }
}

/** What is wrong with a link's address. */
function reasonAgainst(
  address: string,
  page: HTMLElement,
  folder: string,
): string | undefined {
  if (/\s/.test(address))
    return address === address.trim()
      ? 'which has a space in it: write %20'
      : 'which has a space around it: delete it';
  if (/^(mailto|tel):./.test(address)) return undefined;
  if (/^[a-z]+:/i.test(address))
    return /^https?:\/\/[^/]+\.[^/]+/i.test(address) && URL.canParse(address)
      ? undefined
      : 'which is no address that everybody can open: it begins with https://';
  const [path = '', id = ''] = address.split('#');
  if (!address.startsWith('#') && !path.startsWith('/'))
    return 'which is neither a whole address (https://…), nor a file in public (/name.pdf), nor an id on the page (#teams)';
  if (path.length > 1)
    return existsSync(folder + decodeURI(path))
      ? undefined
      : 'and there is no such file in public';
  return address === '/' || id === 'top' || page.getElementById(id)
    ? undefined
    : 'and nothing on the page has this id';
}

function textOf({ textContent }: HTMLElement): string {
  return textContent.replace(/\s+/g, ' ').trim();
}

/** A text as a message quotes it. */
function short(element: HTMLElement): string {
  const text = textOf(element);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

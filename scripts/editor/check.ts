/**
 * Builds the page and tells an editor what to mend, one line each: the file and
 * its line, then what to do. A note is what a build cannot see to; it fails nothing.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { HtmlValidate } from 'html-validate';
import { parse, type HTMLElement } from 'node-html-parser';

type Finding = [place: string, advice: string];

type SiteModule = typeof import('../../src/site.ts');
type FixedTexts = Record<keyof SiteModule['fixedTexts'], string>;
/** What `src/site.ts` holds. */
type Words = Pick<SiteModule, 'site'> & { fixedTexts: FixedTexts };

/** The texts that the product's contract fixes to the letter, by their names in `src/site.ts`. */
const contract: FixedTexts = {
  socialProof: 'Join 500+ agencies already on the waitlist',
  betaLaunch: 'Beta launching Q1 2026',
  perks: 'Early access perks included',
  placeholder: 'Enter your email',
  join: 'Join Waitlist',
  joining: 'Joining...',
  joined: "You're on the list",
  success: "You're on the list! Check your email for updates.",
  duplicate: 'This email is already on the waitlist!',
  refused: 'Something went wrong. Please try again.',
  unanswered: 'Network error. Please check your connection and try again.',
};

/** The contract's sections in their order, each with the least of its cards, the form it holds and the fixed texts it shows. */
export const sections = [
  { id: 'hero', cards: 0, form: 'join', shows: ['socialProof'] },
  { id: 'problem', cards: 3, form: '', shows: [] },
  { id: 'platform', cards: 4, form: '', shows: [] },
  { id: 'future', cards: 3, form: '', shows: [] },
  { id: 'teams', cards: 4, form: '', shows: [] },
  {
    id: 'coming-soon',
    cards: 0,
    form: 'join-beta',
    shows: ['betaLaunch', 'perks'],
  },
] as const;

const mostHeadlineWords = 10;

/** What is to mend on a built page that was made of `words`. */
export function* pageErrors(
  html: string,
  { site, fixedTexts }: Words,
): Generator<Finding> {
  const page = parse(html);

  for (const [name, text] of Object.entries(contract))
    if (fixedTexts[name as keyof FixedTexts] !== text)
      yield [
        find('src/site.ts', `${name}:`) ??
          find('src/site.ts', 'fixedTexts =') ??
          '',
        `must say ${name}: "${text}" again; the contract fixes it to the letter. If the contract has changed, change scripts/editor/check.ts as well.`,
      ];

  const order = page.querySelectorAll('main section').map(({ id }) => id);
  const known = sections.map(({ id }) => id as string);
  const standing = order.filter((id) => known.includes(id));
  if (standing.join() !== known.join())
    yield [
      find('src/pages/index.astro', '<main') ?? '',
      `must show the sections ${known.join(', ')}, in this order; it shows ${standing.join(', ')}. Others may stand between them.`,
    ];

  for (const section of page.querySelectorAll('main section'))
    if (!section.id)
      yield [placeOf(section), 'is a section without a name: give it id="…".'];

  const title = textOf(page.querySelector('title') ?? page);
  const description = page.querySelector('meta[name=description]');
  if (title.endsWith('·') || !description?.getAttribute('content'))
    yield [
      find('src/pages/index.astro', '<Page') ?? '',
      'needs words between the quotes of title="…" and description="…".',
    ];

  for (const { id, cards, form, shows } of sections) {
    const section = page.getElementById(id);
    if (!section) continue;
    const place = find('src/sections', `id="${id}"`) ?? '';
    const count = section.querySelectorAll('h3').length;
    if (count < cards)
      yield [
        place,
        `shows ${count} cards, and ${cards} are the least: bring one back.`,
      ];
    if (form !== '' && !section.querySelector(`#${form}`)) {
      yield [
        place,
        `must hold the form, <WaitlistForm client:interaction id="${form}">.`,
      ];
      continue;
    }
    for (const name of shows)
      if (!textOf(section).includes(fixedTexts[name]))
        yield [
          place,
          `must say "${contract[name]}": put {fixedTexts.${name}} back.`,
        ];
  }

  let level = 0;
  for (const heading of page.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const next = Number(heading.tagName.slice(1));
    if (textOf(heading) === '')
      yield [placeOf(heading), `has a title without words (<h${next}>).`];
    if (next > level + 1)
      yield [
        placeOf(heading),
        `"${short(heading)}" is an <h${next}> right after an <h${level}>: make it an <h${level + 1}>.`,
      ];
    level = next;
  }
  const headlines = page.querySelectorAll('h1');
  if (headlines.length !== 1)
    yield [
      find('src/sections', '<h1') ?? 'src/sections/Hero.astro',
      `makes ${headlines.length} <h1> on the page: keep one, the headline.`,
    ];
  for (const headline of headlines) {
    const count = textOf(headline).split(' ').length;
    if (count > mostHeadlineWords)
      yield [
        placeOf(headline),
        `has a headline of ${count} words: ${mostHeadlineWords} are the most.`,
      ];
  }

  for (const link of page.querySelectorAll('a')) {
    const address = link.getAttribute('href') ?? '';
    const isThere = address.startsWith('#')
      ? page.getElementById(address.slice(1))
      : address.startsWith('/')
        ? existsSync(`dist${address}`)
        : URL.canParse(address);
    if (!isThere)
      yield [
        find('src', address) ?? placeOf(link),
        `"${short(link)}" leads to "${address}", which is neither a whole address (https://…), nor a file in public, nor an id on the page.`,
      ];
  }
  for (const { name, url } of site.social) {
    const link = page.querySelector(`footer a[href="${url}"]`);
    if (
      link?.getAttribute('target') !== '_blank' ||
      link.getAttribute('rel') !== 'noopener noreferrer'
    )
      yield [
        find('src/sections/Footer.astro', '<a') ?? 'src/sections/Footer.astro',
        `must link to ${name} with target="_blank" rel="noopener noreferrer".`,
      ];
  }
  for (const image of page.querySelectorAll('img')) {
    const { src = '', alt, width, height } = image.attributes;
    const place = find('src', src) ?? placeOf(image);
    if (!existsSync(`dist${src}`))
      yield [place, `shows "${src}", and there is no such file in public.`];
    if (alt === undefined)
      yield [place, `"${src}" needs an alt text, alt="" if it is decoration.`];
    if (!(Number(width) > 0 && Number(height) > 0))
      yield [place, `"${src}" needs width="…" and height="…" in pixels.`];
  }

  const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
  // Astro's own style for islands stands in the body, where HTML allows none.
  const written = html.replace(/<style>astro-island[^<]*<\/style>/, '');
  for (const { messages } of validator.validateStringSync(written).results)
    for (const { message, offset } of messages) {
      const before = parse(
        written.slice(0, offset).replace(/<\/?$/, ''),
      ).textContent;
      const words = before.trim().split(/\s+/).slice(-4).join(' ');
      yield [
        find('src', words) ?? 'src/sections',
        `makes invalid HTML near "${words}": ${message}.`,
      ];
    }
}

/** What a build lets through, or complains of elsewhere: slips in the text of a file. */
export function* sourceErrors(
  file: string,
  source: string,
  { site, fixedTexts }: Words,
): Generator<Finding> {
  const placeAt = (index: number) =>
    `${file}:${source.slice(0, index).split('\n').length}`;

  for (const { 0: word, 1: list, 2: name = '', index } of source.matchAll(
    /\b(site|fixedTexts)\.(\w+)/g,
  ))
    if (!(name in (list === 'site' ? site : fixedTexts)))
      yield [
        placeAt(index),
        `"${word}" is no word of src/site.ts: mend the spelling.`,
      ];
  for (const { index } of source.matchAll(/=[“”‘’]/g))
    yield [
      placeAt(index),
      'has a curly quote after "=": write a straight one.',
    ];
  for (const { 1: name = '', index } of source.matchAll(
    /^import (\w+) from '.*\.astro'/gm,
  ))
    if (!source.includes(`<${name}`))
      yield [placeAt(index), `imports ${name} and shows no <${name} />.`];
  if (file === 'src/site.ts') {
    if (!site.name) yield [placeAt(source.indexOf('name:')), 'has no name.'];
    if (!/^https:/.test(site.url) || URL.parse(site.url)?.origin !== site.url)
      yield [
        placeAt(source.indexOf('url:')),
        `"${site.url}" must be an address like https://example.com, with nothing after the name.`,
      ];
  }
}

/** What a build cannot see to. */
async function* notes(html: string, { site }: Words): AsyncGenerator<Finding> {
  const { missingLetters } =
    await import('../../src/integrations/share-image.ts');
  const headline = parse(html).querySelector('h1');
  const missing = headline ? await missingLetters(textOf(headline)) : '';
  if (headline && missing !== '')
    yield [
      placeOf(headline),
      `has letters that the share image cannot set, ${missing}: it shows the name instead.`,
    ];

  const [, drawn] =
    /<title>(.*)<\/title>/.exec(readFileSync('public/logo.svg', 'utf8')) ?? [];
  if (drawn === undefined || drawn === site.name) return;
  for (const file of globSync(['public/*.svg', 'src/**/*.*']))
    for (const line of linesOf(file, drawn))
      yield [
        `${file}:${line}`,
        file.endsWith('.svg')
          ? `still draws "${drawn}": draw "${site.name}", and say so in its <title>.`
          : `still says "${drawn}": write {site.name}, which follows a change of name.`,
      ];
}

function textOf({ textContent }: HTMLElement): string {
  return textContent.replace(/\s+/g, ' ').trim();
}

/** A text as a message quotes it. */
function short(element: HTMLElement): string {
  const text = textOf(element);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** The lines of a file, counted from 1, on which a text begins, however its words are broken. */
function linesOf(file: string, text: string): number[] {
  const source = readFileSync(file, 'utf8');
  const words = text.trim().split(/\s+/).map(RegExp.escape);
  return [...source.matchAll(RegExp(words.join('\\s+'), 'g'))].map(
    ({ index }) => source.slice(0, index).split('\n').length,
  );
}

/** Where a text first stands in a file or in a folder's files, as `file:line`. */
function find(path: string, text: string): string | undefined {
  if (text === '') return undefined;
  for (const file of globSync([path, `${path}/**/*.{astro,ts,tsx}`])) {
    if (!/\.\w+$/.test(file) || file.includes('.test.')) continue;
    const [line] = linesOf(file, text);
    if (line) return `${file}:${line}`;
  }
  return undefined;
}

/** Where an element of the page was written: its first words, or else its section. */
function placeOf(element: HTMLElement): string {
  const words = textOf(element).split(' ').slice(0, 4).join(' ');
  return (
    find('src/sections', words) ??
    find('src', `id="${element.closest('section')?.id ?? ''}"`) ??
    'src/sections'
  );
}

/** What ended a build, and where if it says so. */
function reasonOf(error: unknown): Finding {
  interface BuildError extends Error {
    loc?: { file?: string; line?: number };
    errors?: BuildError[];
  }
  const failure = error as BuildError;
  const { message, loc } = failure.errors?.[0] ?? failure;
  const [reason = ''] = stripVTControlCharacters(message).split('\n');
  const [, quoted, unknown, tag] =
    /"(.+?)"|^(\w+) is not defined|(<h1)/.exec(reason) ?? [];
  const missing = unknown && find('src', `<${unknown}`);
  const misspelled = unknown && find('src', `{${unknown}`);
  if (misspelled)
    return [
      misspelled,
      `"{${unknown}" is no word of src/site.ts: mend the spelling, or write &#123; for a brace.`,
    ];
  return [
    loc?.file
      ? `${relative('', loc.file)}:${loc.line}`
      : (missing ??
        find('src', quoted ?? tag ?? '') ??
        'src/pages/index.astro'),
    missing
      ? `uses ${unknown}, which nothing imports: add its line to the imports at the top.`
      : `does not build: ${reason}`,
  ];
}

/** Prints findings, and on GitHub also beside the lines they are about; returns their number. */
function print(kind: 'error' | 'notice', findings: Iterable<Finding>): number {
  let count = 0;
  for (const [place, advice] of findings) {
    count += 1;
    console.log(`${kind}: ${place} ${advice}`);
    if (!process.env['GITHUB_ACTIONS']) continue;
    const [file, line = 1] = place.split(':');
    const message = advice.replaceAll('%', '%25');
    console.log(`::${kind} file=${file},line=${line}::${message}`);
  }
  return count;
}

if (import.meta.main) {
  try {
    const words = await import('../../src/site.ts');
    const files = globSync(['src/**/*.astro', 'src/site.ts']);
    const found = files.flatMap((file) => [
      ...sourceErrors(file, readFileSync(file, 'utf8'), words),
    ]);
    if (found.length === 0) {
      const { build } = await import('astro');
      await build({ logLevel: 'silent' });
      const html = readFileSync('dist/index.html', 'utf8');
      print('notice', await Array.fromAsync(notes(html, words)));
      found.push(...pageErrors(html, words));
    }
    if (print('error', found)) process.exitCode = 1;
    else console.log('Nothing to mend.');
  } catch (error) {
    print('error', [reasonOf(error)]);
    process.exitCode = 1;
  }
}

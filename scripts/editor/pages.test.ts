import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parse, type HTMLElement } from 'node-html-parser';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { sectionFile } from '../../src/components/source-file.ts';
import { fixedTexts, site } from '../../src/site.ts';
import { localBuild } from '../../tests/helpers/build.ts';
import { findMistakes } from './pages.ts';
import { unseenTexts } from './unseen-texts.ts';

/** A copy of the built site, with another page and more files. */
const folder = 'test-results/check';
const otherPage = 'de/pricing/index.html';
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  cpSync(localBuild.directory, folder, { recursive: true });
  const sections =
    '<section id="prices"><h1>A</h1><p>B</p></section><section><h2>C</h2></section>';
  cpSync(`${folder}/404.html`, `${folder}/${otherPage}`);
  edit(otherPage, (page) => page.querySelector('main')?.set_content(sections));
  writeFileSync(`${folder}/name.pdf`, '');
  const icon = sharp(readFileSync('public/icon.svg'));
  await icon.clone().toFile(`${folder}/icon.png`);
  // A photo of a camera that was turned: 20 px wide and 40 px high where it is shown.
  await icon
    .resize(40, 20, { fit: 'fill' })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(`${folder}/turned.jpg`);
});

type Change = (page: HTMLElement) => unknown;

/** Changes a page of the copy, and returns it as it was. */
function edit(name: string, change: Change): string {
  const html = readFileSync(`${folder}/${name}`, 'utf8');
  const page = parse(html, { comment: true });
  change(page);
  writeFileSync(`${folder}/${name}`, page.toString());
  return html;
}

/** What the check says after one page has been changed. */
async function mistakesAfter(change: Change, name = 'index.html') {
  const html = edit(name, change);
  const mistakes = await findMistakes(folder);
  writeFileSync(`${folder}/${name}`, html);
  return mistakes;
}

it('finds no mistake on the site as it is built', async () => {
  expect(await findMistakes(folder)).toEqual([]);
});

const remove = (selector: string) => (page: HTMLElement) =>
  page.querySelector(selector)?.remove();

/** Adds markup at the end of what an element holds. */
const add = (selector: string, markup: string) => (page: HTMLElement) =>
  page.querySelector(selector)?.insertAdjacentHTML('beforeend', markup);

/** The section whose cards come first. The owner may remove any section but the first and the last. */
const cards = parse(readFileSync(`${localBuild.directory}/index.html`, 'utf8'))
  .querySelector('main li:has(h3)')
  ?.closest('section')?.id;
const cardsFile = /\w+(?=\.)/.exec(sectionFile(cards ?? '') ?? '')?.[0] ?? '';

describe('refuses, and names the file to fix:', () => {
  // prettier-ignore
  it.each<[what: string, file: string, change: Change, page?: string]>([
    ['a footer in <main>', 'Footer', add('main', '<footer>A line</footer>')],
    ['no section of a name', 'index', remove('#coming-soon')],
    ['a section in another place', 'index', (page) => page.querySelector('#coming-soon')?.after(page.querySelector('#hero') ?? '')],
    ['a section after the last', 'index', add('main', '<section id="news"><h2>News</h2></section>')],
    ['no headline', 'Hero', remove('h1')],
    ['an empty headline', 'Hero', (page) => page.querySelector('h1')?.set_content('')],
    ['an empty description', otherPage, (page) => page.querySelector('[name=description]')?.setAttribute('content', ''), otherPage],
    ['no first form', 'Hero', remove('#join form')],
    ['a dead link in a form', 'WaitlistForm.tsx', add('#join form', '<a href="/no">A</a>')],
    ['a dead link in the header', 'site.ts', (page) => page.querySelector('header a')?.setAttribute('href', '/no'), otherPage],
    ['a link to an id of the front page', otherPage, add('p', '<a href="#hero">A</a>'), otherPage],
    ['a heading of a wrong level', otherPage, add('section', '<h3>D</h3>'), otherPage],
    ['words outside of a paragraph', otherPage, add('section', 'Words'), otherPage],
    ['no second form', 'ComingSoon', remove('#join-beta form')],
    ['no fixed text', 'Hero', (page) => page.set_content(page.innerHTML.replaceAll(fixedTexts.socialProof, ''))],
    ['too few cards', cardsFile, (page) => page.querySelectorAll(`#${cards} li:has(h3)`).slice(2).forEach((card) => card.remove())],
    ['words among cards', cardsFile, add(`#${cards} ul`, 'Words')],
    ['words outside of the sections', 'index', add('main', 'Words')],
    ['a paragraph outside of the sections', 'index', add('body', '<p>Words</p>')],
    ['words that are written and not shown', 'Hero.astro:\\d+', remove('main')],
    ['a link in a link', 'ComingSoon', add('#kept','<a href="/"><b><a href="/">it</a></b></a>')],
  ])('%s', async (_what, file, change, page) => {
    expect(await mistakesAfter(change, page)).toContainEqual(
      expect.stringMatching(RegExp(`^\\S+/${file}(\\.astro)?: `)),
    );
  });

  it('a text or an image that no page shows, and its line', () => {
    const file = `${folder}/Example.astro`;
    const shown = '<p>Seen &amp; read</p><img src="/seen.png">';
    const hidden = `<Card icon={'a'} alt={'b'}>\n\nNot seen <img src="/no.png" /></Card>`;
    writeFileSync(file, `${shown}\n${hidden}`);
    expect(unseenTexts(file, [{ root: parse(shown) }])).toEqual([
      expect.stringContaining(':4: No page has "Not seen"'),
      expect.stringContaining(':4: No page has "/no.png"'),
    ]);
  });

  it('a page that has nothing', async () => {
    const empty = (page: HTMLElement) => page.set_content('');
    expect(await mistakesAfter(empty, '404.html')).not.toEqual([]);
  });

  // prettier-ignore
  it.each([
    'pricing', '#', '/#price', '/no.pdf?v=2#page=2', '/_astro', '/icon .png', `${site.url}/no`, `${site.url}/#price`,
    'https://', 'htps://a.example', 'https:/a.example', 'www.a.example', 'http://localhost:4321', 'http://127.0.0.1:4321',
    'https://deploy-preview-7--briefloom.netlify.app/#hero', 'javascript:alert()',
    'mailto:', 'mailto:a(at)b.c', 'mailto:mailto:a@b.c', 'mailto://a@b.example', 'tel:', 'tel:+49 30 1234',
  ])('a link to %s', async (href) => {
    const link = add('#kept', `<a href="${href}">A</a>`);
    expect(await mistakesAfter(link)).toContainEqual(
      expect.stringContaining(`ComingSoon.astro: "${href}" leads nowhere`),
    );
  });

  it.each([
    ['src="/no.png" alt=""', /is no file in public/],
    ['src="/name.pdf" alt="A"', /is no image that can be read/],
    [
      'src="/icon.png" alt="A" loading="lazy" width="9" height="4"',
      /width="32"/,
    ],
    ['src="/icon.png" alt="A" width="9" height="9"', /needs loading="lazy"/],
    ['src="/icon.png" loading="lazy" width="9" height="9"', /alt/],
    ['src="/icon.png" srcset="https://a.example/a.png 2x" alt=""', /srcset/],
  ])('<img %s>', async (attributes, message) => {
    const image = add('#kept', `<img ${attributes}>`);
    expect(await mistakesAfter(image)).toContainEqual(
      expect.stringMatching(message),
    );
  });
});

describe('takes', () => {
  // prettier-ignore
  it.each([
    '/', '#top', '/#hero', '?ref=a', '/?ref=a#hero', '/404', site.url, `${site.url}/#hero`,
    '/de/pricing', '/de/pricing/#prices', '/name.pdf#page=2', '/name.pdf?v=2', '/%6Eame.pdf',
    'https://my-site.com', 'mailto:a@b.example?cc=c@d.example', 'mailto:?subject=A', 'tel:+49', 'tel:(030)12-34',
  ])('a link to %s', async (href) => {
    const link = add('#kept', `<a href="${href}">A</a>`);
    expect(await mistakesAfter(link)).toEqual([]);
  });

  it.each(['404.html', otherPage])('a link from %s to a form', async (name) => {
    const link = add('section', '<a href="/#join">A</a>');
    expect(await mistakesAfter(link, name)).toEqual([]);
  });

  it.each([
    ['#kept', 'src="/icon.png" width="9" height="9" loading="lazy"'],
    ['#kept', 'src="/turned.jpg" width="20" height="40" loading="lazy"'],
    ['#hero .prose', 'src="/icon.png" width="9" height="9"'],
  ])('in %s an image with its size: %s', async (place, attributes) => {
    const image = add(place, `<img ${attributes} alt="">`);
    expect(await mistakesAfter(image)).toEqual([]);
  });
});

import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parse, type HTMLElement } from 'node-html-parser';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { site } from '../../src/site.ts';
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
    '<section id="prices"><h1>A</h1><p>B</p></section><section id="teams"><h2>C</h2></section>';
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

describe('refuses, and names the file to fix:', () => {
  // prettier-ignore
  it.each<[what: string, file: string, change: Change, page?: string]>([
    ['a footer in <main>', 'Footer', add('main', '<footer>A line</footer>')],
    ['no section of a name', 'index', remove('#teams')],
    ['a section in another place', 'index', (page) => page.querySelector('#problem')?.before(page.querySelector('#teams') ?? '')],
    ['a section after the last', 'index', add('main', '<section id="news"><h2>News</h2></section>')],
    ['no headline', 'Hero', remove('h1')],
    ['an empty headline', 'Hero', (page) => page.querySelector('h1')?.set_content('')],
    ['an empty description', otherPage, (page) => page.querySelector('[name=description]')?.setAttribute('content', ''), otherPage],
    ['no first form', 'Hero', remove('#join')],
    ['a dead link in the header', 'site.ts', (page) => page.querySelector('header a')?.setAttribute('href', '/no'), otherPage],
    ['a link to an id of the front page', otherPage, add('p', '<a href="#problem">A</a>'), otherPage],
    ['a heading of a wrong level', otherPage, add('section', '<h3>D</h3>'), otherPage],
    ['words outside of a paragraph', otherPage, add('section', 'Words'), otherPage],
    ['no second form', 'ComingSoon', remove('#join-beta')],
    ['no fixed text', 'ComingSoon', (page) => page.querySelectorAll('#coming-soon li').forEach((note) => note.remove())],
    ['too few cards', 'Platform', (page) => page.querySelectorAll('#platform li:has(h3)').slice(3).forEach((card) => card.remove())],
    ['words among cards', 'Teams', add('#teams ul', 'Words')],
    ['words outside of the sections', 'index', add('main', 'Words')],
    ['a paragraph outside of the sections', 'index', add('body', '<p>Words</p>')],
    ['words that are written and not shown', 'Teams', remove('main')],
    ['a link in a link', 'Teams', add('#teams p', '<a href="/"><b><a href="/">it</a></b></a>')],
  ])('%s', async (_what, file, change, page) => {
    expect(await mistakesAfter(change, page)).toContainEqual(
      expect.stringMatching(RegExp(`^\\S+/${file}(\\.astro)?:`)),
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
    'https://deploy-preview-7--briefloom.netlify.app/#teams', 'javascript:alert()',
    'mailto:a(at)b.c', 'mailto:mailto:a@b.c', 'mailto://a@b.example', 'tel:', 'tel:+49 30 1234',
  ])('a link to %s', async (href) => {
    const link = add('#teams p', `<a href="${href}">A</a>`);
    expect(await mistakesAfter(link)).toContainEqual(
      expect.stringContaining(`Teams.astro: "${href}" leads nowhere`),
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
    const image = add('#teams p', `<img ${attributes}>`);
    expect(await mistakesAfter(image)).toContainEqual(
      expect.stringMatching(message),
    );
  });
});

describe('takes', () => {
  // prettier-ignore
  it.each([
    '/', '#top', '/#teams', '?ref=a', '/?ref=a#teams', '/404', site.url, `${site.url}/#teams`,
    '/de/pricing', '/de/pricing/#prices', '/name.pdf#page=2', '/name.pdf?v=2', '/%6Eame.pdf',
    'https://my-site.com', 'mailto:a@b.example?cc=c@d.example', 'tel:+49', 'tel:(030)12-34',
  ])('a link to %s', async (href) => {
    const link = add('#teams p', `<a href="${href}">A</a>`);
    expect(await mistakesAfter(link)).toEqual([]);
  });

  it.each(['404.html', otherPage])('a link from %s to a form', async (name) => {
    const link = add('section', '<a href="/#join">A</a>');
    expect(await mistakesAfter(link, name)).toEqual([]);
  });

  it.each([
    'src="/icon.png" width="9" height="9"',
    'src="/turned.jpg" width="20" height="40"',
  ])('an image with its size: %s', async (attributes) => {
    const image = `<img ${attributes} alt="" loading="lazy">`;
    expect(await mistakesAfter(add('#teams p', image))).toEqual([]);
  });
});

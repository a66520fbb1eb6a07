import { copyFile, readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { parse } from 'node-html-parser';
import {
  isNetlify,
  type Environment,
} from '../../src/settings/deploy-context.ts';
import { mostHeadlineWords } from '../../src/settings/budgets.ts';
import { fixedTexts, site } from '../../src/site.ts';
import { locator } from './locator.ts';
import { countWords, roomInWords } from './room-for-words.ts';
import { pageFile, placeAt, readSources } from './sources.ts';

/**
 * Adds to Netlify's previews, and to nothing else, a link beside each text of the
 * page: it opens GitHub's editor at the line where the text is written. This is the
 * last integration, since it says how much room the page has as visitors get it.
 */
export function editLinks(): AstroIntegration {
  return {
    name: 'edit-links',
    hooks: {
      async 'astro:build:done'({ dir }) {
        const editor = editorAddress(process.env);
        if (!editor) return;
        const page = new URL('index.html', dir);
        const html = await readFile(page, 'utf8');
        await writeFile(page, withEditLinks(html, editor));
        const styles = new URL(import.meta.resolve('./edit-links.css'));
        await copyFile(styles, new URL('edit-links.css', dir));
      },
    },
  };
}

/**
 * The address of GitHub's editor for the branch that is built; undefined for all but
 * previews, and for another host. A pull request's branch may be a fork's: then the
 * address leads nowhere, or to a branch of ours that has the same name.
 *
 * @see https://docs.netlify.com/build/configure-builds/environment-variables/
 */
export function editorAddress(environment: Environment): string | undefined {
  const {
    CONTEXT,
    REPOSITORY_URL = '',
    PULL_REQUEST,
    BRANCH,
    HEAD,
  } = environment;
  if (!isNetlify(environment) || CONTEXT === 'production') return undefined;
  // Without the token that the address may hold: the page is public.
  const [, repository] =
    /github\.com[/:]([\w.-]+\/[\w.-]+?)(\.git)?$/.exec(REPOSITORY_URL) ?? [];
  const branch = PULL_REQUEST === 'true' ? HEAD : BRANCH;
  if (!repository || !branch) return undefined;
  const path = branch.split('/').map(encodeURIComponent).join('/');
  return `https://github.com/${repository}/edit/${path}/`;
}

/** What the page does not show, or shows in several places: its label, its file, and how its line begins. */
const elsewhere = [
  ['Title', pageFile, 'title='],
  ['Description', pageFile, 'description='],
  ['Name', 'src/site.ts', 'name:'],
  ['Links', 'src/site.ts', 'social:'],
  ['Fixed texts', 'src/site.ts', 'fixedTexts ='],
] as const;

const pencil =
  '<svg viewBox="0 0 24 24" width="14" height="14" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M4 20h4L18.5 9.5a2.8 2.8 0 1 0-4-4L4 16zM13.5 6.5l4 4"/></svg>';

/** The built page with a link at each text whose line is found, at each section, and in a bar at its foot. */
export function withEditLinks(html: string, editor: string): string {
  const page = parse(html, { comment: true });
  const sources = readSources();
  const { placeNear, placesOf } = locator(sources, { site, fixedTexts });
  const link = (place: string, kind: string, what: string, shown = '') =>
    `<a class="edit-${kind}" href="${editor}${place.replace(':', '#L')}" aria-label="Edit ${escape(what)}">${pencil}${shown}</a>`;

  const texts = 'main :is(h1, h2, h3, h4, p, li), footer p';
  for (const element of page.querySelectorAll(texts)) {
    // React removes a link from what an island renders, but not from its slot.
    const isRendered =
      element.closest('astro-island') && !element.closest('astro-slot');
    const [place] = placesOf(element);
    if (!place || isRendered || element.closest('[aria-hidden=true]')) continue;
    const words = element.textContent.trim().split(/\s+/, 6).join(' ');
    element.insertAdjacentHTML('beforeend', link(place, 'text', `“${words}”`));
  }

  for (const section of page.querySelectorAll('main > section, footer')) {
    const place = placeNear(section);
    const [file = ''] = /\w+\.astro/.exec(place) ?? [];
    const markup = link(place, 'section', file, `<span>${file}</span>`);
    section.insertAdjacentHTML('afterbegin', markup);
  }

  const items = elsewhere.flatMap(([label, file, text]) =>
    sources
      .filter((source) => source.file === file)
      .map((source) => placeAt(source, source.content.indexOf(text)))
      .map((place) => link(place, 'item', label.toLowerCase(), label)),
  );
  const words = countWords(page.querySelector('h1')?.textContent ?? '');
  page
    .querySelector('body')
    ?.insertAdjacentHTML(
      'beforeend',
      `<link rel="stylesheet" href="/edit-links.css"><nav class="edit-bar" aria-label="Edit this preview">${items.join('')}<p>Headline: ${words} of ${mostHeadlineWords} words. Page: ${roomInWords(html)}.</p></nav>`,
    );
  return page.toString();
}

function escape(text: string): string {
  return text.replace(/[&"<]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

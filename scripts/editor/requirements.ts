import { brotliCompressSync, constants } from 'node:zlib';
import type { HTMLElement } from 'node-html-parser';
import { sectionFile } from '../../src/components/section-file.ts';
import { fixedTexts, site } from '../../src/site.ts';

const pageFile = 'src/pages/index.astro';

/**
 * The most bytes of the compressed page up to the end of its first button, with its headers:
 * over TLS 1.3 and HTTP/2 a server sends some 9 KB before it waits for the browser.
 */
const maxFirstViewBytes = 9_000;

/** The sections that the page must have, by their ids, in their order. */
const sections = 'hero problem platform future teams coming-soon'.split(' ');

const containing = (name: keyof typeof fixedTexts) =>
  `:contains("${fixedTexts[name]}")`;

/** What a section, or the page, must have: a selector, and how an editor writes it. */
const required = [
  ['', '[property="og:title"]:not([content^=" "])', 'words in title="…"'],
  ['', '[name=description]:not([content=""])', 'words in description="…"'],
  ['', 'body > astro-island header', '<Header />'],
  ['', 'main#main', '<main id="main" tabindex="-1">'],
  ['', 'body > footer', '<Footer />'],
  ['hero', 'h1', 'a headline, heading="…"'],
  ['hero', '#join form', '<Waitlist slot="form" id="join">'],
  ['hero', containing('socialProof'), '{fixedTexts.socialProof}'],
  ['hero', 'a[href="#kept"]', '<a href="#kept">What we keep</a>'],
  ['problem', 'li:nth-child(3) h3', 'three cards'],
  ['platform', 'li:nth-child(4) h3', 'four cards'],
  ['future', 'li:nth-child(3) h3', 'three statements'],
  ['teams', 'li:nth-child(4) h3', 'four cards'],
  ['coming-soon', '#join-beta form', '<Waitlist id="join-beta">'],
  ['coming-soon', '#join-beta p#kept', '<p id="kept"> in its form'],
  ['coming-soon', containing('betaLaunch'), '{fixedTexts.betaLaunch}'],
  ['coming-soon', containing('perks'), '{fixedTexts.perks}'],
] as const;

/** What the front page lacks of what is required, and by how much its first view is too large; each with the file to mend. */
export function unmetRequirements(page: HTMLElement, html: string): string[] {
  const unmet: string[] = [];
  const ids = page.querySelectorAll('main > section').map(({ id }) => id);
  const inOrder = ids.filter((id) => sections.includes(id));
  const areOthersBetween =
    ids[0] === inOrder[0] && ids.at(-1) === inOrder.at(-1);
  if (String(inOrder) !== String(sections) || !areOthersBetween)
    unmet.push(
      `${pageFile}: There must be the sections ${sections.join(', ')}, with these ids and in this order; others only between the first and the last.`,
    );
  for (const [id, selector, words] of required) {
    const part = id ? page.querySelector(`#${id}`) : page;
    if (part && !part.querySelector(selector))
      unmet.push(`${sectionFile(id) ?? pageFile}: There must be ${words}.`);
  }
  if (URL.parse(site.url)?.origin !== site.url)
    unmet.push(
      'src/site.ts: url must end after the name, as in https://example.com.',
    );

  const [, end = 0] = page.querySelector('#hero button')?.range ?? [];
  // As many servers compress a page for each request. Netlify does not document its quality.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const headers = 500;
  const bytes =
    headers + brotliCompressSync(html.slice(0, end), { params }).length;
  if (bytes > maxFirstViewBytes)
    unmet.push(
      `${sectionFile('hero')}: The page up to its first form has ${bytes} bytes when compressed, ${bytes - maxFirstViewBytes} more than arrive at once: shorten the words above the form; if nobody has made them longer, a developer’s CSS is the cause.`,
    );
  return unmet;
}

import { sectionFile } from '../../src/components/source-file.ts';
import { fixedTexts } from '../../src/fixed-texts.ts';
import { site } from '../../src/site.ts';
import type { Page } from './read-pages.ts';

/** The sections that the front page must have, by their ids, in their order. */
const sections = 'hero problem platform future teams coming-soon'.split(' ');

const containing = (name: keyof typeof fixedTexts) =>
  `:contains("${fixedTexts[name]}")`;

/**
 * What the front page must have. In each row, `selector` must match in the section with the id `section`.
 * If it does not, the message names the `missing` part and this file.
 */
// prettier-ignore
const required: [section: string, selector: string, missing: string][] = [
  ['hero', 'h1', 'a headline, heading="…"'],
  ['hero', '#join form', '<Waitlist slot="form" id="join">'],
  ['hero', containing('socialProof'), '{fixedTexts.socialProof}'],
  ['hero', '#join .waitlist-proof a', 'a link to what is kept: <a href="#kept">Privacy</a>'],
  ['problem', 'li:nth-child(3) h3', 'three cards'],
  ['platform', 'li:nth-child(4) h3', 'four cards'],
  ['future', 'li:nth-child(3) h3', 'three statements'],
  ['teams', 'li:nth-child(4) h3', 'four cards'],
  ['coming-soon', '#join-beta form', '<Waitlist id="join-beta">'],
  // If this sentence moves to a page of its own, remove this row and the test's, and let the link in Hero lead there.
  ['coming-soon', '#join-beta p#kept', '<p id="kept"> in its form'],
  ['coming-soon', containing('betaLaunch'), '{fixedTexts.betaLaunch}'],
  ['coming-soon', containing('perks'), '{fixedTexts.perks}'],
];

/** The requirements that a page does not meet, each with the file to fix. */
export function unmetRequirements(
  { path, file, root }: Page,
  siteUrl: string = site.url,
  texts: Record<string, string> = fixedTexts,
): string[] {
  if (path !== '/') return [];
  const unmet = required
    .filter(([section, selector]) => {
      const part = root.getElementById(section);
      return part && !part.querySelector(selector);
    })
    .map(
      ([section, , missing]) =>
        `${sectionFile(section) ?? file}: There must be ${missing}. scripts/editor/requirements.ts asks for it.`,
    );

  const ids = root.querySelectorAll('main > section').map(({ id }) => id);
  const inOrder = ids.filter((id) => sections.includes(id));
  const areOthersBetween =
    ids[0] === inOrder[0] && ids.at(-1) === inOrder.at(-1);
  if (String(inOrder) !== String(sections) || !areOthersBetween)
    unmet.push(
      `${file}: There must be the sections ${sections.join(', ')}, with these ids and in this order. Other sections may stand only between the first and the last.`,
    );
  for (const [name, text] of Object.entries(texts))
    if (text.trim() === '')
      unmet.push(`src/fixed-texts.ts: ${name} needs a text.`);
  if (URL.parse(siteUrl)?.origin !== siteUrl)
    unmet.push(
      'src/site.ts: url must end after the name, as in https://example.com.',
    );
  return unmet;
}

/** Says which file of a section has another id than its name. The first id in the file is the section's. */
export function wrongSectionIds(file: string, source: string): string[] {
  const [, id] = /\bid="([^"]*)"/.exec(source) ?? [];
  const isRight = id === undefined || sectionFile(id, [file]) === file;
  return isRight || !file.startsWith('src/sections/')
    ? []
    : [
        `${file}: The section has the id "${id}". The id is the name of this file in small letters, with hyphens between the words: coming-soon in ComingSoon.astro.`,
      ];
}

/*
 * What may stand in each file and tag, as in the content models of the HTML standard. A name is
 * a tag's, `p@lead` is a <p slot="lead">, `Loom|img` one of both; `words` are words with the
 * tags of a text, `section` is any file in src/sections. Behind a name: nothing for exactly
 * one, `?` for at most one, `*` for any number, `+` or `{3,}` for at least one or three.
 */

/** The tags that may stand among words, and hold words themselves. */
export const textTags =
  'a abbr b br code em i img q s small span strong sub sup time u wbr Icon';

const lead = 'p@lead* ul@lead* ol@lead*';

/**
 * Each holder with its content model. `Pairs > Card` is a card in that layout, and `Mosaic >
 * Card 2` the second one. A new component needs a line of its own, and its name in the line of
 * what holds it.
 */
export const contentModels: Readonly<Record<string, string>> = {
  'index.astro': 'Page',
  Page: 'Header main Footer',
  main: 'Hero Problem Platform Future Teams ComingSoon section*',

  'Hero.astro': 'Opening',
  'Problem.astro': 'Thirds',
  'Platform.astro': 'Mosaic',
  'Future.astro': 'Statements',
  'Teams.astro': 'Pairs',
  'ComingSoon.astro': 'Closing',
  'Footer.astro': 'FooterRow',
  '404.astro': 'NotFound',
  section: 'Thirds|Statements|Pairs',

  Opening: `h1@heading ${lead} Waitlist Loom|img@artwork?`,
  Thirds: `${lead} Card+`,
  'Problem.astro > Thirds': `${lead} Card{3,}`,
  Mosaic: `${lead} Card{4,}`,
  Statements: `${lead} Answer|img@artwork? Statement+`,
  'Future.astro > Statements': `${lead} Answer|img@artwork? Statement{3,}`,
  Pairs: `${lead} Card+`,
  'Teams.astro > Pairs': `${lead} Card{4,}`,
  Closing: `${lead} Waitlist li@notes*`,
  FooterRow: 'li* p@notes*',
  NotFound: 'h1@heading p@lead* a?',

  'Thirds > Card': 'Tangle|Cut|Stitches|img@artwork? words+',
  // The thread runs through the brief, and above the texts of the third and fourth card.
  'Mosaic > Card 1': 'SitemapTree|img@artwork? words+',
  'Mosaic > Card 2': 'Brief@artwork words+',
  'Mosaic > Card 3': 'Links|img@artwork words+',
  'Mosaic > Card 4': 'Schema|img@artwork words+',
  'Mosaic > Card': 'img@artwork? words+',
  'Pairs > Card': 'words+',
  Statement: 'words+',
  'Opening > Waitlist': 'SocialProof@proof p*',
  'Closing > Waitlist': 'p*',
  SocialProof: 'words+',

  ul: 'li+',
  ol: 'li+',
  ...{ h1: 'words+', li: 'words+', p: 'words+' },
  ...Object.fromEntries(textTags.split(' ').map((tag) => [tag, 'words*'])),
};

/** What these hold has the order of their line; `section*`, the last name, is between the first and the last of the rest. */
export const inOrder = ['Page', 'main'];

/** What a file must have besides, as it is written there. */
export const requiredSource: Readonly<Record<string, string[]>> = {
  'index.astro': ['<main id="main"'],
  'Hero.astro': [
    '<Waitlist id="join"',
    '{fixedTexts.socialProof}',
    '<a href="#kept"',
  ],
  'ComingSoon.astro': [
    '<Waitlist id="join-beta"',
    '<p id="kept"',
    '{fixedTexts.betaLaunch}',
    '{fixedTexts.perks}',
  ],
  '404.astro': ['<a href="/"'],
};

const drawing = 'Each drawing of Platform is made for the card at its place.';
const form = 'The page has two forms: link to one of them, <a href="#join">.';
const style = 'A developer adds styles, to a layout.';

/** What else to say of a tag that is refused. */
export const advice: Readonly<Record<string, string>> = {
  ...{ SitemapTree: drawing, Brief: drawing, Links: drawing, Schema: drawing },
  ...{ Waitlist: form, form, style, link: style },
  script: 'Scripts are not for sections: a developer adds an island.',
  iframe: 'The page’s security policy blocks it: link to what it shows.',
};

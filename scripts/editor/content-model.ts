/** How many of something may stand in an element: at least, and at most. */
type Count = readonly [number, number];
const any: Count = [0, Infinity];
const some: Count = [1, Infinity];
export const one: Count = [1, 1];
const atMostOne: Count = [0, 1];
const none: Count = [0, 0];

/**
 * What an element may hold, as in the content models of the HTML standard: tags as they are
 * written; `text`, which is words and the tags of a text; `a section`, any file in
 * src/sections.
 */
export type ContentModel = Readonly<Record<string, Count>>;

/** The tags that may stand among words. */
// prettier-ignore
export const textTags = [
  'a', 'abbr', 'b', 'br', 'code', 'em', 'i', 'img', 'q', 's', 'small', 'span', 'strong',
  'sub', 'sup', 'time', 'u', 'wbr', 'Icon',
];

const text: ContentModel = { text: some };
const lead: ContentModel = {
  '<p slot="lead">': any,
  '<ul slot="lead">': any,
  '<ol slot="lead">': any,
};
const leadAndCards: ContentModel = { ...lead, '<Card>': some };
/** One of these drawings, or an image in its place. */
const artwork = (...drawings: string[]): ContentModel => ({
  [[...drawings, 'img'].map((it) => `<${it} slot="artwork">`).join(' or ')]:
    atMostOne,
});

/**
 * The content model of each file, layout, card and text. `Thirds > Card` is a card in that
 * layout, `Mosaic > Card 2` the second one. A new component needs its own line, and its tag in
 * the line of what holds it.
 */
export const contentModels: Readonly<Record<string, ContentModel>> = {
  'index.astro': { '<Page>': one },
  '404.astro': { '<NotFound>': one },
  'Hero.astro': { '<Opening>': one },
  'ComingSoon.astro': { '<Closing>': one },
  'Footer.astro': { '<FooterRow>': one },
  'a section': { '<Thirds> or <Mosaic> or <Pairs> or <Statements>': one },

  Page: { '<Header>': one, '<main id="main">': one, '<Footer>': one },
  main: {
    '<Hero>': one,
    '<Problem>': one,
    '<Platform>': one,
    '<Future>': one,
    '<Teams>': one,
    '<ComingSoon>': one,
    'a section': any,
  },
  NotFound: {
    '<h1 slot="heading">': one,
    '<p slot="lead">': any,
    '<a href="/">': one,
  },

  Opening: {
    '<h1 slot="heading">': one,
    ...lead,
    '<Waitlist id="join">': one,
    ...artwork('Loom'),
  },
  Thirds: leadAndCards,
  Mosaic: leadAndCards,
  Pairs: leadAndCards,
  Statements: { ...lead, ...artwork('Answer'), '<Statement>': some },
  Closing: {
    ...lead,
    '<Waitlist id="join-beta">': one,
    '<li slot="notes">': any,
  },
  FooterRow: { '<li>': any, '<p slot="notes">': any },

  'Thirds > Card': { ...text, ...artwork('Tangle', 'Cut', 'Stitches') },
  'Mosaic > Card 1': { ...text, ...artwork('SitemapTree') },
  'Mosaic > Card 2': { ...text, ...artwork('Brief') },
  'Mosaic > Card 3': { ...text, ...artwork('Links') },
  'Mosaic > Card 4': { ...text, ...artwork('Schema') },
  'Mosaic > Card': { ...text, ...artwork() },
  'Pairs > Card': text,
  Statement: text,

  'Opening > Waitlist': { '<SocialProof>': atMostOne, '<p>': any },
  'Closing > Waitlist': { '<p id="kept">': one, '<p>': any },
  SocialProof: text,

  ul: { '<li>': some },
  ol: { '<li>': some },
  li: text,
  h1: text,
  p: text,
  ...Object.fromEntries(textTags.map((tag) => [tag, { text: any }])),
  a: { '<a>': none, ...text },
};

/** These hold what their models name in its order, and other sections after the first and before the last. */
export const inOrder = ['Page', 'main'];

/** What the file of a section must hold besides, wherever it stands there, and how often. */
// prettier-ignore
export const requiredContent: Readonly<Record<string, Record<string, number>>> = {
  'Hero.astro': { '{fixedTexts.socialProof}': 1, '<a href="#kept">': 1 },
  'Problem.astro': { '<Card>': 3 },
  'Platform.astro': { '<Card>': 4 },
  'Future.astro': { '<Statement>': 3 },
  'Teams.astro': { '<Card>': 4 },
  'ComingSoon.astro': { '{fixedTexts.betaLaunch}': 1, '{fixedTexts.perks}': 1 },
};

const drawing =
  'Platform’s drawings are made for the cards at their places, and stay there: change titles and texts.';
const style = 'Styles are not for sections: a developer adds them to a layout.';
const form = 'The page has two forms: link to one of them, <a href="#join">.';

/** What to do about a tag, where its holder's model does not say enough. */
export const advice: Readonly<Record<string, string>> = {
  ...{ SitemapTree: drawing, Brief: drawing, Links: drawing, Schema: drawing },
  ...{ link: style, style, form, Waitlist: form },
  script: 'Scripts are not for sections: a developer adds them as an island.',
  iframe: 'The page’s security policy blocks it: link to what it shows.',
};

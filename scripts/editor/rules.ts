import { attribute, element, elementWith, property, tag } from './selectors.ts';

/** A mistake in an editor's file that the build accepts, or reports at another line. */
export interface EditorRule {
  /** What the editor reads after the place. `%s` is what was found. */
  advice: string;
  /**
   * The selector of the nodes that are wrong: https://eslint.org/docs/latest/extend/selectors
   * A rule without one is ESLint's own, with other advice.
   */
  finds?: string;
  /** A selected node is wrong only if its text matches; the place is where the match begins. */
  text?: RegExp;
  /** It is a notice: hardly meant, but no mistake. */
  isNotice?: true;
  /** Two examples: one that the rule finds, and one that no rule finds. */
  wrong: string;
  right: string;
}

/** A tag right within an element. `tagIn('Card|p', 'ul')`: the `<ul>` of `<p>a <ul>…</ul></p>`. */
const tagIn = (outer: string, names: string) =>
  `${element(outer)} > JSXElement > ${tag(names)}`;
/** Leaves out tags that have the attribute, or may have it. `without('title')`: not `<Card title="a">`, nor `<Card {...card}>`. */
const without = (name: string) =>
  `:not(:has(> ${attribute(name)}, > JSXSpreadAttribute))`;
/** Leaves out tags that have a directive. `withoutDirective('is', 'global')`: not `<style is:global>`. */
const withoutDirective = (kind: string, name: string) =>
  `:not(:has(> [name.namespace.name="${kind}"][name.name.name="${name}"]))`;
/** Leaves out tags whose classes keep a distance to the thread, the line on the left: not `<p class="pl-indent">`. */
const withoutIndent =
  ':not(:has(> [name.name="class"]:has(Literal[value=/indent/])))';

/** A card in a list that lacks the entry. `cardWithout('text')`: `{ title: 'a' }`. */
const cardWithout = (name: string) =>
  `ObjectExpression:has(> ${property('title|text')}):not(:has(> ${property(name)}))`;
/** The page's own address in `src/site.ts`: the `'…'` of `site = { url: '…' }`. Those of its list of networks are left out. */
const siteAddress = `VariableDeclarator[id.name="site"] ${property('url')}:not(ArrayExpression *) > Literal`;

/** A text between quotes or backticks: `'a'`, `"a"`, `` `a` ``. */
const quotedText = ':matches(Literal, TemplateElement)';
/** Such a text, where tags and `&…;` mean nothing: the `'a'` of `{ text: 'a' }` and of `<Card title="a">`, not of `<p title="a">`. */
const plainText = `:matches(Property > Literal, ${tag('[A-Z].*')} Literal, TemplateElement)`;

/**
 * What gives an element words, right within it: text, `{…}` unless it is a note, or an
 * element. A `<br />` gives none, nor does an element that goes to a slot.
 */
const content = [
  'JSXText[value=/\\S/]',
  'JSXExpressionContainer:not(:has(> JSXEmptyExpression))',
  `JSXElement:not(${element('br')}, ${elementWith('slot')})`,
]
  .map((it) => `> ${it}`)
  .join(', ');
/** `<svg aria-hidden="true">`. */
const hidden = elementWith('aria-hidden');
/** `<svg aria-label="a">`, or `<svg><title>a</title></svg>`. */
const named = `${elementWith('aria-label|aria-labelledby')}, JSXElement:has(> ${element('title')})`;

// Names of tags and of slots, as parts of regular expressions.

/** Tags that no paragraph may hold. */
const blocks = 'p|h[1-6]|ul|ol|div|table|blockquote|section|pre|hr';
/** Tags that touch the thread, if they stand right within a section. */
const besideThread = 'p|h[3-6]|img|a|b|blockquote|table';
/** The slots of Card and Section. */
const slots = 'artwork|lead|thread|thread-out';

/** `**` before a word, or the brackets of a link; `**` behind one may be a footnote's mark. */
const markdown = /(?<![^\s(“"'`>])\*\*\w|\]\(/;

/** Every rule of the editors' files, by its name. */
export const rules: Record<string, EditorRule> = {
  'no-undef': {
    advice:
      'uses %s, which it does not know: import it at the top, mend its spelling (<b>, not <B>), put a text between quotes, or write &#123; for a brace',
    wrong: '<p>{titel}</p>',
    right: '<p><b>title</b></p>',
  },
  '@typescript-eslint/no-unused-vars': {
    advice: 'has %s in its code and uses it nowhere: leave it out',
    isNotice: true,
    wrong: "---\nimport Card from '../components/Card.astro';\n---\n",
    right: '<Card title="a">b</Card>',
  },

  'blocked-element': {
    advice:
      'has %s, which the page’s policy blocks: link to what it shows, or leave it out',
    finds: tag('iframe|video|audio|embed|object|script'),
    wrong: '<iframe src="https://a.example"></iframe>',
    right: '<a href="https://a.example">The film</a>',
  },
  'event-handler': {
    advice: 'has %s, which the page’s policy blocks: leave it out',
    finds: 'JSXAttribute[name.name=/^on[a-z]+$/]',
    wrong: '<p onclick="a()">a</p>',
    right: '<p title="once">a</p>',
  },
  'style-element': {
    advice:
      'has %s, but colours and sizes belong to the design: use the classes that other sections use',
    finds: tag('style') + withoutDirective('is', 'global'),
    wrong: '<style>p { color: red }</style>',
    right: '<p class="text-accent">a</p>',
  },
  'style-attribute': {
    advice:
      'has %s, but colours and sizes belong to the design: use the classes that other sections use',
    finds: 'JSXAttribute[name.name="style"]',
    wrong: '<p style="color: red">a</p>',
    right: '<p class="text-accent">a</p>',
  },
  'form-element': {
    advice: 'has %s, which would send nothing: use <Waitlist id="…" />',
    finds: tag('form'),
    wrong: '<form></form>',
    right: '<Waitlist id="a" />',
  },

  'block-in-paragraph': {
    advice:
      'has %s in a paragraph, as the text of a card is one: write words, links and <b> only',
    finds: tagIn('Card|p', blocks) + without('slot'),
    wrong: '<p>a <ul><li>b</li></ul></p>',
    right: '<p>a <b>b</b></p>',
  },
  'drawing-without-slot': {
    advice: 'has %s among the words of a card: a drawing needs slot="artwork"',
    // Every component but these two is a drawing.
    finds: tagIn('Card', '(?!Icon$|Fragment$)[A-Z].*') + without('slot'),
    wrong: '<Card title="a"><Cut /> b</Card>',
    right: '<Card title="a"><Cut slot="artwork" /> b</Card>',
  },
  'unknown-slot': {
    advice: `has slot=%s, which does not exist: the slots are ${slots.replaceAll('|', ', ')}`,
    finds: `JSXAttribute[name.name="slot"] > Literal[value!=/^(${slots})$/]`,
    wrong: '<p slot="leed">a</p>',
    right: '<p slot="lead">a</p>',
  },

  'curly-quote': {
    advice: 'has a curly quote after "=": write a straight one',
    finds: 'JSXAttribute > Literal[raw=/^[“”‘’]/]',
    wrong: '<p class=“b”>a</p>',
    right: '<p title="“b”">a</p>',
  },
  'braces-between-quotes': {
    advice:
      'shows its braces as they stand: write `… ${site.name} …` with these quotes, and braces around them after "="',
    finds: quotedText,
    text: /(?<!\$)\{(site|fixedTexts)\.\w+\}/,
    wrong: '<p title="{fixedTexts.perks}">a</p>',
    right: '<p title={`by ${site.name}`}>a</p>',
  },
  'braces-without-word': {
    advice:
      'has %s, which stands for no word: write one like {site.name}, or &#123; and &#125; for braces',
    finds: 'JSXExpressionContainer',
    text: /^\{\s*(site|fixedTexts)?\s*\}$/,
    wrong: '<p>a { }</p>',
    right: '<p>a &#123; &#125; {/* a note */}</p>',
  },
  'dollar-before-brace': {
    advice:
      'shows the $ before the brace: leave it out, it belongs between backticks only',
    finds:
      'JSXText[value=/\\$$/] + JSXExpressionContainer:has(> MemberExpression)',
    wrong: '<p>by ${site.name}</p>',
    right: '<p>by {site.name}, for 9 $</p>',
  },
  'note-between-tags': {
    advice: 'shows a note as it stands: between tags write {/* the note */}',
    finds: 'JSXText',
    text: /(?<!\S)\/[/*]/,
    wrong: '<p>a // b</p>',
    right: '<p>a {/* b */} or https://a.example</p>',
  },
  'html-comment': {
    advice:
      'has a note that the published page shows to those who read its source: write {/* the note */}',
    finds: 'AstroHTMLComment',
    wrong: '<p>a <!-- b --></p>',
    right: '<p>a {/* b */}</p>',
  },
  'markdown-between-tags': {
    advice:
      'shows Markdown as it stands: between tags write <b>…</b> and <a href="…">…</a>',
    finds: 'JSXText',
    text: markdown,
    wrong: '<p>**a** b</p>',
    right: '<p><b>a</b> [b] (c) d** e</p>',
  },
  'markup-between-quotes': {
    advice:
      'shows its tags, its &…; or its Markdown as they stand: between quotes write words only, and the letters themselves',
    finds: plainText,
    text: new RegExp(`${markdown.source}|&#?\\w+;|</?[a-z]`),
    wrong: "{[{ title: 'a', text: '<b>b</b>' }]}",
    right: "{[{ title: 'a & b', text: 'c < d' }]}",
  },

  'empty-attribute': {
    advice: 'needs words between its quotes',
    finds: `${tag('Page|Section|Card')} > ${attribute('title|description|heading')}`,
    // `title`, `title=""`, `title={' '}`
    text: /^\w+(=[\s{"'`}]*)?$/,
    wrong: '<Card title="">a</Card>',
    right: '<Card title="a">b</Card>',
  },
  'empty-entry': {
    advice: 'needs words between its quotes',
    finds: `${property('name|title|text')} > Literal[value=/^\\s*$/]`,
    wrong: "{[{ title: 'a', text: '' }]}",
    right: "{[{ title: 'a', text: 'b', icon: '' }]}",
  },
  'empty-element': {
    advice: 'needs words between its tags',
    finds: `${element('h[1-6]|p|a|Card')}:not(:has(${content}))`,
    wrong: '<p>a <a href="/">&nbsp;</a></p>',
    right: '<p>a <a href="/"><b>b</b></a></p>',
  },
  'svg-without-words': {
    advice:
      'has an <svg> without words: write <svg aria-hidden="true" …> if it is decoration, or else <svg role="img" aria-label="what it shows" …>',
    finds: `${element('svg')}:not(${hidden}, ${hidden} *, ${named})`,
    wrong: '<svg><path d="M0 0" /></svg>',
    right: '<svg role="img" aria-label="a"><path d="M0 0" /></svg>',
  },
  'card-without-title': {
    advice: 'lacks title="…", or has it misspelled',
    finds: tag('Card') + without('title'),
    wrong: '<Card tittle="a">b</Card>',
    right: '{[].map(({ title }) => <Card {title}>b</Card>)}',
  },
  'section-without-heading': {
    advice: 'lacks heading="…", or has it misspelled',
    finds: tag('Section') + without('heading'),
    wrong: '<Section id="a" headin="a" />',
    right: '<Section id="a" heading="a" />',
  },
  'page-without-title': {
    advice: 'lacks title="…", or has it misspelled',
    finds: tag('Page') + without('title'),
    wrong: '<Page description="a" />',
    right: '<Page title="a" description="b" />',
  },
  'page-without-description': {
    advice: 'lacks description="…", or has it misspelled',
    finds: tag('Page') + without('description'),
    wrong: '<Page title="a" />',
    right: '<Page title="a" description="b" />',
  },
  'entry-without-title': {
    advice: 'lacks title: or has it misspelled',
    finds: cardWithout('title'),
    wrong: "{[{ titel: 'a', text: 'b' }]}",
    right: "{[{ title: 'a', text: 'b' }]}",
  },
  'entry-without-text': {
    advice: 'lacks text: or has it misspelled',
    finds: cardWithout('text'),
    wrong: "{[{ title: 'a', txt: 'b' }]}",
    right: "{[{ title: 'a', text: 'b' }]}",
  },
  'touches-the-line': {
    advice:
      'has %s, which touches the line on its left: put it in <div class="pl-indent"> and </div>, or write slot="lead" in its tag',
    finds: tagIn('Section', besideThread) + without('slot') + withoutIndent,
    isNotice: true,
    wrong: '<Section id="a" heading="b"><p class="text-soft">c</p></Section>',
    right:
      '<Section id="a" heading="b"><p class="pl-indent">c</p><div class="pl-indent"><p>d</p></div></Section>',
  },
  'site-address': {
    advice:
      '%s must be an address like https://example.com, with nothing after the name',
    finds: siteAddress,
    // A quote that no whole address and closing quote follow.
    text: /^.(?!https:\/\/[^\s/]+\.[^\s/]+\/?.$)/,
    wrong: "---\nexport const site = { url: 'http://a.example/b' };\n---\n",
    right: "---\nexport const site = { url: 'https://a.example' };\n---\n",
  },
};

import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { editorConfig } from './rules.ts';

const cards = (count: number) =>
  '<Card title="A title">Its text.</Card>\n'.repeat(count);

/** The markup of whole files, with words that no page has. */
const markup: Record<string, string> = {
  Hero: `<Opening id="hero">
<h1 slot="heading">A headline</h1>
<p slot="lead">A <b>text</b>.</p>
<Waitlist id="join">
<SocialProof slot="proof" icon="users">{fixedTexts.socialProof} <a href="#kept">it</a></SocialProof>
</Waitlist>
<Loom slot="artwork" />
</Opening>`,
  Platform: `<Mosaic id="platform" heading="A heading">
<Card title="A title"><SitemapTree slot="artwork" />Its text.</Card>
<Card title="A title"><Brief slot="artwork" />Its text.</Card>
<Card title="A title"><Links slot="artwork" />Its text.</Card>
<Card title="A title"><Schema slot="artwork" />Its text.</Card>
</Mosaic>`,
  Teams: `<Pairs id="teams" heading="A heading">
<p slot="lead">A text.</p>
${cards(4)}</Pairs>`,
  ComingSoon: `<Closing id="coming-soon" heading="A heading">
<Waitlist id="join-beta">
<p id="kept">A text.</p>
</Waitlist>
<li slot="notes">{fixedTexts.betaLaunch}</li>
<li slot="notes">{fixedTexts.perks}</li>
</Closing>`,
  News: `<Pairs id="news" heading="A heading">
${cards(1)}</Pairs>`,
  Footer: `<FooterRow>
{site.social.map(({ name, url }) => <li><a href={url}>{name}</a></li>)}
<p slot="notes">A text.</p>
</FooterRow>`,
  index: `<Page title="A title" description="A description">
<Header />
<main id="main" tabindex="-1">
<Hero />
<Problem />
<Platform />
<Future />
<Teams />
<ComingSoon />
</main>
<Footer />
</Page>`,
  404: `<NotFound>
<h1 slot="heading">A headline</h1>
<a href="/">A way home</a>
</NotFound>`,
};

/** What the rules say of a file, each with its line, in which the markup begins with 1. */
function lint(name: string, text: string): string[] {
  const names = text.match(/(?<=[<{])[A-Zsf]\w+/g) ?? [];
  const imports = [...new Set(names)].map((it) => `import ${it} from '${it}';`);
  const folder = /[A-Z]/.test(name) ? 'sections' : 'pages';
  return new Linter()
    .verify(
      `---\n${imports.join(' ')}\n---\n${text}`,
      editorConfig,
      `src/${folder}/${name}.astro`,
    )
    .map(({ line, message }) => `${line - 3} ${message}`);
}

const list =
  '<ul slot="lead"><li>One</li></ul><ol slot="lead"><li>Two</li></ol>';

// prettier-ignore
it.each([
  ...Object.keys(markup).filter((name) => name !== 'News').map((name) => [name, '', '']),
  ['Hero', '<Loom slot="artwork" />', ''],
  ['Hero', '<Loom', '<img'],
  ['Hero', 'A headline', 'A <em>headline</em><br />of {site.name}'],
  ['Platform', '<SitemapTree slot="artwork" />', ''],
  ['Platform', '<Schema', '<img'],
  ['Teams', '<p slot="lead">', `${list}$&A text.</p>$&`],
  ['Teams', '<p slot', '{/* a note */}\n$&'],
  ['Teams', '</Pairs>', `${cards(1)}$&`],
  ['Teams', cards(4), '{[1].map(() => <Card title="A">It</Card>)}'],
  ['Teams', 'Its text.', '{`by ${site.name}`} <a href="/"><b>a</b></a> <q>b</q>'],
  ['ComingSoon', '</Waitlist>', '<p>More.</p>$&'],
  ['ComingSoon', '</Closing>', '<li slot="notes">More</li>$&'],
  ['Footer', '<p slot', '<li><a href="/">Imprint</a></li>$&'],
  ['404', '<a', '<p slot="lead">A text.</p>$&'],
])('allows in %s: %s → %s', (name = '', from = '', to = '') => {
  expect(lint(name, String(markup[name]).replace(from, to))).toEqual([]);
});

// prettier-ignore
it.each([
  ['Hero', ' slot="heading"', '', /^2 <h1> cannot .* may hold: <h1 slot="heading">;/],
  ['Hero', /<h1.*\n/, '', /^1 This <Opening> must hold <h1 slot="heading">/],
  ['Hero', 'A headline', '', /^2 This <h1 slot="heading"> must hold words/],
  ['Hero', /<h1.*\n/, '$&$&', /^3 <h1 slot="heading"> cannot stand here once more/],
  ['Hero', ' slot="lead"', '', /^3 <p> cannot .*<p slot="lead">/],
  ['Hero', ' id="join"', ' id="enter"', /^1 This file must have <Waitlist id="join">: put/],
  ['Hero', /<a.*a>/, '', /^1 This file must have <a href="#kept">: put/],
  ['Hero', '{fixedTexts.socialProof}', '{/* $& */}', /must have {fixedTexts.socialProof}/],
  ['Hero', '<Loom', '{site.name}$&', /^7 These words cannot stand here/],
  ['Hero', '<Loom', '<Brief', /^7 <Brief slot="artwork"> cannot .* <Loom slot/],
  ['Platform', 'SitemapTree', 'Brief', /^2 <Brief slot="artwork"> .* <SitemapTree .* at its place/],
  ['Platform', '<Brief slot="artwork" />', '', /^3 This <Card> must hold <Brief slot/],
  ['Teams', /<Card.*\n/, '', /^1 This <Pairs> must hold at least 4 <Card>/],
  ['Teams', '"teams"', '"people"', /^1 The id of a section .* id="teams"/],
  ['Teams', '"lead"', '"leed"', /^2 <p slot="leed"> cannot stand here/],
  ['Teams', '</Pairs>', '$&\n<p>A text.</p>', /^8 <p> cannot stand here. This file/],
  ['Teams', '</Pairs>', 'Words\n$&', /^7 These words cannot stand here/],
  ['Teams', '</Pairs>', '<Statement icon="a" title="b">c</Statement>$&', /^7 <Statement>/],
  ['Teams', '</Pairs>', '<Waitlist id="join" />$&', /^7 <Waitlist> .* The page has two/],
  ['Teams', '</Pairs>', '<Quote>a</Quote>$&', /^7 .*content-model.ts, in the line .*Pairs/],
  ['Teams', '</Pairs>', '<script>a</script>$&', /^7 <script> .* Scripts are not for/],
  ['Teams', '</Pairs>', '$&<style>p {}</style>', /^7 <style> .* A developer/],
  ['Teams', 'Its text.', '<ul><li>a</li></ul>$&', /^3 <ul> cannot .* <Card> may hold: words/],
  ['Teams', 'Its text.', '{name}', /^3 'name' is not defined/],
  ['News', 'Its text', 'A text', /^1 This section is on no page/],
  ['ComingSoon', ' id="kept"', '', /^1 This file must have <p id="kept">/],
  ['index', ' id="main"', '', /^1 This file must have <main id="main"/],
  ['index', '<Footer />\n', '', /^1 This <Page> must hold <Footer>/],
  ['index', '<Problem />\n<Platform />', '<Platform />\n<Problem />', /^6 <Problem> cannot .* in this order: <Hero>; <Prob/],
  ['index', '</main>', '<Footer />\n$&', /^10 <Footer> cannot .* in this order/],
  ['index', '<Teams />', '$&<p>a</p>', /^8 <p> cannot stand here/],
  ['index', '<Teams />', '$&\n<news />', /^9 <news> cannot .* others, between/],
  ['404', 'A headline', '', /^2 This <h1 slot="heading"> must hold words/],
  ['404', 'href="/"', 'href="/no"', /^1 This file must have <a href="\/">/],
] as const)('refuses in %s: %s → %s', (name, from, to, message) => {
  const found = lint(name, String(markup[name]).replace(from, to));
  expect(found).toEqual([expect.stringMatching(message)]);
});

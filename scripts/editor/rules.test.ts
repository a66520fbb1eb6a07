import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint();

/** Lints a file with the whole configuration of this project. Returns the rule and the message of each mistake. */
async function lint(source: string, filePath: string) {
  const results = await eslint.lintText(source, { filePath });
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message }) => [ruleId, message]),
  );
}

const section = 'src/sections/Example.astro';

/** The mistakes of one rule whose message has a text. */
const mistake = (rule: string, text = '') => [
  [rule, expect.stringContaining(text)],
];

/** The lines that a picture needs. */
const imports =
  '---\nimport { Image } from "astro:assets";\nimport team from "../images/team.jpg";\n---\n\n';

describe('refuses', () => {
  it.each([
    ['<form action="/">a</form>'],
    ['<script>alert()</script>'],
    ['<style>p { color: red }</style>'],
    ['<p style="color: red">a</p>'],
    ['<p class="text-soft">a</p>'],
    ['<p class:list={["text-soft"]}>a</p>'],
    ['<p onClick="a()">a</p>'],
    ['<p title=`a`>a</p>'],
    [`${imports}<Image src={team} {...{ style: "color: red" }} width={600} />`],
    ['<Fragment set:html="<script>a()</script>" />'],
    ['<video src="https://a.example/b"></video>', '"/film.mp4"'],
    ['<video src="/a.mp4" poster="//a.example/b"></video>', '"/film.mp4"'],
    ['<video src={`https://a.example/b`}></video>', '"/film.mp4"'],
    ['<img src="/team.jpg" alt="" />', '<Image src='],
    [`${imports}<Image src={team ?? "/a"} width={600} />`, '<Image src='],
    [
      `${imports}<Image src={team} srcset="/a 2x" width={600} />`,
      '<Image src=',
    ],
    [`${imports}<Image src={team} alt="" />`, 'width={'],
    ['<p title="a">\u202aa</p>', 'direction'],
    ['<p title="a\u200f">a</p>', 'direction'],
    ['<!-- a note -->', '{/*'],
  ])('%j', async (line, text?: string) => {
    expect(await lint(line, section)).toEqual(
      mistake('no-restricted-syntax', text),
    );
  });

  // prettier-ignore
  it.each([
    // The oldest browsers from which visitors can join
    ['navigation.back();', 'src/stores/email.ts', 'compat/compat', 'Safari 15.4, iOS Safari 15.4, Firefox 100, Edge 100, Chrome 100'],
    ['<News />', section, 'no-undef'],
    // TypeScript would take `name` for a global variable of browsers.
    ['<p>{name}</p>', section, 'no-undef'],
    ['export const site = { name };', 'src/site.ts', 'no-undef'],
    ['---\nimport a from "./a";\n---\n<p>a</p>', section, 'no-unused-vars'],
    ['<p>a\u00a0b</p>', section, 'no-irregular-whitespace'],
    ['<p title="a\u200bb">a</p>', section, 'no-irregular-whitespace'],
    ['export const site = { name: "a\u202fb" };', 'src/site.ts', 'no-irregular-whitespace'],
    ['<p class="a">a</p>', 'src/pages/a/b.astro', 'no-restricted-syntax'],
  ])('%j in %s', async (source, file, rule, text?: string) => {
    expect(await lint(source, file)).toEqual(mistake(rule, text));
  });
});

it.each([
  '<p id="kept" title="A">a <a href="https://a.example">link</a></p>',
  '<p>The onset of a classic style: {/* a note */} &lt;script&gt;</p>',
  '---\nimport { site } from "../site.ts";\n---\n\n<p>{site.name}</p>',
  '---\nimport Card from "../components/Card.astro";\n---\n\n<Card title="A">b</Card>',
  `${imports}<Image src={team} alt="" width={600} />`,
  '<Fragment slot="lead"><p>a <q>b</q><sup>2</sup><br />c<wbr />d</p></Fragment>',
  '{["a"].map((item) => <li>{item}</li>)}',
  `${imports}<figure><Image src={team} alt="" width={600} priority /><figcaption>a</figcaption></figure>`,
  '<details><summary>a</summary><p slot="lead" lang="de">b</p></details>',
  '<table><caption>a</caption><tr><th scope="row">b</th><td colspan="2">c</td></tr></table>',
  '<video src="/a.mp4" aria-label="a" poster="/a.jpg" width={16} height={9} controls preload="none"><track kind="captions" src="/a.vtt" srclang="en" label="English" default /></video>',
])('allows %j', async (source) => {
  expect(await lint(source, section)).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { parse } from 'node-html-parser';
import { expect, it, vi } from 'vitest';
import { fixedTexts, site } from '../../src/site';
import { editorAddress, withEditLinks } from './edit-links';

const commit = '1'.repeat(40);
/** The answer of a repository with three branches. */
const branches = `001e# service=git-upload-pack
0000010d${commit} HEAD\0multi_ack symref=HEAD:refs/heads/main
003d${'2'.repeat(40)} refs/heads/main
003e${commit} refs/heads/other
0044${commit} refs/heads/words/new#1
0000`;
/** What Netlify tells the build of a pull request. */
const preview = {
  NETLIFY: 'true',
  CONTEXT: 'deploy-preview',
  REPOSITORY_URL: 'https://x-access-token:secret@github.com/owner/repo',
  PULL_REQUEST: 'true',
  BRANCH: 'pull/7/head',
  HEAD: 'words/new#1',
  COMMIT_REF: commit,
};

/** The branch in the address of the editor, and what the log says of it. */
async function branchOf(given: object, answer: Response | Error) {
  vi.stubGlobal('fetch', async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const info = vi.fn();
  const address = await editorAddress({ ...preview, ...given }, { info });
  const branch = address?.replace('https://github.com/owner/repo/edit/', '');
  return [branch, ...info.mock.calls.flat()];
}

it.each([
  ['a pull request', {}, 'words/new%231/'],
  ['a pull request by its commit', { HEAD: 'pull/7/head' }, 'other/'],
  ['a branch', { PULL_REQUEST: 'false', BRANCH: 'a' }, 'a/'],
  [
    'Netlify’s command line',
    { NETLIFY: '', NETLIFY_LOCAL: 'true' },
    'words/new%231/',
  ],
  ['production', { CONTEXT: 'production' }, undefined],
  ['a build on any other machine', { NETLIFY: '' }, undefined],
  ['a fork', { COMMIT_REF: 'a' }, undefined, /from a fork/],
  ['another host', { REPOSITORY_URL: '' }, undefined],
])('knows the branch of %s', async (_what, given, ...expected) => {
  expect(await branchOf(given, new Response(branches))).toEqual(
    expected.map((it) =>
      it instanceof RegExp ? expect.stringMatching(it) : it,
    ),
  );
});

it.each([
  ['is private', new Response('Not found', { status: 401 })],
  ['has no repository', new Response('<html>refs/heads/other')],
  ['does not answer', new TypeError('fetch failed')],
])('links to the branch that Netlify names if GitHub %s', async (_, answer) => {
  expect(await branchOf({}, answer)).toEqual([
    'words/new%231/',
    expect.stringMatching(/lead to "words\/new#1"/),
  ]);
});

it('leads from each text of a preview to the line that holds it', async () => {
  const html = readFileSync('dist/index.html', 'utf8');
  const page = parse(withEditLinks(html, 'editor/'));
  const textOf = (text = '') =>
    text
      .replace('{site.name}', site.name)
      .replace('{fixedTexts.socialProof}', fixedTexts.socialProof)
      .replace(/\s+/g, ' ')
      .trim();
  const links = page.querySelectorAll('.edit-text');
  expect(links.length).toBeGreaterThan(30);

  for (const link of links) {
    const address = link.getAttribute('href') ?? '';
    const [file = '', line] = address.replace('editor/', '').split('#L');
    const written = readFileSync(file, 'utf8').split('\n')[Number(line) - 1];
    const [first = ''] = textOf(link.parentNode?.textContent).split(' ');
    expect(textOf(written), address).toContain(first);
    expect(link.getAttribute('aria-label')).toContain(first);
  }
  expect(page.querySelectorAll('main > section > .edit-section')).toHaveLength(
    page.querySelectorAll('main > section').length,
  );
  expect(page.querySelectorAll('.edit-item')).toHaveLength(5);
  expect(page.querySelector('.edit-bar p')?.textContent).toMatch(
    /^Headline: \d+ of 10 words\. Page: room for about [\d,]+ words more\.$/,
  );
});

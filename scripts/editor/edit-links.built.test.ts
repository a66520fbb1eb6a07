import { readFileSync } from 'node:fs';
import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { fixedTexts, site } from '../../src/site';
import { editorAddress, withEditLinks } from './edit-links';

/** What Netlify tells the build of a pull request. */
const preview = {
  NETLIFY: 'true',
  CONTEXT: 'deploy-preview',
  REPOSITORY_URL: 'https://x-access-token:secret@github.com/owner/repo',
  PULL_REQUEST: 'true',
  BRANCH: 'pull/7/head',
  HEAD: 'words/new#1',
};

it.each([
  ['a pull request', {}, 'words/new%231/'],
  ['a branch', { PULL_REQUEST: 'false', BRANCH: 'a' }, 'a/'],
  [
    'Netlify’s command line',
    { NETLIFY: '', NETLIFY_LOCAL: 'true' },
    'words/new%231/',
  ],
  ['production', { CONTEXT: 'production' }, undefined],
  ['a build on any other machine', { NETLIFY: '' }, undefined],
  ['another host', { REPOSITORY_URL: '' }, undefined],
])('knows the branch of %s', (_what, given, branch) => {
  expect(editorAddress({ ...preview, ...given })).toBe(
    branch && `https://github.com/owner/repo/edit/${branch}`,
  );
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

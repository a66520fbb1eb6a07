import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'node-html-parser';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { site } from '../../site';
import { editLinks, editorAddress } from './integration';

const html = readFileSync('dist/index.html', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'briefloom-'));
const git = (...words: string[]) =>
  execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' }).trim();

git('init', '--quiet', '--initial-branch=words/new#1');
git(
  ...['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'],
  ...['commit', '--quiet', '--allow-empty', '--message=Begin'],
);
git('branch', 'other');

const repository = 'https://x-access-token:secret@github.com/owner/repo';
/** What Netlify tells the build of a pull request. Git finds the repository on this machine. */
const preview = {
  NETLIFY: 'true',
  CONTEXT: 'deploy-preview',
  REPOSITORY_URL: repository,
  PULL_REQUEST: 'true',
  BRANCH: 'pull/7/head',
  HEAD: 'words/new#1',
  COMMIT_REF: git('rev-parse', 'HEAD'),
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: `url.${folder}.insteadOf`,
  GIT_CONFIG_VALUE_0: repository,
};
const editor = 'https://github.com/owner/repo/edit/words/new%231/';

afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

/** The built page, after a deploy's build is done. */
async function pageOf(environment: Record<string, string>): Promise<string> {
  for (const [name, value] of Object.entries(environment))
    vi.stubEnv(name, value);
  writeFileSync(join(folder, 'index.html'), html);
  const done = editLinks().hooks['astro:build:done'];
  await done?.({
    dir: pathToFileURL(`${folder}/`),
    logger: console,
  } as unknown as Parameters<typeof done>[0]);
  return readFileSync(join(folder, 'index.html'), 'utf8');
}

it.each([
  ['of the branch’s own name', { HEAD: 'other' }, 'other/'],
  ['by its commit alone', { HEAD: 'pull/7/head' }, 'other/'],
  ['of a branch deploy', { PULL_REQUEST: 'false', BRANCH: 'a' }, 'a/'],
])('finds the branch %s', async (_what, given, branch) => {
  expect(await editorAddress({ ...preview, ...given })).toBe(
    `https://github.com/owner/repo/edit/${branch}`,
  );
});

it.each([
  ['production', { CONTEXT: 'production' }],
  ['a build on any other machine', { NETLIFY: '' }],
  ['a fork', { COMMIT_REF: '0'.repeat(40) }],
  ['another host', { REPOSITORY_URL: 'https://gitlab.com/owner/repo' }],
  ['a repository out of reach', { GIT_CONFIG_VALUE_0: 'https://no.example' }],
])('leaves the page of %s as it is, to the byte', async (_what, given) => {
  expect(await pageOf({ ...preview, ...given })).toBe(html);
});

it('leads from each text of a preview to the line that holds it', async () => {
  const built = await pageOf(preview);
  expect(built).not.toContain('secret');
  const page = parse(built);
  const textOf = (text = '') =>
    text.replaceAll('{site.name}', site.name).replace(/\s+/g, ' ').trim();
  const links = page.querySelectorAll('.edit-text');
  expect(links.length).toBeGreaterThan(30);

  for (const link of links) {
    const address = decodeURI(link.getAttribute('href') ?? '');
    const [file = '', line] = address
      .slice(decodeURI(editor).length)
      .split('#L');
    const written = readFileSync(file, 'utf8').split('\n')[Number(line) - 1];
    const [first = ''] = textOf(link.parentNode?.textContent).split(' ');
    expect(textOf(written), address).toContain(first);
    expect(link.getAttribute('aria-label')).toContain(first);
  }
  expect(page.querySelectorAll('main > section > .edit-section')).toHaveLength(
    page.querySelectorAll('main > section').length,
  );
  expect(page.querySelectorAll('.edit-bar a')).toHaveLength(5);
  expect(page.querySelector('.edit-bar p')?.textContent).toMatch(
    /^Headline: \d+ of 10 words\. Page: room for about [\d,]+ words more\.$/,
  );
});

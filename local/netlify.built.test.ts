import { globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';
import { createNetlifySite } from './netlify.ts';
import { localDefaults } from '../src/settings/local.ts';
import { localBuild, previewBuild } from '../tests/helpers/build.ts';

function read(directory: string, file: string): string {
  return readFileSync(join(directory, file), 'utf8');
}

function rewritesOf(directory: string): unknown {
  return JSON.parse(read(directory, '../.netlify/v1/config.json'));
}

test('a build rewrites only the insert’s path to its backend: forced, signed and rate-limited', () => {
  expect(rewritesOf(localBuild.directory)).toEqual({
    'redirects!': [
      {
        from: '/rest/v1/waitlist',
        to: `${localDefaults.SUPABASE_URL}/rest/v1/waitlist`,
        status: 200,
        force: true,
        signed: 'WAITLIST_SIGNING_SECRET',
        rate_limit: {
          window_limit: 60,
          window_size: 180,
          aggregate_by: ['ip', 'domain'],
        },
      },
    ],
  });
  expect(read(localBuild.directory, 'index.html')).not.toContain('noindex');
});

test('a preview has no backend, is not indexed, and holds no setting of production', () => {
  const { directory, environment } = previewBuild;
  expect(rewritesOf(directory)).toEqual({ 'redirects!': [] });
  const html = read(directory, 'index.html');
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toContain(
    `<meta property="og:image" content="${environment.DEPLOY_PRIME_URL}/share.png">`,
  );
  const files = globSync(join(directory, '**/*.*'));
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const content = readFileSync(file, 'latin1');
    expect(content, file).not.toMatch(/production\.supabase\.co|sb_p|sb_s/);
    expect(content, file).not.toContain(environment.WAITLIST_SIGNING_SECRET);
  }
});

test('a build without its settings fails, and says in one line what to set', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'build'],
    { env: { NETLIFY: 'true', CONTEXT: 'production' } },
  );
  expect(status).toBe(1);
  expect(String(stderr)).toMatch(/^Set SUPABASE_URL .*\n$/);
});

test('every response has the security and cache headers', async () => {
  const { url, close } = await listen(createNetlifySite('dist'));
  const [script] = readdirSync('dist/_astro');
  for (const path of ['/', `/_astro/${script}`, '/share.png', '/missing']) {
    const headers = Object.fromEntries((await fetch(url + path)).headers);
    expect(headers, path).toMatchObject({
      'content-security-policy': "frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy':
        path === '/share.png' ? 'cross-origin' : 'same-origin',
      'strict-transport-security': expect.stringMatching(/^max-age=\d+$/),
      'x-content-type-options': 'nosniff',
    });
    expect(headers['cache-control'], path).toBe(
      path.startsWith('/_astro/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=0, must-revalidate',
    );
  }
  await close();
});

test('an address without a page is answered by one that runs nothing and is not indexed', async () => {
  const { url, close } = await listen(createNetlifySite('dist'));
  const answer = await fetch(`${url}/no/such.page`);
  await close();
  expect(answer.status).toBe(404);
  const html = await answer.text();
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toContain('<a href="/"');
  expect(html).not.toMatch(/<script|<astro-island/);
  expect(read('dist', 'sitemap-0.xml')).not.toContain('404');
});

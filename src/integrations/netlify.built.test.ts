import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { localBuild, previewBuild } from '../../tests/helpers/build.ts';
import { cleanEnvironment } from '../../tests/helpers/environment.ts';
import { sectionFile } from '../components/source-file.ts';
import { localDefaults } from '../settings/environment.ts';

function read(directory: string, file: string): string {
  return readFileSync(join(directory, file), 'utf8');
}

function rewritesOf(directory: string): unknown {
  const config = JSON.parse(read(directory, '../.netlify/v1/config.json'));
  return config['redirects!'];
}

test('a build has one rewrite, of the insert’s path: forced, signed and rate-limited', () => {
  expect(rewritesOf(localBuild.directory)).toEqual([
    {
      from: '/rest/v1/waitlist',
      to: `${localDefaults.SUPABASE_URL}/rest/v1/waitlist`,
      status: 200,
      force: true,
      signed: 'WAITLIST_SIGNING_SECRET',
      rate_limit: {
        window_limit: expect.any(Number),
        window_size: expect.any(Number),
        aggregate_by: ['ip', 'domain'],
      },
    },
  ]);
  expect(read(localBuild.directory, 'index.html')).not.toContain('noindex');
});

test('a preview without a backend says so by each form, leads to each section’s file, is not indexed, and contains no setting of production', () => {
  const { directory, environment } = previewBuild;
  expect(rewritesOf(directory)).toEqual([]);
  const html = read(directory, 'index.html');
  expect(html).toContain('<meta name="robots" content="noindex">');
  const note = /This preview has no waitlist/g;
  expect(
    html.match(note) ?? [],
    'one note "This preview has no waitlist" for each form',
  ).toHaveLength(html.split('<form').length - 1);
  expect(read(localBuild.directory, 'index.html')).not.toMatch(note);
  expect(html).toContain(
    `<meta property="og:image" content="${environment.DEPLOY_PRIME_URL}/share.png">`,
  );
  const editor = 'https://github.com/briefloom/briefloom/edit/new-words';
  for (const section of parse(html).querySelectorAll('main section, footer'))
    expect(section.innerHTML).toContain(
      `href="${editor}/${sectionFile(section.id || 'footer')}"`,
    );
  const files = globSync(join(directory, '**/*.*'));
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const content = readFileSync(file, 'latin1');
    expect(content, file).not.toMatch(/production\.supabase\.co|sb_p|sb_s/);
    expect(content, file).not.toContain(environment.WAITLIST_SIGNING_SECRET);
  }
});

/** The sources that the policy of a build's page allows for scripts and frames, but no hashes. */
function allowedSources(directory: string) {
  const policy = parse(read(directory, 'index.html'))
    .querySelector('[http-equiv=content-security-policy]')
    ?.getAttribute('content');
  return ['script-src', 'frame-src'].map((name) =>
    new RegExp(`${name} ([^;]*)`)
      .exec(policy ?? '')?.[1]
      ?.replaceAll(/ 'sha256-[^']+'/g, ''),
  );
}

test('only a preview allows Netlify’s drawer', () => {
  expect(allowedSources(localBuild.directory)).toEqual(["'self'", undefined]);
  expect(allowedSources(previewBuild.directory)).toEqual([
    "'self' https://netlify-cdp-loader.netlify.app",
    'https://app.netlify.com',
  ]);
});

test('Netlify publishes to production only what the check has read', () => {
  const [, command] =
    /\[context\.production\]\s+command = "npm run (.+)"/.exec(
      readFileSync('netlify.toml', 'utf8'),
    ) ?? [];
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  // A command behind && runs only if those before it have succeeded.
  expect(scripts[command ?? '']?.split(' && ')).toEqual([
    'npm run types',
    'npm run check:words',
    'npm run build',
    'npm run check:pages',
  ]);
});

test('a build without its settings fails, and says what to set', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'build'],
    { env: cleanEnvironment({ NETLIFY: 'true', CONTEXT: 'production' }) },
  );
  expect(status).toBe(1);
  expect(String(stderr)).toContain('\nSet SUPABASE_URL ');
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { localBuild, previewBuild } from '../../tests/helpers/build.ts';
import { cleanEnvironment } from '../../tests/helpers/environment.ts';
import { sectionFile } from '../components/source-file.ts';
import { localDefaults } from '../settings/environment.ts';

function read(directory: string, file: string): string {
  return readFileSync(join(directory, file), 'utf8');
}

function rewritesOf(directory: string): unknown {
  const config = read(directory, '../.netlify/v1/config.json');
  return JSON.parse(config)['redirects!'];
}

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

const note = /This preview has no waitlist/g;

describe('a build with a backend', () => {
  const { directory } = localBuild;
  const html = read(directory, 'index.html');

  it('rewrites only the insert, signed and at a limited rate', () => {
    expect(rewritesOf(directory)).toEqual([
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
  });

  it('may be indexed', () => {
    expect(html).not.toContain('noindex');
  });

  it('says by no form that it has no waitlist', () => {
    expect(html).not.toMatch(note);
  });

  it('allows no drawer of Netlify', () => {
    expect(allowedSources(directory)).toEqual(["'self'", undefined]);
  });
});

describe('a preview without a backend', () => {
  const { directory, environment } = previewBuild;
  const html = read(directory, 'index.html');
  const editor = 'https://github.com/briefloom/briefloom/edit/new-words';

  it('rewrites nothing', () => {
    expect(rewritesOf(directory)).toEqual([]);
  });

  it('is not indexed', () => {
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  it('says by each form that it has no waitlist', () => {
    const forms = html.match(/<form/g) ?? [];
    expect(html.match(note)).toHaveLength(forms.length);
  });

  it('is shared with its own image', () => {
    const image = `${environment.DEPLOY_PRIME_URL}/share.png`;
    expect(html).toContain(`<meta property="og:image" content="${image}">`);
  });

  it('leads from each section to the editor of its file', () => {
    for (const section of parse(html).querySelectorAll('main section, footer'))
      expect(section.innerHTML).toContain(
        `href="${editor}/${sectionFile(section.id || 'footer')}"`,
      );
  });

  it('leads from a page of words to the editor of its file', () => {
    const main = parse(read(directory, '404.html')).querySelector('main');
    expect(main?.innerHTML).toContain(`href="${editor}/src/pages/404.astro"`);
  });

  it('contains no setting of production', () => {
    const files = globSync(join(directory, '**/*.*'));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const content = readFileSync(file, 'latin1');
      expect(content, file).not.toMatch(/production\.supabase\.co|sb_p|sb_s/);
      expect(content, file).not.toContain(environment.WAITLIST_SIGNING_SECRET);
    }
  });

  it('allows Netlify’s drawer', () => {
    expect(allowedSources(directory)).toEqual([
      "'self' https://netlify-cdp-loader.netlify.app",
      'https://app.netlify.com',
    ]);
  });
});

it('a build for production without its settings says what to set', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'build'],
    { env: cleanEnvironment({ NETLIFY: 'true', CONTEXT: 'production' }) },
  );
  expect(status).toBe(1);
  expect(String(stderr)).toContain('\nSet SUPABASE_URL ');
});

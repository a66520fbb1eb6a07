import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { localBuild, previewBuild } from '../../tests/helpers/build.ts';
import { sectionFile } from '../components/source-file.ts';
import { localDefaults } from '../settings/environment.ts';

const read = (directory: string, file: string) =>
  readFileSync(join(directory, file), 'utf8');

const rewritesOf = (directory: string): unknown =>
  JSON.parse(read(directory, '../.netlify/v1/config.json'))['redirects!'];

/** The notes under the forms of a preview without a backend. */
const notesOf = (html: string) =>
  parse(html).querySelectorAll('astro-island:has(form) ~ [data-nosnippet]');

describe('a build with a backend', () => {
  const { directory } = localBuild;

  it('rewrites only the insert, signed and at a limited rate', () => {
    expect(rewritesOf(directory)).toEqual([
      {
        from: '/rest/v1/waitlist',
        to: `${localDefaults.SUPABASE_URL}/rest/v1/waitlist`,
        status: 200,
        force: true,
        signed: 'WAITLIST_SIGNING_SECRET',
        rate_limit: {
          // All people of an office have the same IP address.
          window_limit: expect.toSatisfy((limit) => limit >= 20),
          // A window of a few seconds limits nobody. Netlify takes none of more than 180 seconds.
          window_size: expect.toSatisfy((size) => size >= 60 && size <= 180),
          aggregate_by: ['ip', 'domain'],
        },
      },
    ]);
  });

  it('says by no form that it has no waitlist', () => {
    expect(notesOf(read(directory, 'index.html'))).toEqual([]);
  });

  it('has no page of all parts, which a preview has', () => {
    const hasParts = (folder: string) =>
      existsSync(join(folder, 'parts/index.html'));
    expect([directory, previewBuild.directory].map(hasParts)).toEqual([
      false,
      true,
    ]);
    for (const file of globSync(`${directory}/*.{txt,xml}`))
      expect(readFileSync(file, 'utf8'), file).not.toContain('/parts');
  });
});

describe('a preview without a backend', () => {
  const { directory, environment } = previewBuild;
  const html = read(directory, 'index.html');
  const editor = 'https://github.com/briefloom/briefloom/edit/new-words';

  it('rewrites nothing', () => {
    expect(rewritesOf(directory)).toEqual([]);
  });

  it('says by each form that it has no waitlist', () => {
    const forms = html.match(/<form/g) ?? [];
    expect(notesOf(html)).toHaveLength(forms.length);
  });

  it.each([
    ['is not indexed', '<meta name="robots" content="noindex">'],
    [
      'is shared with its own image',
      `<meta property="og:image" content="${environment.DEPLOY_PRIME_URL}/share.png">`,
    ],
    [
      'allows the script of Netlify’s drawer',
      // A team may have let in the script of another host, too.
      /script-src 'self' [^;]*https:\/\/netlify-cdp-loader\.netlify\.app /,
    ],
    [
      'allows the frame of Netlify’s drawer',
      'frame-src https://app.netlify.com;',
    ],
  ])('%s', (_what, content) => {
    expect(html).toMatch(content);
  });

  it('leads from each section, and from a page of words, to its editor', () => {
    const sections = parse(html).querySelectorAll('main section, footer');
    for (const { id, innerHTML } of sections)
      expect(innerHTML).toContain(
        `href="${editor}/${sectionFile(id || 'footer')}"`,
      );
    expect(read(directory, '404.html')).toContain(
      `href="${editor}/src/pages/404.astro"`,
    );
  });

  it('contains no setting of production', () => {
    const files = globSync(join(directory, '**/*.*'));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const content = readFileSync(file, 'latin1');
      expect(content, file).not.toMatch(/production\.supabase\.co|sb_p|sb_s/);
      // React for development has the names of files, whatever NODE_ENV the host sets.
      expect(content, file).not.toMatch(/_jsxFileName|jsxDEV/);
      expect(content, file).not.toContain(environment.WAITLIST_SIGNING_SECRET);
    }
  });
});

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

/** Builds the page as Netlify would in a context, into a folder that is removed after the test. */
const build = test.extend<{
  build: (environment: Record<string, string>) => Promise<Build>;
}>({
  build: async ({}, use) => {
    const directory = await mkdtemp(join(tmpdir(), 'briefloom-'));
    const { PATH = '', HOME = '' } = process.env;
    await use((environment) => {
      return new Promise((resolve) => {
        execFile(
          process.execPath,
          ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', directory],
          {
            env: { PATH, HOME, ASTRO_TELEMETRY_DISABLED: '1', ...environment },
          },
          (error, _output, complaint) =>
            resolve({
              exitCode: typeof error?.code === 'number' ? error.code : 0,
              complaint: complaint.trim(),
              read: (file) => readFile(join(directory, file), 'utf8'),
              async publishes(text) {
                const entries = await readdir(directory, {
                  recursive: true,
                  withFileTypes: true,
                });
                const files = entries
                  .filter((entry) => entry.isFile())
                  .map(({ parentPath, name }) => join(parentPath, name));
                const bytes = await Promise.all(
                  files.map((file) => readFile(file)),
                );
                return bytes.some((file) => file.includes(text));
              },
            }),
        );
      });
    });
    await rm(directory, { recursive: true });
  },
});

interface Build {
  exitCode: number;
  complaint: string;
  read: (file: string) => Promise<string>;
  /** Whether any file holds this text. */
  publishes: (text: string) => Promise<boolean>;
}

const production = {
  SUPABASE_URL: 'https://production.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_production',
};

build(
  'production without its settings fails and says what to set',
  async ({ build }) => {
    const { exitCode, complaint } = await build({ CONTEXT: 'production' });
    expect(exitCode).not.toBe(0);
    expect(complaint).toBe(
      'Set SUPABASE_URL to the https:// address of the Supabase project and SUPABASE_PUBLISHABLE_KEY to its publishable key.',
    );
  },
);

build(
  'production leads exactly the insert’s path to its project, signed where there is a secret',
  async ({ build }) => {
    const WAITLIST_SIGNING_SECRET = 'a-secret-that-no-file-may-hold';
    const { exitCode, read, publishes } = await build({
      CONTEXT: 'production',
      URL: 'https://example.com',
      WAITLIST_SIGNING_SECRET,
      ...production,
    });
    expect(exitCode).toBe(0);
    expect(await read('_redirects')).toBe(
      '/rest/v1/waitlist https://production.supabase.co/rest/v1/waitlist 200! signed=WAITLIST_SIGNING_SECRET\n',
    );
    expect(await publishes(production.SUPABASE_PUBLISHABLE_KEY)).toBe(true);
    expect(await publishes(WAITLIST_SIGNING_SECRET)).toBe(false);
    const html = await read('index.html');
    expect(html).not.toContain('noindex');
    expect(html).toContain(
      '<link rel="canonical" href="https://example.com/">',
    );
    expect(html).not.toContain('production.supabase.co');
  },
);

build(
  'a preview builds without a backend, even where it sees production’s, and is not indexed',
  async ({ build }) => {
    const { exitCode, read } = await build({
      CONTEXT: 'deploy-preview',
      DEPLOY_PRIME_URL: 'https://preview.netlify.app',
      ...production,
    });
    expect(exitCode).toBe(0);
    expect(await read('_redirects')).toBe('');
    const html = await read('index.html');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain(
      '<meta property="og:image" content="https://preview.netlify.app/share.png">',
    );
  },
);

build(
  'a preview that is given production’s address refuses to build',
  async ({ build }) => {
    const { exitCode, complaint } = await build({
      CONTEXT: 'deploy-preview',
      ...production,
      SUPABASE_PREVIEW_URL: production.SUPABASE_URL,
      SUPABASE_PREVIEW_PUBLISHABLE_KEY: 'sb_publishable_preview',
    });
    expect(exitCode).not.toBe(0);
    expect(complaint).toContain('a preview must not write to the real list');
  },
);

import { expect, test } from 'vitest';
import { site } from '../site.ts';
import { buildSettings, editorUrl } from './deploy-context.ts';
import { localDefaults } from './environment.ts';

const production = {
  SUPABASE_URL: 'https://production.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_production',
};
const forProduction = {
  NETLIFY: 'true',
  CONTEXT: 'production',
  URL: 'https://briefloom.example',
  ...production,
};
const forPreview = {
  NETLIFY: 'true',
  CONTEXT: 'deploy-preview',
  DEPLOY_PRIME_URL: 'https://preview--site.netlify.app',
};

const previewProject = {
  SUPABASE_PREVIEW_URL: 'https://preview.supabase.co/',
  SUPABASE_PREVIEW_PUBLISHABLE_KEY: 'sb_publishable_preview',
};
const previewSettings = {
  supabaseUrl: 'https://preview.supabase.co',
  publishableKey: 'sb_publishable_preview',
  isSignatureRequested: false,
};
const url = 'http://site.example';
const origin = 'https://site.example';

type Environment = Parameters<typeof buildSettings>[0];

// prettier-ignore
test.for<[what: string, environment: Environment, settings: object]>([
  ['production', { ...forProduction, WAITLIST_SIGNING_SECRET: '' }, {
    origin: 'https://briefloom.example',
    isPreview: false,
    isSignatureRequested: false,
    supabaseUrl: production.SUPABASE_URL,
    publishableKey: production.SUPABASE_PUBLISHABLE_KEY,
  }],
  ['production with a secret', { ...forProduction, WAITLIST_SIGNING_SECRET: 'a secret' }, { isSignatureRequested: true }],
  ['production without a certificate', { ...forProduction, URL: url }, { origin }],
  ['a preview without a certificate', { ...forPreview, DEPLOY_PRIME_URL: url }, { origin }],
  ['a preview without a URL of its own', { ...forPreview, DEPLOY_PRIME_URL: undefined }, { origin: site.url }],
  ['a preview with a project of its own', { ...forPreview, ...previewProject }, previewSettings],
  ['a preview that sees production’s, too', { ...forPreview, ...previewProject, ...production }, previewSettings],
])('the settings of %s', ([, environment, settings]) => {
  expect(buildSettings(environment)).toMatchObject(settings);
});

test.for(['deploy-preview', 'branch-deploy', 'staging', 'dev', undefined])(
  'the context %s is a preview without production’s backend',
  (CONTEXT) => {
    expect(buildSettings({ ...forPreview, CONTEXT, ...production })).toEqual({
      origin: 'https://preview--site.netlify.app',
      isPreview: true,
      isSignatureRequested: false,
      supabaseUrl: '',
      publishableKey: '',
    });
  },
);

test.for([undefined, '', localDefaults.SUPABASE_URL])(
  'a production deploy never gets the backend of this machine by the URL %j',
  (SUPABASE_URL) => {
    for (const marker of ['NETLIFY', 'NETLIFY_LOCAL']) {
      const deploy = { CONTEXT: 'production', [marker]: 'true' };
      expect(() =>
        buildSettings({ ...deploy, ...production, SUPABASE_URL }),
      ).toThrow('SUPABASE_URL');
    }
  },
);

test.for([
  ['SUPABASE_PUBLISHABLE_KEY', ''],
  ['SUPABASE_PUBLISHABLE_KEY', ' '],
  ['SUPABASE_URL', 'http://x.supabase.co'],
  ['SUPABASE_URL', 'production'],
  ['SUPABASE_URL', 'ftp://127.0.0.1'],
  ['SUPABASE_URL', 'https://supabase.com/dashboard'],
  ['SUPABASE_URL', 'https://api.example.com/v1'],
  ['SUPABASE_URL', 'postgresql://postgres:password@x.supabase.co/postgres'],
  ['SUPABASE_PUBLISHABLE_KEY', 'sb_secret_x'],
  ['SUPABASE_PUBLISHABLE_KEY', 'eyJhbGciOiJIUzI1NiJ9.e30.x'],
  ['SUPABASE_PREVIEW_URL', ''],
  ['SUPABASE_PREVIEW_URL', `${production.SUPABASE_URL}/rest/v1/`],
  ['SUPABASE_PREVIEW_PUBLISHABLE_KEY', 'sb_publishable_production'],
] as const)('a build is refused with the %s "%s"', ([name, value]) => {
  const settings = name.includes('PREVIEW')
    ? { ...forPreview, ...production, ...previewProject }
    : forProduction;
  const build = () => buildSettings({ ...settings, [name]: value });
  expect(build).toThrow(name);
  // The error is in the deploy's log, and the value may be a secret or have a password.
  if (value.trim()) expect(build).not.toThrow(value);
});

test.for([
  ['a pull request', {}, 'words/new%231/'],
  ['a branch', { PULL_REQUEST: 'false', BRANCH: 'a' }, 'a/'],
  ['production', { CONTEXT: 'production' }, undefined],
  ['a build on any other machine', { NETLIFY: '' }, undefined],
  ['another host', { REPOSITORY_URL: '' }, undefined],
] as const)('the editor’s URL for %s', ([, changes, branch]) => {
  const environment = {
    NETLIFY: 'true',
    CONTEXT: 'deploy-preview',
    REPOSITORY_URL: 'https://x-access-token:secret@github.com/owner/repo',
    PULL_REQUEST: 'true',
    BRANCH: 'pull/7/head',
    HEAD: 'words/new#1',
  };
  expect(editorUrl({ ...environment, ...changes })).toBe(
    branch && `https://github.com/owner/repo/edit/${branch}`,
  );
});

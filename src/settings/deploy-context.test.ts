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

test.for([
  ['', false],
  ['a secret', true],
] as const)(
  'production uses its project and the site’s URL; signed with the secret "%s": %s',
  ([WAITLIST_SIGNING_SECRET, isSignatureRequested]) => {
    expect(
      buildSettings({ ...forProduction, WAITLIST_SIGNING_SECRET }),
    ).toEqual({
      origin: 'https://briefloom.example',
      isPreview: false,
      isSignatureRequested,
      supabaseUrl: production.SUPABASE_URL,
      publishableKey: production.SUPABASE_PUBLISHABLE_KEY,
    });
  },
);

test.for(['deploy-preview', 'branch-deploy', 'staging', 'dev', undefined])(
  'a deploy in the context %s never has production’s backend, and is a preview',
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

test.for([
  ['production', { ...forProduction, URL: 'http://site.example' }],
  ['a preview', { ...forPreview, DEPLOY_PRIME_URL: 'http://site.example' }],
] as const)(
  'the URL of %s is https: while the domain has no certificate yet',
  ([, environment]) => {
    expect(buildSettings(environment).origin).toBe('https://site.example');
  },
);

const previewProject = {
  SUPABASE_PREVIEW_URL: 'https://preview.supabase.co/',
  SUPABASE_PREVIEW_PUBLISHABLE_KEY: 'sb_publishable_preview',
};

test('a preview uses the project of previews, whether or not it sees production’s', () => {
  for (const visible of [{}, production])
    expect(
      buildSettings({ ...forPreview, ...previewProject, ...visible }),
    ).toMatchObject({
      isSignatureRequested: false,
      supabaseUrl: 'https://preview.supabase.co',
      publishableKey: 'sb_publishable_preview',
    });
});

test('a preview without a URL of its own names the site’s', () => {
  const { DEPLOY_PRIME_URL, ...unnamed } = forPreview;
  expect(DEPLOY_PRIME_URL).not.toBe(site.url);
  expect(buildSettings(unnamed).origin).toBe(site.url);
});

const same = /^SUPABASE_PREVIEW_URL and .* are production's/;
const set = /^Set SUPABASE_URL to the https:\/\/ .* SUPABASE_PUBLISHABLE_KEY/;
const noProject = /^SUPABASE_URL must be the project's https:\/\/ URL/;
test.for(['NETLIFY', 'NETLIFY_LOCAL'])(
  'a production deploy (known by %s) never gets the backend of this machine',
  (marker) => {
    const { NETLIFY, SUPABASE_URL, ...rest } = forProduction;
    const deploy = { ...rest, [marker]: NETLIFY };
    for (const url of [undefined, '', localDefaults.SUPABASE_URL])
      expect(() => buildSettings({ ...deploy, SUPABASE_URL: url })).toThrow(
        set,
      );
    expect(buildSettings({ ...deploy, SUPABASE_URL })).toMatchObject({
      supabaseUrl: SUPABASE_URL,
    });
  },
);

const notPublishable = /^SUPABASE_PUBLISHABLE_KEY is no publishable key/;

test.for([
  ['SUPABASE_URL', '', set],
  ['SUPABASE_PUBLISHABLE_KEY', '', set],
  ['SUPABASE_PUBLISHABLE_KEY', ' ', set],
  ['SUPABASE_URL', 'http://x.supabase.co', set],
  ['SUPABASE_URL', 'production', noProject],
  ['SUPABASE_URL', 'ftp://127.0.0.1', noProject],
  ['SUPABASE_URL', 'https://supabase.com/dashboard', noProject],
  ['SUPABASE_PUBLISHABLE_KEY', 'sb_secret_x', notPublishable],
  ['SUPABASE_PUBLISHABLE_KEY', 'eyJhbGciOiJIUzI1NiJ9.e30.x', notPublishable],
  [
    'SUPABASE_PREVIEW_URL',
    '',
    /^Set SUPABASE_PREVIEW_URL .* and SUPABASE_PREV/,
  ],
  ['SUPABASE_PREVIEW_URL', `${production.SUPABASE_URL}/rest`, same],
  ['SUPABASE_PREVIEW_PUBLISHABLE_KEY', 'sb_publishable_production', same],
] as const)('a build is refused with the %s "%s"', ([name, value, line]) => {
  const settings = name.includes('PREVIEW')
    ? { ...forPreview, ...production, ...previewProject }
    : forProduction;
  expect(() => buildSettings({ ...settings, [name]: value })).toThrow(line);
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

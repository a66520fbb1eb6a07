import { describe, expect, test } from 'vitest';
import { buildSettings } from './netlify';

const production = {
  SUPABASE_URL: 'https://production.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_production',
};
const preview = {
  SUPABASE_PREVIEW_URL: 'https://preview.supabase.co',
  SUPABASE_PREVIEW_PUBLISHABLE_KEY: 'sb_publishable_preview',
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

/** A legacy key: a JWT with these claims. */
function legacyKey(claims: object): string {
  return ['{}', JSON.stringify(claims), '']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
}

test('a build on this machine uses the backend that it is given, and is otherwise like production', () => {
  const SUPABASE_URL = 'http://127.0.0.1:54321';
  expect(buildSettings({ ...production, SUPABASE_URL })).toMatchObject({
    isIndexed: true,
    isSigned: true,
    supabaseUrl: SUPABASE_URL,
    publishableKey: production.SUPABASE_PUBLISHABLE_KEY,
  });
});

test.for([
  ['', false],
  ['a secret', true],
] as const)(
  'production uses its project and the site’s URL; signed with the secret "%s": %s',
  ([WAITLIST_SIGNING_SECRET, isSigned]) => {
    expect(
      buildSettings({ ...forProduction, WAITLIST_SIGNING_SECRET }),
    ).toEqual({
      origin: 'https://briefloom.example',
      isIndexed: true,
      isSigned,
      supabaseUrl: production.SUPABASE_URL,
      publishableKey: production.SUPABASE_PUBLISHABLE_KEY,
    });
  },
);

test('Netlify’s command line builds for production as Netlify itself does', () => {
  const { NETLIFY, ...local } = forProduction;
  expect(buildSettings({ ...local, NETLIFY_LOCAL: NETLIFY })).toEqual(
    buildSettings(forProduction),
  );
});

describe('any URL of the project is accepted', () => {
  test.for([
    'https://supabase.com/dashboard/project/production',
    'https://supabase.com/dashboard/project/production/settings/api-keys',
    ' https://production.supabase.co ',
    'https://production.supabase.co.',
    'https://PRODUCTION.supabase.co/rest/v1',
    'https://production.supabase.co/rest/v1/waitlist',
  ])('%s', (SUPABASE_URL) => {
    const { supabaseUrl } = buildSettings({ ...forProduction, SUPABASE_URL });
    expect(supabaseUrl).toBe(production.SUPABASE_URL);
  });
});

const set = /^Set SUPABASE_URL to the https:\/\/ .* SUPABASE_PUBLISHABLE_KEY/;
const address = /^SUPABASE_URL must be the project's https:\/\/ address/;

test.for([
  ['no URL', { SUPABASE_URL: '' }, set],
  ['no key', { SUPABASE_PUBLISHABLE_KEY: ' ' }, set],
  ['no https', { SUPABASE_URL: 'http://x.supabase.co' }, set],
  ['a word', { SUPABASE_URL: 'production' }, address],
  ['another scheme', { SUPABASE_URL: 'ftp://127.0.0.1' }, address],
  ['no project', { SUPABASE_URL: 'https://supabase.com/dashboard' }, address],
  [
    'a secret key',
    { SUPABASE_PUBLISHABLE_KEY: 'sb_secret_x' },
    /^SUPABASE_PUBLISHABLE_KEY is the key of the owner/,
  ],
  [
    "a legacy key of the owner's",
    { SUPABASE_PUBLISHABLE_KEY: legacyKey({ role: 'service_role' }) },
    /is the key of the role "service_role"/,
  ],
  [
    'a context without Netlify',
    { NETLIFY: undefined },
    /^CONTEXT says .* \("production"\), .* unset it\.$/,
  ],
] as const)('production is refused with %s', ([, mistake, message]) => {
  expect(() => buildSettings({ ...forProduction, ...mistake })).toThrow(
    message,
  );
});

test('a legacy public key is accepted', () => {
  const SUPABASE_PUBLISHABLE_KEY = legacyKey({ role: 'anon' });
  expect(
    buildSettings({ ...forProduction, SUPABASE_PUBLISHABLE_KEY }),
  ).toMatchObject({ publishableKey: SUPABASE_PUBLISHABLE_KEY });
});

test.for(['deploy-preview', 'branch-deploy', 'staging', 'dev', undefined])(
  'the context %s never has production’s backend, and is not indexed',
  (CONTEXT) => {
    expect(buildSettings({ ...forPreview, CONTEXT, ...production })).toEqual({
      origin: 'https://preview--site.netlify.app',
      isIndexed: false,
      isSigned: false,
      supabaseUrl: '',
      publishableKey: '',
    });
  },
);

test('a preview may use a backend of its own, another than production’s', () => {
  expect(
    buildSettings({ ...forPreview, ...production, ...preview }),
  ).toMatchObject({
    supabaseUrl: preview.SUPABASE_PREVIEW_URL,
    publishableKey: preview.SUPABASE_PREVIEW_PUBLISHABLE_KEY,
  });
});

const real = /must not write to the real list/;
const key = legacyKey({ role: 'anon', ref: 'production' });

test.for([
  [
    'production’s address',
    { SUPABASE_PREVIEW_URL: 'https://PRODUCTION.supabase.co/' },
    real,
  ],
  [
    'production’s dashboard',
    {
      SUPABASE_PREVIEW_URL: 'https://supabase.com/dashboard/project/production',
    },
    real,
  ],
  [
    'production’s key',
    { SUPABASE_PREVIEW_PUBLISHABLE_KEY: production.SUPABASE_PUBLISHABLE_KEY },
    real,
  ],
  [
    'another key of production',
    { SUPABASE_PREVIEW_PUBLISHABLE_KEY: key },
    real,
  ],
  ['half a backend', { SUPABASE_PREVIEW_URL: '' }, /^Set SUPABASE_PREVIEW_URL/],
  [
    'a production that it cannot see',
    { SUPABASE_URL: '' },
    /visible to all deploy contexts/,
  ],
] as const)('a preview is refused with %s', ([, mistake, message]) => {
  expect(() =>
    buildSettings({ ...forPreview, ...production, ...preview, ...mistake }),
  ).toThrow(message);
});

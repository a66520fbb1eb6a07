import { describe, expect, it } from 'vitest';
import { deploySettings, redirects } from './integration';

const production = {
  SUPABASE_URL: 'https://production.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_production',
};
const preview = {
  SUPABASE_PREVIEW_URL: 'https://preview.supabase.co',
  SUPABASE_PREVIEW_PUBLISHABLE_KEY: 'sb_publishable_preview',
};

describe('a local build', () => {
  it('takes the backend as it is set, whatever its scheme', () => {
    const local = {
      SUPABASE_URL: 'http://127.0.0.1:54321',
      SUPABASE_PUBLISHABLE_KEY: 'key',
    };
    expect(deploySettings(local)).toMatchObject({ ...local, isIndexed: true });
  });
});

describe('any local build', () => {
  it.each(['garbage', 'ftp://127.0.0.1'])('refuses %s as an address', (url) => {
    expect(() => deploySettings({ SUPABASE_URL: url })).toThrow(
      /^SUPABASE_URL must be an http/,
    );
  });
});

describe('a production build', () => {
  const CONTEXT = 'production';

  it('leads to the production project and carries the public address', () => {
    expect(
      deploySettings({
        CONTEXT,
        ...production,
        URL: 'https://briefloom.example',
      }),
    ).toEqual({
      ...production,
      origin: 'https://briefloom.example',
      isIndexed: true,
    });
  });

  it.each([
    ['nothing', {}],
    ['no key', { SUPABASE_URL: production.SUPABASE_URL }],
    ['no address', { SUPABASE_PUBLISHABLE_KEY: 'key' }],
    [
      'an address that is not https',
      { ...production, SUPABASE_URL: 'http://production.supabase.co' },
    ],
    ['an address that is none', { ...production, SUPABASE_URL: 'production' }],
  ])('fails with %s', (_what, settings) => {
    expect(() => deploySettings({ CONTEXT, ...settings })).toThrow(
      /^Set SUPABASE_URL to the https:\/\/ .* SUPABASE_PUBLISHABLE_KEY/,
    );
  });
});

describe.each(['deploy-preview', 'branch-deploy', 'staging'])(
  'a %s build',
  (CONTEXT) => {
    const nowhere = { SUPABASE_URL: '', SUPABASE_PUBLISHABLE_KEY: '' };

    it('needs no backend and is not indexed', () => {
      expect(
        deploySettings({
          CONTEXT,
          DEPLOY_PRIME_URL: 'https://preview--site.netlify.app',
        }),
      ).toEqual({
        ...nowhere,
        origin: 'https://preview--site.netlify.app',
        isIndexed: false,
      });
    });

    it('never takes production’s backend for its own', () => {
      expect(deploySettings({ CONTEXT, ...production })).toMatchObject(nowhere);
    });

    it('takes a backend of its own that is provably another', () => {
      expect(
        deploySettings({ CONTEXT, ...production, ...preview }),
      ).toMatchObject({
        SUPABASE_URL: preview.SUPABASE_PREVIEW_URL,
        SUPABASE_PUBLISHABLE_KEY: preview.SUPABASE_PREVIEW_PUBLISHABLE_KEY,
      });
    });

    it.each([
      [
        'production’s address',
        { SUPABASE_PREVIEW_URL: 'https://PRODUCTION.supabase.co/' },
      ],
      [
        'production’s key',
        {
          SUPABASE_PREVIEW_PUBLISHABLE_KEY: production.SUPABASE_PUBLISHABLE_KEY,
        },
      ],
    ])('refuses %s', (_what, mistake) => {
      expect(() =>
        deploySettings({ CONTEXT, ...production, ...preview, ...mistake }),
      ).toThrow(/must not write to the real list/);
    });

    it('refuses a backend that it cannot tell from production’s', () => {
      expect(() => deploySettings({ CONTEXT, ...preview })).toThrow(
        /visible to all deploy contexts/,
      );
    });

    it('refuses half a backend', () => {
      expect(() =>
        deploySettings({
          CONTEXT,
          ...production,
          SUPABASE_PREVIEW_URL: preview.SUPABASE_PREVIEW_URL,
        }),
      ).toThrow(/^Set SUPABASE_PREVIEW_URL/);
    });
  },
);

describe('the rewrite', () => {
  const backend = 'https://production.supabase.co';
  const rewrite = `/rest/v1/waitlist ${backend}/rest/v1/waitlist 200!`;

  it.each([
    ['without a secret', backend, {}, `${rewrite}\n`],
    [
      'with an empty secret',
      backend,
      { WAITLIST_SIGNING_SECRET: '' },
      `${rewrite}\n`,
    ],
    [
      'with a secret',
      backend,
      { WAITLIST_SIGNING_SECRET: 'a secret' },
      `${rewrite} signed=WAITLIST_SIGNING_SECRET\n`,
    ],
    ['without a backend', '', { WAITLIST_SIGNING_SECRET: 'a secret' }, ''],
  ])('%s', (_what, to, environment, line) => {
    expect(redirects(to, environment)).toBe(line);
  });
});

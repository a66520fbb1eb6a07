import { writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { site } from '../../site';

/** Environment variables by name, as in `process.env`. */
type Environment = Readonly<Record<string, string | undefined>>;

/** What a build is told of its deploy; empty strings where there is no backend. */
interface DeploySettings {
  /** The origin that canonical and share addresses start with. */
  origin: string;
  /** Whether search engines may list the page. */
  isIndexed: boolean;
  SUPABASE_URL: string;
  SUPABASE_PUBLISHABLE_KEY: string;
}

/**
 * Fits the build to the deploy that Netlify makes of it, or to this machine: the
 * page's origin and what `astro:env` tells it, then the rewrite. A setting that is
 * missing or wrong ends the process with what to set, and no stack trace.
 */
export function netlify(): AstroIntegration {
  let backend = '';
  return {
    name: 'netlify',
    hooks: {
      'astro:config:setup'({ updateConfig }) {
        try {
          const settings = deploySettings(process.env);
          const { origin, isIndexed, SUPABASE_PUBLISHABLE_KEY } = settings;
          backend = settings.SUPABASE_URL;
          updateConfig({ site: origin });
          Object.assign(process.env, {
            IS_INDEXED: isIndexed,
            SUPABASE_PUBLISHABLE_KEY,
          });
        } catch (error) {
          console.error(error instanceof Error ? error.message : error);
          process.exit(1);
        }
      },
      async 'astro:build:done'({ dir }) {
        await writeFile(
          new URL('_redirects', dir),
          redirects(backend, process.env),
        );
      },
    },
  };
}

/**
 * Netlify's `_redirects`: a forced rewrite (`200!`) of exactly the insert's path
 * to the backend, so that the browser only ever talks to the page's own origin.
 * Empty without a backend; the form then answers with its general error.
 *
 * Netlify is asked to sign the rewrite, by the name of the secret, where this build
 * has one: a database that knows the secret takes signups from the site alone.
 * https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/
 */
export function redirects(
  backend: string,
  { WAITLIST_SIGNING_SECRET: secret }: Environment,
): string {
  const path = '/rest/v1/waitlist';
  const signed = secret ? ' signed=WAITLIST_SIGNING_SECRET' : '';
  return backend && `${path} ${new URL(path, backend).href} 200!${signed}\n`;
}

/**
 * Derives a build's settings from Netlify's deploy context.
 *
 * `SUPABASE_URL` always names the production project, whichever contexts a
 * setting was made visible to, so previews never read it as theirs: without
 * `SUPABASE_PREVIEW_URL` they have no backend at all. With one they must prove
 * that it is another project than production's.
 *
 * https://docs.netlify.com/build/configure-builds/environment-variables/
 *
 * @throws Error with one sentence that says what to set.
 */
export function deploySettings(environment: Environment): DeploySettings {
  const {
    CONTEXT: context,
    SUPABASE_URL = '',
    SUPABASE_PUBLISHABLE_KEY = '',
    SUPABASE_PREVIEW_URL = '',
    SUPABASE_PREVIEW_PUBLISHABLE_KEY = '',
  } = environment;

  if (context === undefined || context === 'dev') {
    if (SUPABASE_URL && !/^https?:$/.test(protocolOf(SUPABASE_URL))) {
      throw new Error(
        `SUPABASE_URL must be an http:// or https:// address, not "${SUPABASE_URL}".`,
      );
    }
    return {
      origin: site.url,
      isIndexed: true,
      SUPABASE_URL,
      SUPABASE_PUBLISHABLE_KEY,
    };
  }

  if (context === 'production') {
    requireBackend('SUPABASE', SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY);
    return {
      origin: environment['URL'] ?? site.url,
      isIndexed: true,
      SUPABASE_URL,
      SUPABASE_PUBLISHABLE_KEY,
    };
  }

  if (SUPABASE_PREVIEW_URL || SUPABASE_PREVIEW_PUBLISHABLE_KEY) {
    requireBackend(
      'SUPABASE_PREVIEW',
      SUPABASE_PREVIEW_URL,
      SUPABASE_PREVIEW_PUBLISHABLE_KEY,
    );
    if (!URL.canParse(SUPABASE_URL) || !SUPABASE_PUBLISHABLE_KEY) {
      throw new Error(
        'A preview with a database must be able to tell it from production: make SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY visible to all deploy contexts, or unset SUPABASE_PREVIEW_URL.',
      );
    }
    if (
      new URL(SUPABASE_PREVIEW_URL).hostname ===
        new URL(SUPABASE_URL).hostname ||
      SUPABASE_PREVIEW_PUBLISHABLE_KEY === SUPABASE_PUBLISHABLE_KEY
    ) {
      throw new Error(
        "SUPABASE_PREVIEW_URL or its key is production's: a preview must not write to the real list. Use another Supabase project, or unset both.",
      );
    }
  }
  return {
    origin: environment['DEPLOY_PRIME_URL'] ?? site.url,
    isIndexed: false,
    SUPABASE_URL: SUPABASE_PREVIEW_URL,
    SUPABASE_PUBLISHABLE_KEY: SUPABASE_PREVIEW_PUBLISHABLE_KEY,
  };
}

function requireBackend(prefix: string, url: string, key: string): void {
  if (protocolOf(url) === 'https:' && key) return;
  throw new Error(
    `Set ${prefix}_URL to the https:// address of the Supabase project and ${prefix}_PUBLISHABLE_KEY to its publishable key.`,
  );
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : '';
}

import { mkdir, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { localEnvironment } from '../../../local/settings.ts';
import { waitlistPath } from '../../stores/waitlist-path.ts';
import { buildSettings, isNetlify } from './settings.ts';

type Settings = ReturnType<typeof buildSettings>;

/**
 * Fits the build to the deploy that Netlify makes of it, or to this machine: the
 * page's origin and what `astro:env` tells it, then what Netlify reads of a build.
 * A setting that is missing or wrong ends the process with what to set, and no
 * stack trace.
 */
export function netlify(): AstroIntegration {
  let settings: Settings;
  return {
    name: 'netlify',
    hooks: {
      'astro:config:setup'({ updateConfig }) {
        try {
          settings = buildSettings(localEnvironment(process.env));
        } catch (error) {
          console.error(error instanceof Error ? error.message : error);
          process.exit(1);
        }
        updateConfig({ site: settings.origin });
        // Where `astro:env` looks for its variables.
        Object.assign(process.env, {
          IS_INDEXED: settings.isIndexed,
          SUPABASE_PUBLISHABLE_KEY: settings.publishableKey,
        });
      },
      async 'astro:build:done'({ dir, logger }) {
        // Netlify looks in the folder that holds the published one, its base directory.
        const folder = new URL('../.netlify/v1/', dir);
        await mkdir(folder, { recursive: true });
        for (const [name, content] of Object.entries(netlifyFiles(settings)))
          await writeFile(new URL(name, folder), JSON.stringify(content));
        if (!isNetlify(process.env))
          logger.info(
            `The form leads to ${settings.supabaseUrl}, on this machine only: published by hand, without a build of Netlify's, it would lead nowhere.`,
          );
      },
    },
  };
}

/**
 * The files of Netlify's Frameworks API, by name. Only a build by Netlify reads
 * them, so a rewrite to this machine cannot be published with `dist` by mistake.
 *
 * @see https://docs.netlify.com/build/frameworks/frameworks-api/
 */
export function netlifyFiles(
  settings: Pick<Settings, 'supabaseUrl' | 'isSigned'>,
): Record<string, object> {
  return { 'config.json': { 'redirects!': rewrites(settings) } };
}

/**
 * The forced rewrite of exactly the insert's path to the backend, so that the
 * browser only ever talks to the page's own origin. Without a backend there is
 * none, and the form answers with its general error.
 *
 * `signed` names the variable that holds the secret (its scopes must include
 * Builds and Runtime). Netlify documents it for structured rules only, not for a
 * `_redirects` file:
 * https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/#signed-proxy-redirects
 *
 * The database itself limits what it accepts, to 30 signups in 10 minutes from a
 * visitor. The limit here also holds for what it refuses, in the longest time that
 * Netlify counts over, 3 minutes:
 * https://docs.netlify.com/manage/security/secure-access-to-sites/rate-limiting/
 */
function rewrites({
  supabaseUrl,
  isSigned,
}: Pick<Settings, 'supabaseUrl' | 'isSigned'>): object[] {
  if (!supabaseUrl) return [];
  return [
    {
      from: waitlistPath,
      to: supabaseUrl + waitlistPath,
      status: 200,
      force: true,
      ...(isSigned && { signed: 'WAITLIST_SIGNING_SECRET' }),
      rate_limit: {
        window_limit: 60,
        window_size: 180,
        aggregate_by: ['ip', 'domain'],
      },
    },
  ];
}

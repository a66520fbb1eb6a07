import { mkdir, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import {
  buildSettings,
  isNetlify,
  type BuildSettings,
} from '../settings/deploy-context.ts';
import { localEnvironment } from '../settings/local.ts';
import { waitlistPath } from '../stores/waitlist-path.ts';

/**
 * Configures a build for its Netlify deploy, or for this machine: sets the page's
 * origin and the variables of `astro:env`, and writes the file that Netlify reads.
 * If a setting is missing or wrong, it ends the process with one line that says
 * what to set.
 */
export function netlify(): AstroIntegration {
  let settings: BuildSettings;
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
        // `astro:env` reads its variables from process.env.
        Object.assign(process.env, {
          IS_INDEXED: settings.isIndexed,
          SUPABASE_PUBLISHABLE_KEY: settings.publishableKey,
        });
      },
      async 'astro:build:done'({ dir, logger }) {
        // Netlify reads it in the base directory, the one that holds `dist`.
        const folder = new URL('../.netlify/v1/', dir);
        await mkdir(folder, { recursive: true });
        await writeFile(
          new URL('config.json', folder),
          JSON.stringify(netlifyConfig(settings)),
        );
        if (!isNetlify(process.env))
          logger.info(
            `The form posts to ${settings.supabaseUrl}, and only on this machine: do not publish this build by hand, let Netlify build what it publishes.`,
          );
      },
    },
  };
}

/**
 * How many requests Netlify passes on for one visitor, in how many seconds: 3 minutes
 * are the longest that it allows. Unlike the database's own limit this counts what is
 * refused as well. For an event, docs/owner.md says when to raise it.
 * https://docs.netlify.com/manage/security/secure-access-to-sites/rate-limiting/
 */
const rateLimit = {
  window_limit: 60,
  window_size: 180,
  aggregate_by: ['ip', 'domain'],
};

/**
 * The content of `.netlify/v1/config.json`, of Netlify's Frameworks API: the forced
 * rewrite of the insert's path, and no other, to the backend, so that the browser only
 * talks to the page's own origin. Without a backend there is no rewrite, and the form
 * shows its general error. Only a build by Netlify reads the file, so a rewrite to this
 * machine cannot be published with `dist` by mistake.
 * https://docs.netlify.com/build/frameworks/frameworks-api/
 *
 * `signed` names the variable that holds the secret (its scopes must include
 * Builds and Runtime). Netlify documents it for structured rules only, not for a
 * `_redirects` file:
 * https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/#signed-proxy-redirects
 */
export function netlifyConfig({
  supabaseUrl,
  isSignatureRequested,
}: Pick<BuildSettings, 'supabaseUrl' | 'isSignatureRequested'>): object {
  const rewrite = {
    from: waitlistPath,
    to: supabaseUrl + waitlistPath,
    status: 200,
    force: true,
    ...(isSignatureRequested && { signed: 'WAITLIST_SIGNING_SECRET' }),
    rate_limit: rateLimit,
  };
  return { 'redirects!': supabaseUrl ? [rewrite] : [] };
}

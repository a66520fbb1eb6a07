import { mkdir, writeFile } from 'node:fs/promises';
import type { AstroConfig, AstroIntegration } from 'astro';
import {
  buildSettings,
  type BuildSettings,
} from '../settings/deploy-context.ts';
import { waitlistPath } from '../stores/waitlist-path.ts';

/**
 * Configures a build for its Netlify deploy, or for this machine: sets the page's
 * origin, its policy and the variables of `astro:env`, and writes the file that Netlify reads.
 * If a setting is missing or cannot be used, the build fails and says what to set.
 */
export function netlify(): AstroIntegration {
  let settings: BuildSettings;
  return {
    name: 'netlify',
    hooks: {
      'astro:config:setup'({ command, injectRoute, updateConfig }) {
        settings = buildSettings(process.env);
        updateConfig({ site: settings.origin });
        // Previews and `npm run dev` also have the page of all parts, and an example of a page of words.
        if (settings.isPreview || command === 'dev')
          for (const [pattern, name] of [
            ['/parts', 'index'],
            ['/parts/page', 'ProsePage'],
          ] as const)
            injectRoute({ pattern, entrypoint: `./src/parts/${name}.astro` });
        if (settings.isPreview) updateConfig({ security: { csp: drawer } });
        // `astro:env` reads its variables from process.env.
        Object.assign(process.env, {
          IS_INDEXED: !settings.isPreview,
          SUPABASE_PUBLISHABLE_KEY: settings.publishableKey,
        });
      },
      async 'astro:build:done'({ dir }) {
        // Netlify reads the file in the base directory, which contains `dist`.
        const folder = new URL('../.netlify/v1/', dir);
        await mkdir(folder, { recursive: true });
        await writeFile(
          new URL('config.json', folder),
          JSON.stringify(netlifyConfig(settings)),
        );
      },
    },
  };
}

/**
 * What the policy of a preview adds: it allows Netlify's drawer, with which people comment on the
 * page. Netlify adds the drawer's script to the pages of every deploy but production's.
 * https://docs.netlify.com/deploy/deploy-types/deploy-previews/#netlify-drawer
 */
const drawer: AstroConfig['security']['csp'] = {
  // Astro's default, which the type asks for.
  algorithm: 'SHA-256',
  directives: ['frame-src https://app.netlify.com'],
  // This list replaces Astro's own, which is 'self'.
  scriptDirective: {
    resources: ["'self'", 'https://netlify-cdp-loader.netlify.app'],
  },
};

/**
 * Netlify forwards at most `window_limit` requests of one visitor in `window_size` seconds. 180
 * seconds is Netlify's longest window. Refused requests count, too. docs/owner.md says when to raise
 * the limit for an event.
 * https://docs.netlify.com/manage/security/secure-access-to-sites/rate-limiting/
 */
const rateLimit = {
  window_limit: 60,
  window_size: 180,
  aggregate_by: ['ip', 'domain'],
};

/**
 * The content of `.netlify/v1/config.json`, a file of Netlify's Frameworks API: one forced rewrite, from the
 * insert's path to the backend, so that the browser talks only to the page's own origin. Without a backend
 * there is no rewrite, and the form shows its general error. Only a build by Netlify reads the file: whoever
 * publishes `dist` by hand publishes no rewrite.
 * https://docs.netlify.com/build/frameworks/frameworks-api/
 *
 * `signed` names the variable with the secret. In Netlify, this variable needs the scopes Builds
 * and Runtime. Netlify documents `signed` for structured rules only, not for a `_redirects` file:
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
